// SPDX-License-Identifier: Apache-2.0
#include "image/source/slice_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "image/source/readable_file.hpp"

namespace perm {
namespace {
namespace fs = std::filesystem;

struct NumberedSlice {
  std::int64_t number{0};
  fs::path path;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void refuse_names(const fs::path& folder, const std::string& why, const std::string& remedy) {
  throw InputError(fmt::format("Cannot read the slices of '{}'", folder.string()), why, remedy);
}

std::vector<fs::path> list_images(const fs::path& folder) {
  static const std::set<std::string> image_endings{".tif",  ".tiff", ".png", ".bmp", ".jpg",
                                                   ".jpeg", ".jp2",  ".j2k", ".gif"};
  std::vector<fs::path> images;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.filename().string().starts_with('.') || !image_endings.contains(ending_of(path))) continue;
    std::error_code ignored;
    if (entry->is_directory(ignored))
      refuse_names(folder, fmt::format("'{}' is a folder", path.filename().string()), "Rename or remove it");
    images.push_back(path);
  }
  if (error) refuse_names(folder, error.message(), "Check the permissions");
  std::sort(images.begin(), images.end());  // the order of a folder differs between machines, messages should not
  for (const fs::path& image : images)
    if (ending_of(image) != ending_of(images.front()))
      refuse_names(
          folder,
          fmt::format("it mixes endings: '{}' and '{}'", images.front().filename().string(), image.filename().string()),
          "Leave the slices of one stack in the folder");
  return images;
}

/// Counts the characters that all names share at the front, without the digits that end them.
std::size_t shared_front(const std::vector<std::string>& names) {
  std::size_t length = names.front().size();
  for (const std::string& name : names) {
    const auto differ = std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    length = std::min(length, static_cast<std::size_t>(differ.first - name.begin()));
  }
  while (length > 0 && is_digit(names.front()[length - 1])) --length;
  return length;
}

/// Finds the number in each name: the part between the parts that all names share.
std::vector<NumberedSlice> number_slices(const fs::path& folder, const std::vector<fs::path>& images) {
  std::vector<std::string> names;
  names.reserve(images.size());
  for (const fs::path& image : images) names.push_back(image.stem().string());
  if (names.size() == 1) return {{0, images.front()}};  // its number does not matter, it may have none
  const std::size_t front = shared_front(names);
  std::vector<NumberedSlice> slices;
  const auto end_of_number = [&](const std::string& name) {
    std::size_t end = front;
    while (end < name.size() && is_digit(name[end])) ++end;
    return end;
  };
  const std::string back = names[0].substr(end_of_number(names[0]));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const std::size_t end = end_of_number(name);
    NumberedSlice slice{0, images[i]};
    const auto [stop, error] = std::from_chars(name.data() + front, name.data() + end, slice.number);
    if (end == front || name.substr(end) != back)
      refuse_names(folder,
                   fmt::format("'{}' and '{}' are not numbered alike", images[0].filename().string(),
                               images[end == front && i == 0 ? images.size() - 1 : i].filename().string()),
                   "Leave the slices of one stack in the folder, named like slice_1.tif, slice_2.tif");
    if (error != std::errc{} || stop != name.data() + end)
      refuse_names(folder, fmt::format("the number of '{}' is too long", images[i].filename().string()),
                   "Rename the slices");
    slices.push_back(std::move(slice));
  }
  return slices;
}

void require_no_gap(const fs::path& folder, const std::vector<NumberedSlice>& slices) {
  for (std::size_t i = 1; i < slices.size(); ++i) {
    const std::string before = slices[i - 1].path.filename().string();
    const std::string after = slices[i].path.filename().string();
    if (slices[i].number == slices[i - 1].number)
      refuse_names(folder, fmt::format("'{}' and '{}' have the same number", before, after), "Remove one of them");
    if (slices[i].number != slices[i - 1].number + 1)
      refuse_names(folder,
                   fmt::format("slice {} is missing between '{}' and '{}'", slices[i - 1].number + 1, before, after),
                   "Add it, or number the slices without a gap");
  }
}

}  // namespace

std::vector<fs::path> find_slices(const fs::path& folder) {
  const std::vector<fs::path> images = list_images(folder);
  if (images.empty()) return {};
  std::vector<NumberedSlice> slices = number_slices(folder, images);
  std::sort(slices.begin(), slices.end(), [](const NumberedSlice& a, const NumberedSlice& b) {
    return a.number != b.number ? a.number < b.number : a.path < b.path;
  });
  require_no_gap(folder, slices);
  std::vector<fs::path> paths;
  paths.reserve(slices.size());
  for (NumberedSlice& slice : slices) paths.push_back(std::move(slice.path));
  return paths;
}

}  // namespace perm
