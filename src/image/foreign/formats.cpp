// SPDX-License-Identifier: Apache-2.0
// Names of files and folders say which reader they need.
#include "image/foreign/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "image/source/readable_file.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 11> names_for_files{".png", ".bmp", ".jpg",  ".jpeg", ".jp2",  ".j2k",
                                                           ".mrc", ".rec", ".gipl", ".dcm",  ".dicom"};
constexpr std::array<std::string_view, 5> names_for_hdf5{".h5", ".hdf5", ".hdf", ".nc", ".nc4"};

/// What can be said of a format in one sentence. {} is the path.
constexpr std::array<std::pair<std::string_view, const char*>, 12> ways_to_convert{{
    {".vti", "Open it in ParaView and save it as Meta Image (.mhd)"},
    {".am", "Export it from Avizo or Amira as TIFF, or as raw data and give --dims and --dtype"},
    {".txrm", "Export it from the software of the scanner (Zeiss) as TIFF"},
    {".txm", "Export it from the software of the scanner (Zeiss) as TIFF"},
    {".vol", "Where it holds bare voxels, give it the ending .raw, and --dims and --dtype as the file beside it says"},
    {".rek", "Give it the ending .raw, and --dims, --dtype uint16 and --offset 2048 where its header has that length"},
    {".mat", "In Python: numpy.save('image.npy', scipy.io.loadmat('{}')['NAME'])"},
    {".npz", "In Python: numpy.save('image.npy', numpy.load('{}')['NAME'])"},
    {".tar", "Unpack it first: tar -xf '{}'"},
    {".tgz", "Unpack it first: tar -xf '{}'"},
    {".zip", "Unpack it first: unzip '{}'"},
    {".gif", "Save it as PNG or TIFF, grey and not coloured"},
}};

template <class Names>
bool is_among(const Names& names, const fs::path& path) {
  return std::ranges::find(names, ending_of(path)) != names.end();
}

bool begins_like_dicom(const fs::path& path) {
  constexpr std::int64_t preamble = 128;
  std::array<std::byte, 4> word{};
  try {
    const ReadableFile file(path, ReadFor::look);
    return file.read_some_at(preamble, word) == word.size() && word[0] == std::byte{'D'} && word[1] == std::byte{'I'} &&
           word[2] == std::byte{'C'} && word[3] == std::byte{'M'};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return false;  // an empty file, for instance, is none
  }
}

}  // namespace

std::string foreign_endings() { return fmt::format("{}", fmt::join(names_for_files, " ")); }
bool is_foreign_name(const fs::path& path) { return is_among(names_for_files, path); }
bool is_hdf5_name(const fs::path& path) { return is_among(names_for_hdf5, path); }

std::optional<DatasetName> split_dataset_name(const fs::path& path) {
  std::error_code ignored;
  const std::string name = path.string();
  const bool exists = fs::exists(path, ignored);
  if (exists) return is_hdf5_name(path) ? std::optional(DatasetName{path, {}}) : std::nullopt;
  std::optional<DatasetName> split;  // at the first colon behind a name of HDF5, or that of a file that exists
  for (auto colon = name.find(":/"); colon != std::string::npos; colon = name.find(":/", colon + 1)) {
    const fs::path file = name.substr(0, colon);
    if (!is_hdf5_name(file) || (split && !fs::is_regular_file(file, ignored))) continue;
    if (!split || !fs::is_regular_file(split->file, ignored)) split = DatasetName{file, name.substr(colon + 1)};
  }
  return split;
}

bool holds_dicom(const fs::path& folder) {
  constexpr int most_looks = 16;  // into files that have no ending; names of DICOM files may be numbers with dots
  int looks = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string ending = ending_of(entry->path());
    if (ending == ".dcm" || ending == ".dicom") return true;
    const bool is_number = ending.find_first_not_of(".0123456789") == std::string::npos;
    if (is_number && entry->is_regular_file(error) && looks++ < most_looks && begins_like_dicom(entry->path()))
      return true;
  }
  return false;
}

std::string advice_to_convert(const fs::path& path) {
  const std::string ending = ending_of(path);
  for (const auto& [known, advice] : ways_to_convert)
    if (ending == known) return fmt::format(fmt::runtime(advice), path.string());
  return {};
}

}  // namespace perm
