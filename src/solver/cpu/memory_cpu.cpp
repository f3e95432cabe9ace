// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/memory_cpu.hpp"

#include <algorithm>

#include "lattice/tiles.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/make_cpu.hpp"

namespace perm {
namespace {

/// Gives the bytes of a lattice whose links take `link_bytes` and whose image has so many words.
template <class Real>
std::int64_t lattice_bytes(std::int64_t cells, std::int64_t link_bytes, std::int64_t words) {
  using Tiles = CpuTiles<Real>;
  constexpr auto real = static_cast<std::int64_t>(sizeof(Real));
  const std::int64_t tiles = tiles_before + Tiles::count(cells) + tiles_behind;
  return tiles * Tiles::values * real + (cells * real + 63) / 64 * static_cast<std::int64_t>(sizeof(GroupMasks)) +
         link_bytes + words * static_cast<std::int64_t>(sizeof(OccupancyWord));
}

template <class Real>
std::int64_t predict(const PoreSpace& pores, std::int64_t cells) {
  const std::int64_t links = std::min(predict_link_bytes(pores, cells, group_cells<Real>),
                                      most_link_bytes(pores.extent(), cells, sizeof(Real)));
  return lattice_bytes<Real>(cells, links, static_cast<std::int64_t>(pores.words().size()));
}

template <class Real>
std::int64_t predict_most(const Extent& extent, std::int64_t cells) {
  const std::int64_t words = (extent.nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits * extent.ny * extent.nz;
  return lattice_bytes<Real>(cells, most_link_bytes(extent, cells, sizeof(Real)), words);
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

std::int64_t most_cpu_bytes(const Extent& extent, std::int64_t cells, Precision precision) {
  return precision == Precision::float64 ? predict_most<double>(extent, cells) : predict_most<float>(extent, cells);
}

}  // namespace perm
