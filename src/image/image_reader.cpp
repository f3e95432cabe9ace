// SPDX-License-Identifier: Apache-2.0
// Chooses the reader by two facts: whether the path is a folder, and which ending it has.
#include "image/image_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/errors.hpp"
#include "image/formats.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr const char* known_endings = ".tif .tiff .mha .mhd .nrrd .nhdr .npy .raw .raw.gz";

bool is_image_ending(const std::string& ending) {
  return !ending.empty() && std::string(known_endings).append(" ").find(ending + ' ') != std::string::npos;
}

}  // namespace

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

void require_readable_file(const fs::path& path) {
  const std::string problem = fmt::format("Cannot open '{}'", path.string());
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(problem, "no such file or folder", "Check the path");
  if (fs::is_directory(status)) throw InputError(problem, "it is a folder", "Name a file");
  if (!fs::is_regular_file(status)) throw InputError(problem, "it is not a regular file", "Name a file on a disk");
  const std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(problem, std::generic_category().message(errno), "Check its permissions");
  if (fs::file_size(path, error) == 0) throw InputError(problem, "it is empty", "Copy or export the image again");
}

std::unique_ptr<PlaneSource> open_image(const fs::path& path, const std::optional<RawLayout>& raw,
                                        DataFiles data_files) {
  const std::string ending = ending_of(path);
  const std::string problem = fmt::format("Cannot open '{}'", path.string());
  std::error_code ignored;
  if (raw && ending != ".raw" && fs::exists(path, ignored) && ending != ".gz")
    throw InputError(problem, "a size and type are given, but only .raw files do not say their own",
                     "Leave out --dims, or give the file the ending .raw");
  if (fs::is_directory(path, ignored)) {
    if (is_image_ending(ending))
      throw InputError(problem, fmt::format("it ends in {} but is a folder", ending),
                       "Name a file, or rename the folder if it holds slices");
    return open_slices(path);
  }
  require_readable_file(path);
  const bool gzipped_raw = ending == ".gz" && ending_of(path.stem()) == ".raw";
  if (ending == ".gz" && !gzipped_raw)
    throw InputError(problem, "it is compressed with gzip", fmt::format("Unpack it first: gunzip '{}'", path.string()));
  if (ending == ".raw" || gzipped_raw) {
    if (!raw) throw InputError(problem, "a .raw file does not say its size and type", "Give --dims and --dtype");
    return open_raw(path, *raw);
  }
  if (ending == ".tif" || ending == ".tiff") return open_tiff(path);
  if (ending == ".mha" || ending == ".mhd") return open_meta(path, data_files);
  if (ending == ".npy") return open_npy(path);
  if (ending == ".nrrd" || ending == ".nhdr") return open_nrrd(path, data_files);
  throw InputError(problem, ending.empty() ? "its name has no ending" : fmt::format("images do not end in {}", ending),
                   fmt::format("Give a file that ends in one of {}, or a folder of .tif slices", known_endings));
}

}  // namespace perm
