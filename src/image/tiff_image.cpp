// SPDX-License-Identifier: Apache-2.0
#include "image/tiff_image.hpp"

#include <fmt/format.h>
#include <itkTIFFImageIO.h>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/tiff_pages.hpp"

namespace perm {
namespace {

ImageHeader checked_header(itk::TIFFImageIO& io, const std::filesystem::path& path, TiffCheck check) {
  const std::vector<TiffPage> pages = read_tiff_pages(path, check);
  io.SetExpandRGBPalette(false);
  const ImageHeader header = read_header(io, path);
  const Extent promised{pages.front().width, pages.front().height, static_cast<std::int64_t>(pages.size())};
  if (header.extent != promised || 8 * size_of(header.type) != pages.front().bits)
    throw InputError(fmt::format("Cannot read '{}'", path.string()),
                     fmt::format("ITK finds {} {} where the file has {} pages of {}", to_string(header.extent),
                                 name_of(header.type), pages.size(), to_string(pages.front())),
                     "Save it as plain 8-bit, 16-bit or float grey TIFF");
  return header;
}

}  // namespace

ImageHeader read_tiff_header(const std::filesystem::path& path) {
  return checked_header(*itk::TIFFImageIO::New(), path, TiffCheck::directories);
}

TiffImage read_tiff(const std::filesystem::path& path) {
  const auto io = itk::TIFFImageIO::New();
  const ImageHeader header = checked_header(*io, path, TiffCheck::checksums);
  return {header, read_voxels(*io, header, path)};
}

std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path) {
  TiffImage image = read_tiff(path);
  return std::make_unique<WholeImage>(image.header, std::move(image.voxels),
                                      fmt::format("{} (TIFF, {})", path.string(), name_of(image.header.type)));
}

}  // namespace perm
