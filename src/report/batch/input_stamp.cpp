// SPDX-License-Identifier: Apache-2.0
#include "report/batch/input_stamp.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdint>
#include <string_view>
#include <system_error>

#include "core/hashes.hpp"
#include "core/printable_text.hpp"
#include "report/earlier_results.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

void add_text(FnvHash& hash, std::string_view text) {
  for (const char c : text) hash.add_byte(static_cast<unsigned char>(c));
  hash.add_byte(0);
}

/// Adds name, size and time of what is at `path`, links followed.
void add_file(FnvHash& hash, const fs::path& path) {
  add_text(hash, path.filename().string());
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    hash.add_byte(1);
    return;
  }
  hash.add(static_cast<std::uint64_t>(status.st_size), 8);
  for (const timespec& time : {status.st_mtim, status.st_ctim}) {  // the second one changes at every write
    hash.add(static_cast<std::uint64_t>(time.tv_sec), 8);
    hash.add(static_cast<std::uint64_t>(time.tv_nsec), 8);
  }
}

}  // namespace

std::string stamp_of_input(const fs::path& input, const std::vector<fs::path>& files) {
  FnvHash hash;
  for (const fs::path& file : files) add_file(hash, file);
  std::error_code none;
  const std::string whole = path_of_input(fs::absolute(input, none));
  return fmt::format("{} {:016x}", printable_line(whole), hash.value());
}

}  // namespace perm
