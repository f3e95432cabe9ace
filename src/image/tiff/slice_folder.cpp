// SPDX-License-Identifier: Apache-2.0
// A folder of TIFF slices. One slice is in memory at a time.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "core/errors.hpp"
#include "image/source/readable_file.hpp"
#include "image/tiff/formats.hpp"
#include "image/tiff/tiff_image.hpp"

namespace perm {
namespace {
namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& folder, const std::string& why, const std::string& remedy) {
  throw InputError(fmt::format("Cannot read the slices of '{}'", folder.string()), why, remedy);
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
  std::vector<fs::path> slices;
  TiffPages first;
};

class SliceFolder final : public DescribedPlanes {
 public:
  explicit SliceFolder(std::shared_ptr<const Stack> stack)
      : DescribedPlanes(header_of_stack(*stack), describe(*stack)), stack_(std::move(stack)) {}

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const fs::path& slice = stack_->slices.at(static_cast<std::size_t>(z));
    TiffPlanes image(slice);
    require_alike(stack_->folder, slice, image.pages(), stack_->slices.front(), stack_->first);
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
                       stack.slices.front().filename().string(), stack.slices.back().filename().string(),
                       name_of(header_of(stack.first).type));
  }

  std::shared_ptr<const Stack> stack_;
};

}  // namespace

std::unique_ptr<PlaneSource> open_slices(const fs::path& folder, const std::vector<fs::path>& slices) {
  Stack stack{folder, slices, read_tiff_pages(slices.front())};
  for (const fs::path& slice : slices)
    require_alike(folder, slice, read_tiff_pages(slice), slices.front(), stack.first);
  return std::make_unique<SliceFolder>(std::make_shared<const Stack>(std::move(stack)));
}

}  // namespace perm
