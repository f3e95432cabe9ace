// SPDX-License-Identifier: Apache-2.0
#include "core/saving/checked_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/hashes.hpp"

namespace perm {

void fail_with_file(const char* what, const std::filesystem::path& path, const std::string& why) {
  throw InputError(fmt::format("Cannot {} '{}'", what, path.string()),
                   why.empty() ? std::generic_category().message(errno) : why,
                   "Free some space, or choose another folder with --checkpoint");
}

void Checksum::add(std::span<const std::byte> bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    if (waiting_ == 0)
      for (; bytes.size() >= block; bytes = bytes.subspan(block)) take(bytes.data());
    const std::size_t more = std::min(bytes.size(), block - waiting_);
    std::copy_n(bytes.begin(), more, tail_.begin() + static_cast<std::ptrdiff_t>(waiting_));
    bytes = bytes.subspan(more);
    waiting_ = (waiting_ + more) % block;
    if (waiting_ == 0 && more > 0) take(tail_.data());
  }
}

std::uint64_t Checksum::value() const {
  Checksum last = *this;
  if (waiting_ > 0) {
    std::fill(last.tail_.begin() + static_cast<std::ptrdiff_t>(waiting_), last.tail_.end(), std::byte{0});
    last.take(last.tail_.data());
  }
  std::uint64_t sum = mix_bits(length_);
  for (const std::uint64_t lane : last.lanes_) sum = mix_bits(sum ^ lane);
  return sum;
}

void Checksum::take(const std::byte* bytes) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + 8 * lane, 8);
    const std::uint64_t mixed = (lanes_[lane] ^ word) * 0x9fb21c651e98df25U;
    lanes_[lane] = mixed << 29 | mixed >> 35;
  }
}

CheckedFile::CheckedFile(std::filesystem::path path, Use use)
    : path_(std::move(path)),
      number_(::open(path_.c_str(), (use == Use::read ? O_RDONLY : O_WRONLY | O_CREAT | O_EXCL) | O_CLOEXEC, 0666)) {
  if (number_ < 0) fail_with_file("open", path_);
}

CheckedFile::~CheckedFile() {
  if (number_ >= 0) ::close(number_);
}

void CheckedFile::write(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = ::write(number_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_with_file("write", path_);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
#ifdef SYNC_FILE_RANGE_WRITE
  ::sync_file_range(number_, 0, 0, SYNC_FILE_RANGE_WRITE);  // the disk begins now, and close() waits less
#endif
}

void CheckedFile::close() {
  const bool is_synced = ::fsync(number_) == 0 || errno == EINVAL || errno == ENOTSUP;
  if (!is_synced) fail_with_file("write", path_);
  if (::close(std::exchange(number_, -1)) != 0) fail_with_file("write", path_);
}

void CheckedFile::read(std::uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = ::pread(number_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_with_file("read", path_);
    if (done == 0) fail_with_file("read", path_, "it ends too early");
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    at += static_cast<std::uint64_t>(done);
  }
}

}  // namespace perm
