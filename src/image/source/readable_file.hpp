// SPDX-License-Identifier: Apache-2.0
// A regular file that is read at any place. Pipes, devices and folders are refused, because they may never end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace perm {

/// Gives the ending of a path in lower case: ".tif".
std::string ending_of(const std::filesystem::path& path);
/// Throws InputError when `path` is missing, a folder, no regular file, unreadable or empty. The file is an input of
/// the run (core/run_inputs.hpp).
void require_readable_file(const std::filesystem::path& path);

/// A file may be looked at to see what it is, without being an input.
enum class ReadFor { input, look };

class ReadableFile {
 public:
  /// Throws InputError when `path` is missing, no regular file, unreadable or empty.
  explicit ReadableFile(std::filesystem::path path, ReadFor use = ReadFor::input);
  ReadableFile(const ReadableFile&) = delete;
  ReadableFile& operator=(const ReadableFile&) = delete;
  ~ReadableFile();

  const std::filesystem::path& path() const { return path_; }
  /// Gives the bytes that the file had when it was opened.
  std::int64_t bytes() const { return bytes_; }
  /// Fills `out` with the bytes from `offset` on. Throws InputError when the file fails or ends before.
  void read_at(std::int64_t offset, std::span<std::byte> out) const;
  /// Does the same for at most out.size() bytes, and says how many there were.
  std::size_t read_some_at(std::int64_t offset, std::span<std::byte> out) const;

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::filesystem::path path_;
  int descriptor_{-1};
  std::int64_t bytes_{0};
};

}  // namespace perm
