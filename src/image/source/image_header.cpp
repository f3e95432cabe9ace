// SPDX-License-Identifier: Apache-2.0
#include "image/source/image_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/units.hpp"

namespace perm {

bool is_addressable(const Extent& extent, std::int64_t voxel_size) {
  const std::int64_t limit =
      std::numeric_limits<std::int64_t>::max() / voxel_size / static_cast<std::int64_t>(sizeof(double));
  return extent.nx <= limit && extent.ny <= limit / extent.nx && extent.nz <= limit / extent.nx / extent.ny;
}

void require_memory(const ImageHeader& header, const std::filesystem::path& path, const std::string& remedy) {
  if (const auto limit = find_tightest_memory_limit(); limit && header.bytes() > limit->free)
    throw InputError(fmt::format("Cannot read '{}'", path.string()),
                     fmt::format("{} of {} need {} of memory, {} are free{}", to_string(header.extent),
                                 name_of(header.type), format_bytes(static_cast<double>(header.bytes())),
                                 format_bytes(static_cast<double>(limit->free)), limit->where),
                     remedy);
}

void WholeImage::read_plane(std::int64_t z, std::span<std::byte> voxels) {
  const std::int64_t bytes = plane_bytes();
  std::copy_n(voxels_->begin() + z * bytes, bytes, voxels.begin());
}

}  // namespace perm
