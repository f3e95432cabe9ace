// SPDX-License-Identifier: Apache-2.0
// Files of bytes with a checksum: written from the begin to the end, and read anywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <span>
#include <string>
#include <vector>

namespace perm {

/// Tells bytes apart, and protects against nothing. Each of four lanes takes every fourth word.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::size_t block = 32;

  void take(const std::byte* bytes);

  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
  std::array<std::byte, block> tail_{};
  std::size_t waiting_{0};
  std::uint64_t length_{0};
};

/// Throws InputError for a file that cannot be used, with the reason of the system or this one.
[[noreturn]] void fail_with_file(const char* what, const std::filesystem::path& path, const std::string& why = {});

/// An open file; every call throws InputError where it fails.
class CheckedFile {
 public:
  enum class Use { read, write_new };

  CheckedFile(std::filesystem::path path, Use use);
  ~CheckedFile();
  CheckedFile(const CheckedFile&) = delete;
  CheckedFile& operator=(const CheckedFile&) = delete;

  void write(std::span<const std::byte> bytes) const;
  /// Ends the file: it is on the disk where this returns.
  void close();
  void read(std::uint64_t at, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path path_;
  int number_;
};

/// Writes a file piece after piece, each while the next one is made.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& path) : file_(path, CheckedFile::Use::write_new) {}

  /// Writes what fill(bytes) fills.
  template <class Fill>
  void add(std::size_t bytes, const Fill& fill) {
    std::vector<std::byte>& piece = pieces_[next_];
    next_ = 1 - next_;
    piece.resize(bytes);
    fill(std::span<std::byte>(piece));
    wait();
    written_ = std::async(std::launch::async, [this, &piece] {
      checksum_.add(piece);
      file_.write(piece);
    });
    bytes_ += bytes;
  }
  std::uint64_t bytes() const { return bytes_; }
  /// Ends the file and gives its checksum.
  std::uint64_t close() {
    wait();
    file_.close();
    return checksum_.value();
  }

 private:
  void wait() {
    if (written_.valid()) written_.get();
  }

  CheckedFile file_;
  Checksum checksum_;
  std::array<std::vector<std::byte>, 2> pieces_;
  std::size_t next_{0};
  std::uint64_t bytes_{0};
  std::future<void> written_;  ///< the last one here, so that it ends before the rest does
};

}  // namespace perm
