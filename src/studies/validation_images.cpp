// SPDX-License-Identifier: Apache-2.0
#include "studies/validation_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "input/input.hpp"

namespace perm {
namespace {

const validation::ImagePart* image_of(const validation::Case& one) {
  for (const validation::Level& level : one.levels)
    for (const validation::Trial& trial : level.trials)
      if (trial.image) return &*trial.image;
  return nullptr;
}

/// Gives the bytes of a file, or of all files of a folder, and when the last of them was written.
std::string state_of(const std::filesystem::path& path) {
  std::error_code none;
  std::uintmax_t bytes = 0;
  auto written = std::filesystem::last_write_time(path, none);
  const auto add = [&](const std::filesystem::path& file) {
    bytes += std::filesystem::file_size(file, none);
    written = std::max(written, std::filesystem::last_write_time(file, none));
  };
  if (std::filesystem::is_directory(path, none))
    for (const auto& entry : std::filesystem::directory_iterator(path, none)) add(entry.path());
  else
    add(path);
  return fmt::format("{} bytes of {}", bytes, static_cast<std::int64_t>(written.time_since_epoch().count()));
}

}  // namespace

bool has_image(const validation::Case& one) { return image_of(one) != nullptr; }

std::vector<SkippedCases> take_out_missing_images(std::vector<validation::Case>& cases,
                                                  const std::optional<std::filesystem::path>& folder) {
  std::vector<SkippedCases> skipped;
  std::erase_if(cases, [&](const validation::Case& one) {
    const validation::ImagePart* image = image_of(one);
    if (image == nullptr) return false;
    std::error_code none;
    if (folder && std::filesystem::exists(*folder / image->file, none)) return false;
    auto of_image = std::ranges::find(skipped, image->file, &SkippedCases::image);
    if (of_image == skipped.end()) {
      skipped.push_back({image->file,
                         folder ? fmt::format("'{}' is not in '{}'", image->file, folder->string())
                                : fmt::format("no --images names a folder with '{}'", image->file),
                         {}});
      of_image = std::prev(skipped.end());
    }
    of_image->cases.push_back(one.name);
    return true;
  });
  return skipped;
}

PoreSource source_of(const validation::ImagePart& image, const std::filesystem::path& folder) {
  InputRequest options;
  options.path = folder / image.file;
  options.voxel_edges_m = std::array<double, 3>{1, 1, 1};  // K is wanted in voxels
  options.rule.pore = parse_grey_ranges(image.pore);
  options.crop = image.box;
  std::string box = "whole";
  if (image.box) {
    box = "box";
    for (const Range& range : *image.box) box += fmt::format(" {}:{}", range.first, range.last);
  }
  return {fmt::format("image '{}', {}, pore {}, {}", image.file, state_of(options.path), image.pore, box),
          [options](const Communicator& processes) { return read_input(options, {}, processes).pores; }};
}

}  // namespace perm
