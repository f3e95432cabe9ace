// SPDX-License-Identifier: Apache-2.0
// A folder of numbered TIFF slices. The number is the part of the names that differs: slice_2.tif comes before
// slice_10.tif, scan7_001_8bit.tif is number 1. One slice is in memory at a time.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/errors.hpp"
#include "image/source/readable_file.hpp"
#include "image/tiff/formats.hpp"
#include "image/tiff/tiff_image.hpp"

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
  for (const fs::directory_entry& entry : entries) {
    if (entry.path().filename().string().starts_with('.') || !image_endings.contains(ending_of(entry.path()))) continue;
    if (entry.is_directory(error))
      refuse(folder, fmt::format("'{}' is a folder", entry.path().filename().string()), "Rename or remove it");
    images.push_back(entry.path());
  }
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

/// Throws InputError where a slice is not what the first one is.
void require_alike(const fs::path& folder, const fs::path& slice, const TiffPages& pages, const fs::path& first,
                   const TiffPages& pages_of_first) {
  if (pages.offsets.size() != 1)
    refuse(folder, fmt::format("'{}' has {} pages", slice.filename().string(), pages.offsets.size()),
           "A slice has one; name the file itself to read its pages");
  TiffPage page = pages.each;
  page.compression = pages_of_first.each.compression;  // slices may be compressed and divided in different ways
  page.tiled = pages_of_first.each.tiled;
  page.subfile_type = pages_of_first.each.subfile_type;
  if (page != pages_of_first.each)
    refuse(folder,
           fmt::format("'{}' is {} and '{}' is {}", slice.filename().string(), to_string(page),
                       first.filename().string(), to_string(pages_of_first.each)),
           "All slices must have one size and one type");
}

/// What the sources of several threads share.
struct Stack {
  fs::path folder;
  std::vector<Slice> slices;
  TiffPages first;
};

class SliceFolder final : public DescribedPlanes {
 public:
  explicit SliceFolder(std::shared_ptr<const Stack> stack)
      : DescribedPlanes(header_of_stack(*stack), describe(*stack)), stack_(std::move(stack)) {}

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const Slice& slice = stack_->slices.at(static_cast<std::size_t>(z));
    TiffPlanes image(slice.path);
    require_alike(stack_->folder, slice.path, image.pages(), stack_->slices.front().path, stack_->first);
    image.read_plane(0, voxels);
  }
  std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<SliceFolder>(stack_); }

 private:
  static ImageHeader header_of_stack(const Stack& stack) {
    ImageHeader header = header_of(stack.first);
    header.extent.nz = std::ssize(stack.slices);
    return header;
  }
  static std::string describe(const Stack& stack) {
    return fmt::format("{} ({} TIFF slices, {} to {}, {})", stack.folder.string(), stack.slices.size(),
                       stack.slices.front().path.filename().string(), stack.slices.back().path.filename().string(),
                       name_of(header_of(stack.first).type));
  }

  std::shared_ptr<const Stack> stack_;
};

}  // namespace

std::unique_ptr<PlaneSource> open_slices(const fs::path& folder) {
  std::vector<Slice> slices = number_slices(folder, list_images(folder));
  std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
    return a.number != b.number ? a.number < b.number : a.path < b.path;
  });
  require_no_gap(folder, slices);
  TiffPages first = read_tiff_pages(slices.front().path);
  Stack stack{folder, std::move(slices), std::move(first)};
  for (const Slice& slice : stack.slices)
    require_alike(folder, slice.path, read_tiff_pages(slice.path), stack.slices.front().path, stack.first);
  return std::make_unique<SliceFolder>(std::make_shared<const Stack>(std::move(stack)));
}

}  // namespace perm
