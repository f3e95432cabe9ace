// SPDX-License-Identifier: Apache-2.0
// A folder of numbered TIFF slices. The number is the part of the names that differs: slice_2.tif comes before
// slice_10.tif, scan7_001_8bit.tif is number 1. One slice is in memory at a time.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/tiff_image.hpp"

namespace perm {
namespace {
namespace fs = std::filesystem;

struct Slice {
  std::int64_t number{0};
  fs::path path;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void refuse(const fs::path& folder, const std::string& why, const std::string& remedy) {
  throw InputError(fmt::format("Cannot read the slices of '{}'", folder.string()), why, remedy);
}

/// Lists the image files of the folder, all of one ending; hidden files and files of other endings do not count.
std::vector<fs::path> list_images(const fs::path& folder) {
  static const std::set<std::string> image_endings{".tif", ".tiff", ".png", ".bmp", ".jpg", ".jpeg", ".gif"};
  std::vector<fs::path> images;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) refuse(folder, error.message(), "Check the permissions");
  for (const fs::directory_entry& entry : entries)
    if (!entry.is_directory(error) && !entry.path().filename().string().starts_with('.') &&
        image_endings.contains(ending_of(entry.path())))
      images.push_back(entry.path());
  if (images.empty()) refuse(folder, "no .tif or .tiff file is in it", "Name the folder that holds the slices");
  std::sort(images.begin(), images.end());  // the order of a folder differs between machines, messages should not
  for (const fs::path& image : images)
    if (ending_of(image) != ending_of(images.front()))
      refuse(
          folder,
          fmt::format("it mixes endings: '{}' and '{}'", images.front().filename().string(), image.filename().string()),
          "Leave the slices of one stack in the folder");
  if (const std::string ending = ending_of(images.front()); ending != ".tif" && ending != ".tiff")
    refuse(folder, fmt::format("its images are {}", ending), "Convert them to .tif, which is read");
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
std::vector<Slice> number_slices(const fs::path& folder, const std::vector<fs::path>& images) {
  std::vector<std::string> names;
  names.reserve(images.size());
  for (const fs::path& image : images) names.push_back(image.stem().string());
  if (names.size() == 1) return {{0, images.front()}};  // its number does not matter, it may have none
  const std::size_t front = shared_front(names);
  std::vector<Slice> slices;
  const auto end_of_number = [&](const std::string& name) {
    std::size_t end = front;
    while (end < name.size() && is_digit(name[end])) ++end;
    return end;
  };
  const std::string back = names[0].substr(end_of_number(names[0]));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const std::size_t end = end_of_number(name);
    Slice slice{0, images[i]};
    const auto [stop, error] = std::from_chars(name.data() + front, name.data() + end, slice.number);
    if (end == front || name.substr(end) != back)
      refuse(folder,
             fmt::format("'{}' and '{}' are not numbered alike", images[0].filename().string(),
                         images[end == front && i == 0 ? images.size() - 1 : i].filename().string()),
             "Leave the slices of one stack in the folder, named like slice_1.tif, slice_2.tif");
    if (error != std::errc{} || stop != name.data() + end)
      refuse(folder, fmt::format("the number of '{}' is too long", images[i].filename().string()), "Rename the slices");
    slices.push_back(std::move(slice));
  }
  return slices;
}

void require_no_gap(const fs::path& folder, const std::vector<Slice>& slices) {
  for (std::size_t i = 1; i < slices.size(); ++i) {
    const std::string before = slices[i - 1].path.filename().string();
    const std::string after = slices[i].path.filename().string();
    if (slices[i].number == slices[i - 1].number)
      refuse(folder, fmt::format("'{}' and '{}' have the same number", before, after), "Remove one of them");
    if (slices[i].number != slices[i - 1].number + 1)
      refuse(folder, fmt::format("slice {} is missing between '{}' and '{}'", slices[i - 1].number + 1, before, after),
             "Add it, or number the slices without a gap");
  }
}

class SliceFolder final : public PlaneSource {
 public:
  SliceFolder(fs::path folder, std::vector<Slice> slices) : folder_(std::move(folder)), slices_(std::move(slices)) {
    first_ = read_tiff_pages(slices_.front().path);
    header_ = header_of(first_);
    for (const Slice& slice : slices_) require_alike(slice, read_tiff_pages(slice.path));
  }

  Extent extent() const override {
    return {header_.extent.nx, header_.extent.ny, static_cast<std::int64_t>(slices_.size())};
  }

  void read_plane(std::int64_t z, std::span<double> grey) override {
    const Slice& slice = slices_.at(static_cast<std::size_t>(z));
    TiffPlanes image(slice.path);
    require_alike(slice, image.pages());
    image.read_plane(0, grey);
  }

  std::string description() const override {
    return fmt::format("{} ({} TIFF slices, {} to {}, {})", folder_.string(), slices_.size(),
                       slices_.front().path.filename().string(), slices_.back().path.filename().string(),
                       name_of(header_.type));
  }

 private:
  void require_alike(const Slice& slice, const TiffPages& pages) const {
    if (pages.offsets.size() != 1)
      refuse(folder_, fmt::format("'{}' has {} pages", slice.path.filename().string(), pages.offsets.size()),
             "A slice has one; name the file itself to read its pages");
    TiffPage page = pages.each;
    page.compression = first_.each.compression;  // slices may be compressed and divided in different ways
    page.tiled = first_.each.tiled;
    page.subfile_type = first_.each.subfile_type;
    if (page != first_.each)
      refuse(folder_,
             fmt::format("'{}' is {} and '{}' is {}", slice.path.filename().string(), to_string(page),
                         slices_.front().path.filename().string(), to_string(first_.each)),
             "All slices must have one size and one type");
  }

  fs::path folder_;
  std::vector<Slice> slices_;
  TiffPages first_;
  ImageHeader header_;
};

}  // namespace

std::unique_ptr<PlaneSource> open_slices(const fs::path& folder) {
  std::vector<Slice> slices = number_slices(folder, list_images(folder));
  std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
    return a.number != b.number ? a.number < b.number : a.path < b.path;
  });
  require_no_gap(folder, slices);
  require_readable_file(slices.front().path);
  return std::make_unique<SliceFolder>(folder, std::move(slices));
}

}  // namespace perm
