// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/memory_cpu.hpp"

#include <algorithm>

#include "lattice/tiles.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/make_cpu.hpp"

namespace perm {
namespace {

template <class Real>
std::int64_t predict(const PoreSpace& pores, std::int64_t cells) {
  using Tiles = CpuTiles<Real>;
  constexpr auto real = static_cast<std::int64_t>(sizeof(Real));
  const std::int64_t tiles = tiles_before + Tiles::count(cells) + tiles_behind;
  return tiles * Tiles::values * real + (cells * real + 63) / 64 * static_cast<std::int64_t>(sizeof(GroupMasks)) +
         std::min(predict_link_bytes(pores, cells, group_cells<Real>),
                  most_link_bytes(pores.extent(), cells, sizeof(Real))) +
         static_cast<std::int64_t>(pores.words().size() * sizeof(OccupancyWord));
}

}  // namespace

std::int64_t most_link_bytes(const Extent& extent, std::int64_t cells, std::size_t real) {
  // Short rows make short segments. A lattice whose odd step makes most of its links anew is three times slower.
  constexpr std::int64_t short_row = 32;
  const double usual = extent.nx < short_row ? 15.0 : 5.0;
  const double bytes_a_cell = usual * static_cast<double>(real) / sizeof(float);
  constexpr double bytes_a_solid_voxel = 0.2;
  return static_cast<std::int64_t>(bytes_a_cell * static_cast<double>(cells) +
                                   bytes_a_solid_voxel * static_cast<double>(extent.voxels() - cells));
}

std::int64_t predict_cpu_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision) {
  return precision == Precision::float64 ? predict<double>(pores, cells) : predict<float>(pores, cells);
}

}  // namespace perm
