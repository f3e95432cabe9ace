// SPDX-License-Identifier: Apache-2.0
#include "image/source/plane_source.hpp"

namespace perm {

void read_grey_plane(PlaneSource& image, std::int64_t z, std::span<double> grey) {
  std::vector<std::byte> voxels(static_cast<std::size_t>(image.plane_bytes()));
  image.read_plane(z, voxels);
  convert_to_grey(image.type(), voxels, grey);
}

}  // namespace perm
