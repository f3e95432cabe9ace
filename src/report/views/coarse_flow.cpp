// SPDX-License-Identifier: Apache-2.0
#include "report/views/coarse_flow.hpp"

#include <algorithm>

namespace perm {
namespace {

std::int64_t blocks_of(std::int64_t voxels, std::int64_t edge) { return (voxels + edge - 1) / edge; }

Extent in_blocks(const Extent& image, std::int64_t edge) {
  return {blocks_of(image.nx, edge), blocks_of(image.ny, edge), blocks_of(image.nz, edge)};
}

/// Gives how many voxels lie along one edge of a block, which may end with the image.
std::int64_t voxels_along(std::int64_t voxels, std::int64_t edge, std::int64_t block) {
  return std::min(edge, voxels - block * edge);
}

/// Says whether plane z is the last one of its layer of blocks.
bool ends_layer(const Extent& image, std::int64_t edge, std::int64_t z) {
  return (z + 1) % edge == 0 || z + 1 == image.nz;
}

}  // namespace

std::int64_t block_edge(const Extent& image, std::int64_t most) {
  return std::max<std::int64_t>(blocks_of(std::max({image.nx, image.ny, image.nz}), most), 1);
}

CoarseFlowMaker::CoarseFlowMaker(const Extent& image, std::int64_t most_cells) {
  flow_.image = image;
  flow_.edge = block_edge(image, most_cells);
  flow_.extent = in_blocks(image, flow_.edge);
  flow_.share.resize(static_cast<std::size_t>(flow_.extent.voxels()));
  flow_.velocity.resize(flow_.share.size());
  sums_.resize(static_cast<std::size_t>(flow_.extent.plane_voxels()));
}

void CoarseFlowMaker::add_plane(std::int64_t z, std::span<const float> velocity, std::span<const float> density) {
  const Extent& image = flow_.image;
  std::size_t voxel = 0;
  for (std::int64_t y = 0; y < image.ny; ++y) {
    const std::size_t row = static_cast<std::size_t>(y / flow_.edge * flow_.extent.nx);
    for (std::int64_t x = 0; x < image.nx; ++x, ++voxel) {
      if (!(density[voxel] > 0)) continue;
      std::array<double, 4>& sum = sums_[row + static_cast<std::size_t>(x / flow_.edge)];
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += static_cast<double>(velocity[3 * voxel + axis]);
      sum[3] += 1;
    }
  }
  if (ends_layer(image, flow_.edge, z)) finish_layer(z / flow_.edge);
}

void CoarseFlowMaker::finish_layer(std::int64_t z) {
  const Extent& image = flow_.image;
  const std::int64_t deep = voxels_along(image.nz, flow_.edge, z);
  std::size_t place = 0;
  for (std::int64_t y = 0; y < flow_.extent.ny; ++y)
    for (std::int64_t x = 0; x < flow_.extent.nx; ++x, ++place) {
      const auto voxels =
          static_cast<double>(deep * voxels_along(image.ny, flow_.edge, y) * voxels_along(image.nx, flow_.edge, x));
      const std::size_t cell = flow_.cell(x, y, z);
      for (std::size_t axis = 0; axis < 3; ++axis)
        flow_.velocity[cell][axis] = static_cast<float>(sums_[place][axis] / voxels);
      flow_.share[cell] = static_cast<float>(sums_[place][3] / voxels);
      sums_[place] = {};
    }
}

CoarseFlow CoarseFlowMaker::take(double unit) {
  for (std::array<float, 3>& velocity : flow_.velocity)
    for (float& component : velocity) component = static_cast<float>(static_cast<double>(component) / unit);
  return std::move(flow_);
}

CoarsePoresMaker::CoarsePoresMaker(const Extent& image, std::int64_t most_cells)
    : image_(image),
      edge_(block_edge(image, most_cells)),
      pores_(in_blocks(image, edge_)),
      counts_(static_cast<std::size_t>(pores_.extent().plane_voxels())) {}

void CoarsePoresMaker::add_plane(std::int64_t z, std::span<const float> density) {
  const Extent& blocks = pores_.extent();
  std::size_t voxel = 0;
  for (std::int64_t y = 0; y < image_.ny; ++y)
    for (std::int64_t x = 0; x < image_.nx; ++x, ++voxel)
      if (density[voxel] > 0) ++counts_[static_cast<std::size_t>(y / edge_ * blocks.nx + x / edge_)];
  if (!ends_layer(image_, edge_, z)) return;
  const std::int64_t layer = z / edge_;
  std::size_t place = 0;
  for (std::int64_t y = 0; y < blocks.ny; ++y)
    for (std::int64_t x = 0; x < blocks.nx; ++x, ++place) {
      const std::int64_t voxels =
          voxels_along(image_.nx, edge_, x) * voxels_along(image_.ny, edge_, y) * voxels_along(image_.nz, edge_, layer);
      if (2 * counts_[place] >= voxels && counts_[place] > 0) pores_.set_pore(x, y, layer);
      counts_[place] = 0;
    }
}

}  // namespace perm
