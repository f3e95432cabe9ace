// SPDX-License-Identifier: Apache-2.0
#include "app/commands/batch_images.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <system_error>

#include "app/options/batch_options.hpp"
#include "core/errors.hpp"
#include "core/run_inputs.hpp"
#include "core/text_file.hpp"
#include "image/image_reader.hpp"
#include "input/csv_table.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

// Files of a folder that are images by themselves, and those that are slices of one.
constexpr std::array image_endings{".tif", ".tiff", ".mha", ".mhd", ".nrrd",   ".nhdr", ".npy", ".nii",
                                   ".vtk", ".raw",  ".mrc", ".rec", ".nii.gz", ".gipl", ".ini", ".raw.gz"};
constexpr std::array header_endings{".mha", ".mhd", ".nrrd", ".nhdr"};
constexpr std::array slice_endings{".tif", ".tiff", ".png", ".bmp", ".jpg", ".jpeg", ".jp2", ".j2k", ".dcm", ".dicom"};

template <class Endings>
bool ends_as(const fs::path& path, const Endings& endings) {
  std::string name = path.filename().string();
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(endings, [&name](const char* ending) { return name.ends_with(ending); });
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error))
    if (!entry->path().filename().string().starts_with('.')) entries.push_back(entry->path());
  if (error)
    throw InputError(fmt::format("Cannot read the folder '{}'", folder.string()), error.message(),
                     "Check the path and its permissions");
  std::ranges::sort(entries);
  return entries;
}

bool holds_slices(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error))
    if (ends_as(entry->path(), slice_endings)) return true;
  return false;
}

BatchImage image_at(const fs::path& path) { return {{}, path.string(), path, {}, {}}; }

/// Gives the files in which a header says that its voxels are, as far as it can be read.
std::vector<fs::path> voxels_of(const fs::path& header) {
  const OpenedFiles opened;
  try {
    open_image(header);
  } catch (const InputError&) {  // its row will say what is wrong with it
  }
  std::vector<fs::path> files = opened.paths();
  std::erase(files, header);
  return files;
}

/// A folder's images are its files and its folders of slices. Voxels that lie beside a header are part of its image.
std::vector<BatchImage> images_in(const fs::path& folder) {
  std::vector<BatchImage> images;
  std::error_code none;
  const std::vector<fs::path> entries = entries_of(folder);
  std::set<fs::path> parts;  // of images whose headers are in the folder
  for (const fs::path& entry : entries)
    if (ends_as(entry, header_endings) && fs::is_regular_file(entry, none))
      for (const fs::path& voxels : voxels_of(entry)) parts.insert(voxels.lexically_normal());
  for (const fs::path& entry : entries) {
    const bool is_folder = fs::is_directory(entry, none);
    if (is_folder ? holds_slices(entry) : ends_as(entry, image_endings) && !parts.contains(entry.lexically_normal()))
      images.push_back(image_at(entry));
  }
  if (images.empty())
    throw InputError(fmt::format("No image is in '{}'", folder.string()),
                     "it holds no file with the ending of an image or a recipe, and no folder of slices",
                     "Name another folder, or a table (.csv) with a column 'input'");
  return images;
}

std::vector<BatchImage> images_named(const std::string& pattern) {
  glob_t found{};
  const int failed = ::glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
  std::vector<BatchImage> images;
  for (std::size_t i = 0; failed == 0 && i < found.gl_pathc; ++i) images.push_back(image_at(found.gl_pathv[i]));
  ::globfree(&found);
  if (images.empty())
    throw InputError(fmt::format("No file has a name like '{}'", pattern),
                     failed == GLOB_ABORTED ? "a folder cannot be read" : "", "Check the path and its permissions");
  return images;
}

std::vector<std::string> columns_of(const CsvTable& table, const std::string& list) {
  std::vector<std::string> columns = table.head.cells;
  std::set<std::string> known;
  for (std::string& column : columns) {
    if (column.empty())
      throw InputError(fmt::format("'{}' has a column without a name", list), "its first line names the columns",
                       "Name it by an option of solve, without dashes, or leave it out");
    require_row_option(column, list);
    if (column == "path") column = "input";
    if (!known.insert(column).second)
      throw InputError(fmt::format("'{}' has the column '{}' twice", list, column), "", "Leave one out");
  }
  if (!known.contains("input"))
    throw InputError(fmt::format("'{}' has no column 'input'", list), "it holds the path of each image",
                     "Write the names of the columns into the first line, for example: input,voxel-size");
  return columns;
}

std::vector<BatchImage> images_of_table(const std::string& list) {
  const CsvTable table = parse_csv(read_text_file(list, "the list"), list);
  const std::vector<std::string> columns = columns_of(table, list);
  const fs::path folder = fs::path(list).parent_path();
  std::vector<BatchImage> images;
  for (const CsvLine& line : table.lines) {
    BatchImage& image = images.emplace_back();
    for (std::size_t i = 0; i < std::min(columns.size(), line.cells.size()); ++i) {
      if (columns[i] == "name")
        image.name = line.cells[i];
      else if (columns[i] == "input")
        image.input = line.cells[i];
      else if (!line.cells[i].empty())
        image.options[columns[i]] = line.cells[i];
    }
    image.path = folder / image.input;
    const auto refuse = [&](const std::string& problem, const std::string& why, const std::string& remedy) {
      image.problem.emplace(fmt::format("Line {} of the list {}", line.number, problem), why, remedy);
    };
    if (line.cells.size() != columns.size())
      refuse(fmt::format("has {} cells", line.cells.size()), fmt::format("there are {} columns", columns.size()),
             "Give each column a cell, which may be empty, and put a cell with commas into quotes");
    else if (image.input.empty())
      refuse("names no image", "its cell 'input' is empty", "Give the path of an image");
    else if (image.input.find('\0') != std::string::npos)
      refuse("names no file", "the name holds a byte 0", "Correct it");
  }
  if (images.empty())
    throw InputError(fmt::format("'{}' names no image", list), "it has one line, which names the columns",
                     "Add a line for each image");
  return images;
}

}  // namespace

std::vector<BatchImage> find_batch_images(const std::string& list) {
  std::error_code none;
  if (fs::is_directory(list, none)) return images_in(list);
  const bool is_table = ends_as(list, std::array{".csv", ".tsv"});
  if (is_table && list.find_first_of("*?[") == std::string::npos) return images_of_table(list);
  if (fs::exists(list, none)) return is_table ? images_of_table(list) : std::vector{image_at(list)};
  if (list.find_first_of("*?[") != std::string::npos) return images_named(list);
  if (list.find(":/") != std::string::npos) return {image_at(list)};  // a dataset in a file
  throw InputError(fmt::format("Cannot find '{}'", list), "no such file or folder", "Check the path");
}

}  // namespace perm
