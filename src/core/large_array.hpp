// SPDX-License-Identifier: Apache-2.0
// A large array whose memory comes straight from the operating system. It is zero until written and lies on huge pages
// where the system offers them. Each page lies in the memory of the processor whose thread first writes it. All memory
// goes back to the system when the array is destroyed. A small array, for which all this would take longer than the
// work on it, comes from the heap.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "core/errors.hpp"
#include "core/units.hpp"

namespace perm {

/// Holds `size` values of a trivial type, aligned to pages.
template <class Value>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  LargeArray() = default;
  /// Throws DeviceError when the system does not give the memory.
  explicit LargeArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    void* const memory = is_small() ? allocate_on_heap() : map_pages();
    if (memory == nullptr)
      throw MemoryShortage("Cannot allocate " + format_bytes(static_cast<double>(bytes())), "the system refused",
                           "Solve a smaller part of the image or use a machine with more memory");
    data_ = static_cast<Value*>(memory);
  }
  ~LargeArray() {
    if (is_small())
      std::free(data_);
    else
      ::munmap(data_, bytes());
  }
  LargeArray(LargeArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  Value* data() { return data_; }
  const Value* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(Value); }
  Value& operator[](std::size_t i) { return data_[i]; }
  const Value& operator[](std::size_t i) const { return data_[i]; }
  Value* begin() { return data_; }
  Value* end() { return data_ + size_; }
  const Value* begin() const { return data_; }
  const Value* end() const { return data_ + size_; }
  std::span<Value> span() { return {data_, size_}; }
  std::span<const Value> span() const { return {data_, size_}; }

 private:
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t most_on_heap = 16 * page;

  bool is_small() const { return bytes() <= most_on_heap; }
  void* allocate_on_heap() const {
    void* const memory = std::aligned_alloc(page, (bytes() + page - 1) / page * page);
    return memory == nullptr ? nullptr : std::memset(memory, 0, bytes());
  }
  void* map_pages() const {
    void* const memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    ::madvise(memory, bytes(), MADV_HUGEPAGE);
    return memory;
  }

  Value* data_{nullptr};
  std::size_t size_{0};
};

}  // namespace perm
