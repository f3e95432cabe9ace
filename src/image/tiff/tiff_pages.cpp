// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "image/tiff/tiff_directories.hpp"

namespace perm {
namespace {

/// Channels, and moments of time of a volume, are no slices.
void require_slices(const TiffDirectories& file) {
  const TiffDescription& says = file.description();
  if (says.channels > 1)
    file.fail(fmt::format("its pages are {} channels of {} slices", says.channels, says.slices),
              "Save one channel by itself; if they are slices, say so in the program that wrote it (ImageJ: Image > "
              "Properties)");
  if (says.frames > 1 && says.slices > 1)
    file.fail(fmt::format("its pages are {} moments of {} slices", says.frames, says.slices),
              "Save the volume of one moment by itself");
}

/// Says what a reader of K has to know: voxels whose values are not what the pictures of other programs show.
std::vector<std::string> warnings_of(const TiffPage& page) {
  if (page.photometric == 0)
    return {
        "the file says that 0 is white: its values are taken as they are stored, and other programs show them "
        "inverted"};
  if (page.photometric == 3)
    return {"the file has a palette: its indices are taken as values, and other programs show the colours of them"};
  return {};
}

}  // namespace

TiffPages read_tiff_pages(const std::filesystem::path& path) {
  TiffDirectories file(path);
  const std::vector<TiffDirectories::Place> places = file.pages();
  TiffPages pages{places.front().page, {}, file.notes(), file.bytes(), file.is_big_endian()};
  for (const auto& [page, offset] : places) {
    if (page != pages.each)
      file.fail(fmt::format("page {} is {} and page 1 is {}", pages.offsets.size() + 1, to_string(page),
                            to_string(pages.each)),
                "Save all pages with one size and one type");
    pages.offsets.push_back(offset);
  }
  require_slices(file);
  pages.notes.warnings = warnings_of(pages.each);
  const std::int64_t images = file.description().images;
  if (images > std::ssize(places)) {
    // Only the voxels of the first image have tags: they must lie as all the others do.
    const std::vector<FileRange>& voxels = file.voxels();
    const bool is_one_piece = std::ranges::adjacent_find(voxels, [](const FileRange& before, const FileRange& range) {
                                return before.end != range.begin;
                              }) == voxels.end();
    if (places.size() != 1 || !is_one_piece || pages.each.compression != 1 || pages.each.tiled || pages.each.bits < 8 ||
        pages.each.orientation != 1)
      file.fail(fmt::format("ImageJ says that it has {} images, and it has {} pages", images, places.size()),
                TiffDirectories::export_again);
    pages.images_of_imagej = images;
    const std::uint64_t begin = voxels.front().begin;
    const std::uint64_t plane = voxels.back().end - begin;
    pages.first_voxel_byte = static_cast<std::int64_t>(begin);
    const auto count = static_cast<std::uint64_t>(images);
    if (count <= (static_cast<std::uint64_t>(file.bytes()) - begin) / plane)  // else the file is cut short
      file.require_no_overlap({{begin, begin + count * plane, 1}});
  }
  return pages;
}

}  // namespace perm
