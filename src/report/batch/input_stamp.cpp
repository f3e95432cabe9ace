// SPDX-License-Identifier: Apache-2.0
#include "report/batch/input_stamp.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
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
  hash.add(static_cast<std::uint64_t>(status.st_mtim.tv_sec), 8);
  hash.add(static_cast<std::uint64_t>(status.st_mtim.tv_nsec), 8);
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (fs::directory_iterator entry(folder, none); !none && entry != fs::directory_iterator(); entry.increment(none))
    if (entry->is_regular_file(none)) files.push_back(entry->path());
  std::ranges::sort(files);
  return files;
}

/// Gives the files that a header without voxels may stand for: the one it names, and those with its stem. The many
/// files that a header may name by a pattern or a list are found where they share its stem.
std::vector<fs::path> files_of_header(const fs::path& header) {
  std::vector<fs::path> files;
  std::ifstream file(header, std::ios::binary);
  std::string line;
  for (int lines = 0; lines < 200 && std::getline(file, line); ++lines) {
    const std::size_t cut = line.find_first_of("=:");
    if (cut == std::string::npos || !(line.starts_with("ElementDataFile") || line.starts_with("data"))) continue;
    std::string name = line.substr(cut + 1);
    name.erase(0, std::min(name.find_first_not_of(" \t="), name.size()));
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (!name.empty()) files.push_back(header.parent_path() / name);
  }
  for (const fs::path& other : files_in(header.parent_path()))
    if (other.stem() == header.stem()) files.push_back(other);
  return files;
}

}  // namespace

std::string stamp_of_input(const fs::path& input, const std::vector<fs::path>& beside) {
  FnvHash hash;
  std::error_code none;
  fs::path path = input;
  if (!fs::exists(path, none))
    if (const std::size_t dataset = path.string().find(":/"); dataset != std::string::npos)
      path = path.string().substr(0, dataset);
  if (fs::is_directory(path, none)) {
    for (const fs::path& file : files_in(path)) add_file(hash, file);
  } else {
    add_file(hash, path);
    if (path.extension() == ".mhd" || path.extension() == ".nhdr")
      for (const fs::path& file : files_of_header(path)) add_file(hash, file);
  }
  for (const fs::path& file : beside) add_file(hash, file);
  const std::string whole =
      path_of_input(path) + input.string().substr(std::min(path.string().size(), input.string().size()));
  return fmt::format("{} {:016x}", printable_line(fs::absolute(whole, none).string()), hash.value());
}

}  // namespace perm
