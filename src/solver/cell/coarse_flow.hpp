// SPDX-License-Identifier: Apache-2.0
// Holds the flow of a coarser image, from which the flow of a finer image starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "core/range.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// Shows a coarse flow as a device reads it.
struct CoarseFlowView {
  const OccupancyWord* words;  ///< [z][y][word of the row], from the first of the rows on
  const CellField* values;     ///< of the pore voxels; first_cell of a word is the number of its first value here,
  std::uint32_t first_value;   ///< plus this number
  Extent extent;               ///< of the coarse image
  Range y;                     ///< the rows that are here; they may begin below 0 and end beyond the image, which is
  Range z;                     ///< periodic
  std::int64_t factor;         ///< fine voxels along the edge of a coarse one
  float velocity_unit;         ///< the unit of its velocities, expressed in the unit of the finer flow
};

/// So many coarse rows on each side of a fine voxel may be asked for its value.
inline constexpr std::int64_t coarse_reach = 3;

/// Gives the coarse rows (along one axis) from which the flow in the rows `fine` is interpolated.
constexpr Range coarse_rows_around(const Range& fine, std::int64_t factor) {
  return {fine.first / factor - coarse_reach, (fine.last - 1) / factor + coarse_reach + 1};
}

/// Holds rows of the flow of a coarser image: values of pores only, because solid would take most of the memory.
struct CoarseFlow {
  Extent extent;  ///< of the coarse image
  std::int64_t factor{2};
  double velocity_unit{1};  ///< the unit of the velocities, in the lattice units of the finer image
  Range y;                  ///< the rows that are here, as a CoarseFlowView has them
  Range z;
  std::vector<OccupancyWord> words;
  std::vector<CellField> values;

  /// Adds the next row, whose solid voxels have no_density.
  void add_row(std::span<const CellField> row);
  /// Adds the next row: `bits` are set where there is a pore, and `pores` begins with the values of these. Gives how
  /// many there were.
  std::size_t add_row(std::span<const std::uint32_t> bits, std::span<const CellField> pores);
  std::int64_t words_per_row() const { return (extent.nx + 31) / 32; }
  CoarseFlowView view() const {
    return {words.data(), values.data(), 0, extent, y, z, factor, static_cast<float>(velocity_unit)};
  }
};

namespace detail {

/// Gives the field of a coarse voxel; in solid the density is no_density and the velocity 0. Row (y, z) must be there.
PERM_HOST_DEVICE inline CellField coarse_voxel(const CoarseFlowView& flow, std::int64_t x, std::int64_t y,
                                               std::int64_t z) {
  const std::int64_t nx = flow.extent.nx;
  if (x < 0 || x >= nx) x = (x % nx + nx) % nx;  // divisions are slow, and most voxels need none
  const std::int64_t row = (z - flow.z.first) * (flow.y.last - flow.y.first) + y - flow.y.first;
  const OccupancyWord word = flow.words[row * ((nx + 31) / 32) + x / 32];
  const std::uint32_t bit = 1U << (x % 32);
  if ((word.bits & bit) == 0) return {no_density, {0, 0, 0}};
  return flow.values[word.first_cell - flow.first_value + count_bits(word.bits & (bit - 1U))];
}

/// Gives the mean density of the coarse pore voxels nearest to voxel (x, y, z), at most 3 away; 0 where there are none.
PERM_HOST_DEVICE inline float density_nearby(const CoarseFlowView& flow, std::int64_t x, std::int64_t y,
                                             std::int64_t z) {
  for (std::int64_t reach = 1; reach <= 3; ++reach) {
    float sum = 0;
    float count = 0;
    for (std::int64_t k = -reach; k <= reach; ++k)
      for (std::int64_t j = -reach; j <= reach; ++j)
        for (std::int64_t i = -reach; i <= reach; ++i) {
          const float density = coarse_voxel(flow, x + i, y + j, z + k).density;
          if (density == no_density) continue;
          sum += density;
          count += 1;
        }
    if (count > 0) return sum / count;
  }
  return 0;
}

}  // namespace detail

/// Gives the coarse flow at fine voxel (x, y, z) of the image. It is trilinear between the middles of coarse voxels;
/// the density is taken from pore voxels only. The result is a guess, so the image is taken as periodic whatever its
/// faces do.
PERM_HOST_DEVICE inline CellField interpolate(const CoarseFlowView& flow, std::int64_t x, std::int64_t y,
                                              std::int64_t z) {
  const std::int64_t position[3] = {x, y, z};
  std::int64_t first[3];
  float share[3];  // share of the voxel after the first
  for (int a = 0; a < 3; ++a) {
    const std::int64_t twice = 2 * position[a] + 1 - flow.factor;  // twice the distance from the first voxel's middle
    const std::int64_t period = 2 * flow.factor;
    first[a] = (twice + period) / period - 1;
    share[a] = static_cast<float>(twice - first[a] * period) / static_cast<float>(period);
  }
  CellField cell{};
  float weights = 0;
  for (int corner = 0; corner < 8; ++corner) {
    float weight = 1;
    std::int64_t at[3];
    for (int a = 0; a < 3; ++a) {
      const int after = corner >> a & 1;
      weight *= after == 1 ? share[a] : 1 - share[a];
      at[a] = first[a] + after;
    }
    const CellField voxel = detail::coarse_voxel(flow, at[0], at[1], at[2]);
    for (int a = 0; a < 3; ++a) cell.velocity[a] += weight * voxel.velocity[a];
    if (voxel.density == no_density) continue;
    weights += weight;
    cell.density += weight * voxel.density;
  }
  for (float& component : cell.velocity) component *= flow.velocity_unit;
  cell.density = weights > 0 ? cell.density / weights
                             : detail::density_nearby(flow, x / flow.factor, y / flow.factor, z / flow.factor);
  return cell;
}

namespace detail {

template <int A, class IsSolid>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void stop_in_gap(CellField& cell, const IsSolid& is_solid) {
  constexpr int up = d3q19::direction({A == 0 ? 1 : 0, A == 1 ? 1 : 0, A == 2 ? 1 : 0});
  if (is_solid(up) && is_solid(d3q19::opposite(up))) cell.velocity[A] = 0;
}

template <class Visit, std::size_t... Q>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void for_each_equilibrium(const CellField& cell, const Visit& visit,
                                                              std::index_sequence<Q...>) {
  const auto one = [&](auto direction) {
    constexpr int q = decltype(direction)::value;
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    constexpr auto w = static_cast<float>(d3q19::weight(q));
    const float cu = static_cast<float>(c.x) * cell.velocity[0] + static_cast<float>(c.y) * cell.velocity[1] +
                     static_cast<float>(c.z) * cell.velocity[2];
    visit(q, w * (cell.density + 3 * cu));
  };
  (one(std::integral_constant<int, static_cast<int>(Q)>{}), ...);
}

}  // namespace detail

/// Takes away the velocity along axes on both sides of which there is solid (`is_solid(q)` tells whether link q ends in
/// solid). The velocity there is zero; a wrong one would change its sign in every step for ever.
template <class IsSolid>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void stop_in_gaps(CellField& cell, const IsSolid& is_solid) {
  detail::stop_in_gap<0>(cell, is_solid);
  detail::stop_in_gap<1>(cell, is_solid);
  detail::stop_in_gap<2>(cell, is_solid);
}

/// Calls visit(q, what the flow adds to distribution q of the cell) for every direction.
template <class Visit>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void for_each_equilibrium(const CellField& cell, const Visit& visit) {
  detail::for_each_equilibrium(cell, visit, std::make_index_sequence<d3q19::directions>{});
}

}  // namespace perm
