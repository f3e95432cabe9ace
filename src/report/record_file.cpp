// SPDX-License-Identifier: Apache-2.0
#include "report/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/hashes.hpp"
#include "core/run_inputs.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view sum_key = ",\"sum\":\"";
constexpr std::size_t sum_digits = 16;

/// Opens a regular file; a link at its end is not followed, and nothing is waited for.
int open_regular(const fs::path& path, int flags, const std::string& problem) {
  const int descriptor = ::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  const std::string advice = "Remove it, or name another folder with --output";
  if (descriptor < 0 && errno == ELOOP) throw InputError(problem, "it is a link, which is not followed", advice);
  if (descriptor < 0 && errno == ENXIO) throw InputError(problem, "it is a pipe or a device", advice);
  if (descriptor < 0)
    throw InputError(problem, std::generic_category().message(errno),
                     "See that it is a file that you may read and write, or name another folder with --output");
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
  ::close(descriptor);
  throw InputError(problem, S_ISDIR(status.st_mode) ? "it is a folder" : "it is a pipe or a device", advice);
}

std::string sum_of(std::string_view text) {
  FnvHash hash;
  for (const char c : text) hash.add_byte(static_cast<unsigned char>(c));
  return fmt::format("{:016x}", hash.value());
}

}  // namespace

std::string read_own_file(const fs::path& path) {
  const std::string problem = fmt::format("Cannot read '{}'", path.string());
  const int descriptor = open_regular(path, O_RDONLY, problem);
  std::string text;
  ssize_t got = 0;
  int error = 0;
  try {
    std::string part(std::size_t{1} << 16U, '\0');
    while ((got = ::read(descriptor, part.data(), part.size())) > 0 || (got < 0 && errno == EINTR))
      if (got > 0) text.append(part, 0, static_cast<std::size_t>(got));
    error = errno;
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
  if (got < 0)
    throw InputError(problem, std::generic_category().message(error),
                     "See that the disk works, or name another folder with --output");
  return text;
}

std::vector<fs::path> own_files_in(const fs::path& folder, std::string_view begin, std::string_view end) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return files;
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end))
      files.push_back(entry->path());
  }
  if (error)
    throw InputError(fmt::format("Cannot read the folder '{}'", folder.string()), error.message(),
                     "See that the disk works, or name another folder with --output");
  std::ranges::sort(files);
  return files;
}

std::string seal_record(std::string json) {
  json.pop_back();
  const std::string sum = sum_of(json);
  return json.append(sum_key).append(sum).append("\"}\n");
}

bool is_sealed(std::string_view line) {
  constexpr std::size_t seal = sum_key.size() + sum_digits + 2;
  if (line.size() <= seal) return false;
  const std::string_view json = line.substr(0, line.size() - seal);
  return line.substr(json.size()) == std::string(sum_key) + sum_of(json) + "\"}";
}

RecordFile::~RecordFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

namespace {

/// Says whether records may be added to what a file holds: it is empty, or begins as a file of records does, or names
/// this program.
bool holds_records(const std::string& text) {
  return text.empty() || text.front() == '\n' || text.find("\"program\":\"") != std::string::npos;
}

}  // namespace

void RecordFile::open() {
  std::error_code none;
  if (fs::is_regular_file(fs::symlink_status(path_, none)) && !holds_records(read_own_file(path_)))
    throw InputError(fmt::format("Cannot write '{}'", path_.string()),
                     "it is there already, and nothing says that this program wrote it",
                     "Remove it, or name another folder with --output");
  std::error_code ignored;  // an error is ignored here, because opening the file then fails
  fs::create_directories(path_.parent_path(), ignored);
  claim_output(path_);
  descriptor_ = open_regular(path_, O_WRONLY | O_APPEND | O_CREAT, fmt::format("Cannot write '{}'", path_.string()));
  write("\n");  // ends a line that an earlier run left unfinished
}

void RecordFile::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw InputError(fmt::format("Cannot write '{}'", path_.string()), std::generic_category().message(errno),
                       "Free some space or choose another place with --output");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void RecordFile::append(const std::string& line) {
  if (descriptor_ < 0) open();
  write(line);
}

}  // namespace perm
