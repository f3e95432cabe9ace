// SPDX-License-Identifier: Apache-2.0
#include "image/source/readable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/run_inputs.hpp"

namespace perm {
namespace fs = std::filesystem;

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

namespace {

void require_regular_file(const fs::path& path) {
  const std::string problem = fmt::format("Cannot open '{}'", path.string());
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(problem, "no such file or folder", "Check the path");
  if (fs::is_directory(status)) throw InputError(problem, "it is a folder", "Name a file");
  if (!fs::is_regular_file(status)) throw InputError(problem, "it is not a regular file", "Name a file on a disk");
  if (::access(path.c_str(), R_OK) != 0)
    throw InputError(problem, std::generic_category().message(errno), "Check its permissions");
  if (fs::file_size(path, error) == 0) throw InputError(problem, "it is empty", "Copy or export the image again");
}

}  // namespace

void require_readable_file(const fs::path& path) {
  require_regular_file(path);
  note_input(path);
}

ReadableFile::ReadableFile(std::filesystem::path path, ReadFor use) : path_(std::move(path)) {
  require_regular_file(path_);
  if (use == ReadFor::input) note_input(path_);
  // Whatever has taken the file's place since then, opening it does not wait.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail(std::generic_category().message(errno));
  struct stat status {};
  const bool is_regular = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  bytes_ = static_cast<std::int64_t>(status.st_size);
  if (is_regular) return;
  ::close(descriptor_);
  fail("it is not a regular file");
}

ReadableFile::~ReadableFile() { ::close(descriptor_); }

void ReadableFile::fail(const std::string& why) const {
  throw InputError(fmt::format("Cannot read '{}'", path_.string()), why,
                   "See that the file is whole and nothing writes to it");
}

std::size_t ReadableFile::read_some_at(std::int64_t offset, std::span<std::byte> out) const {
  constexpr std::size_t most_at_once = 1U << 30U;  // Linux reads at most 2 GiB at once
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t count = std::min(out.size() - done, most_at_once);
    const ssize_t got =
        ::pread(descriptor_, out.data() + done, count, static_cast<off_t>(offset) + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(std::generic_category().message(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void ReadableFile::read_at(std::int64_t offset, std::span<std::byte> out) const {
  const std::size_t got = read_some_at(offset, out);
  if (got < out.size())
    fail(fmt::format("it ends at byte {}, and had {} when it was opened", offset + static_cast<std::int64_t>(got),
                     bytes_));
}

}  // namespace perm
