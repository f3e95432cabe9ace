// SPDX-License-Identifier: Apache-2.0
// Turns values into bytes and back: numbers, enums, texts, lists, values that may be absent, and structs whose members
// are named (core/saving/members.hpp). The same program reads what it wrote, so that bytes have no names and no order
// of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace perm {

using StateBytes = std::vector<std::byte>;

namespace detail {

template <class T>
concept HasMembers = requires(T& value) {
  members_of(value);
};

/// Throws the error of a state that does not end where it should.
[[noreturn]] void refuse_state();

}  // namespace detail

/// Writes values one after another.
class StateWriter {
 public:
  template <class T>
  StateWriter& operator<<(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
      bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
    } else {
      std::apply([this](const auto&... member) { (*this << ... << member); }, members_of(const_cast<T&>(value)));
    }
    return *this;
  }
  StateWriter& operator<<(const std::string& text) { return write_list(text); }
  template <class T>
  StateWriter& operator<<(const std::vector<T>& list) {
    return write_list(list);
  }
  template <class T, std::size_t n>
  StateWriter& operator<<(const std::array<T, n>& list) {
    for (const T& value : list) *this << value;
    return *this;
  }
  template <class T>
  StateWriter& operator<<(const std::optional<T>& value) {
    *this << value.has_value();
    return value ? *this << *value : *this;
  }
  template <class A, class B>
  StateWriter& operator<<(const std::pair<A, B>& values) {
    return *this << values.first << values.second;
  }
  template <class Key, class Value>
  StateWriter& operator<<(const std::map<Key, Value>& values) {
    return write_list(values);
  }

  StateBytes take() { return std::move(bytes_); }

 private:
  template <class List>
  StateWriter& write_list(const List& list) {
    *this << static_cast<std::uint64_t>(list.size());
    for (const auto& value : list) *this << value;
    return *this;
  }

  StateBytes bytes_;
};

/// Reads them in the same order. Throws InputError where the bytes end too early.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class T>
  StateReader& operator>>(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      if (left_.size() < sizeof(T)) detail::refuse_state();
      std::memcpy(&value, left_.data(), sizeof(T));
      left_ = left_.subspan(sizeof(T));
    } else {
      std::apply([this](auto&... member) { (*this >> ... >> member); }, members_of(value));
    }
    return *this;
  }
  StateReader& operator>>(std::string& text) {
    text.resize(read_size(1));
    for (char& letter : text) *this >> letter;
    return *this;
  }
  template <class T>
  StateReader& operator>>(std::vector<T>& list) {
    list.resize(read_size(1));
    for (T& value : list) *this >> value;
    return *this;
  }
  StateReader& operator>>(std::vector<bool>& list) = delete;
  template <class T, std::size_t n>
  StateReader& operator>>(std::array<T, n>& list) {
    for (T& value : list) *this >> value;
    return *this;
  }
  template <class T>
  StateReader& operator>>(std::optional<T>& value) {
    bool is_there = false;
    *this >> is_there;
    value.reset();
    return is_there ? *this >> value.emplace() : *this;
  }
  template <class A, class B>
  StateReader& operator>>(std::pair<A, B>& values) {
    return *this >> values.first >> values.second;
  }
  template <class Key, class Value>
  StateReader& operator>>(std::map<Key, Value>& values) {
    values.clear();
    for (std::size_t left = read_size(1); left > 0; --left) {
      Key key{};
      *this >> key;
      *this >> values[key];
    }
    return *this;
  }

  /// Throws InputError where bytes are left over.
  void require_end() const {
    if (!left_.empty()) detail::refuse_state();
  }

 private:
  /// Reads the size of a list whose items have some bytes at least, so that no torn size asks for all memory.
  std::size_t read_size(std::size_t least_bytes) {
    std::uint64_t size = 0;
    *this >> size;
    if (size > left_.size() / least_bytes) detail::refuse_state();
    return static_cast<std::size_t>(size);
  }

  std::span<const std::byte> left_;
};

}  // namespace perm
