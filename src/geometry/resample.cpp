// SPDX-License-Identifier: Apache-2.0
#include "geometry/resample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr std::int64_t word_bits = PoreSpace::word_bits;

/// Repeats every bit of `from` `factor` times.
void repeat_bits(std::span<const std::uint32_t> from, std::int64_t factor, std::span<std::uint32_t> to) {
  for (std::size_t word = 0; word < from.size(); ++word)
    for (std::uint32_t left = from[word]; left != 0; left &= left - 1) {
      const std::int64_t x = static_cast<std::int64_t>(word) * word_bits + std::countr_zero(left);
      for (std::int64_t bit = x * factor; bit < (x + 1) * factor; ++bit)
        to[static_cast<std::size_t>(bit / word_bits)] |= 1U << (bit % word_bits);
    }
}

/// Gives how many voxels of the finer image along one axis become one.
std::int64_t merged(std::int64_t voxels, int factor) { return voxels == 1 ? 1 : factor; }

std::int64_t coarsened(std::int64_t voxels, int factor) { return voxels / merged(voxels, factor); }

/// Gives the planes of the coarser image whose first plane in the finer one is among `planes`.
Range coarsened_planes(Range planes, std::int64_t nz, int factor) {
  const std::int64_t planes_a_voxel = merged(nz, factor);
  const auto first_not_before = [&](std::int64_t z) {
    return std::min((z + planes_a_voxel - 1) / planes_a_voxel, coarsened(nz, factor));
  };
  return {first_not_before(planes.first), first_not_before(planes.last)};
}

/// Adds the pores of `row` to the counts of the voxels that `along_x` of them become.
void count_pores(std::span<const std::uint32_t> row, std::int64_t along_x, std::vector<std::uint8_t>& counts) {
  for (std::size_t word = 0; word < row.size(); ++word)
    for (std::uint32_t left = row[word]; left != 0; left &= left - 1) {
      const auto voxel =
          static_cast<std::size_t>((static_cast<std::int64_t>(word) * word_bits + std::countr_zero(left)) / along_x);
      if (voxel < counts.size()) ++counts[voxel];
    }
}

/// Gives the voxel of `from` along an axis in which the centre of voxel `position` of `to` lies.
std::int64_t voxel_around(std::int64_t position, std::int64_t from, std::int64_t to) {
  return (2 * position + 1) * from / (2 * to);
}

/// Gives the least position of `to` whose centre lies in voxel `voxel` of `from` or behind it.
std::int64_t first_in(std::int64_t voxel, std::int64_t from, std::int64_t to) {
  std::int64_t position = std::max<std::int64_t>(0, voxel * to / from - 1);
  while (position < to && voxel_around(position, from, to) < voxel) ++position;
  return position;
}

}  // namespace

Extent refined_extent(const Extent& image, int factor) {
  const auto refined = [&](std::int64_t voxels) { return voxels == 1 ? 1 : voxels * factor; };
  return {refined(image.nx), refined(image.ny), refined(image.nz)};
}

PoreSlab refine(const PoreSlab& pores, int factor) {
  const Extent& image = pores.image();
  const Range planes = pores.planes();
  const Extent extent = refined_extent(image, factor);
  const std::int64_t along_x = extent.nx / image.nx;
  const std::int64_t along_y = extent.ny / image.ny;
  const std::int64_t along_z = extent.nz / image.nz;
  PoreSlab refined(extent, {planes.first * along_z, planes.last * along_z}, pores.processes());
  refined.take_sample_of(pores);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < planes.size(); ++z)
    for (std::int64_t y = 0; y < image.ny; ++y) {
      const auto first = refined.pores().row(y * along_y, z * along_z);
      repeat_bits(pores.pores().row(y, z), along_x, first);
      for (std::int64_t copy = 1; copy < along_y * along_z; ++copy)
        std::ranges::copy(first,
                          refined.pores().row(y * along_y + copy % along_y, z * along_z + copy / along_y).begin());
    }
  return refined;
}

Extent coarsened_extent(const Extent& image, int factor) {
  const Extent extent{coarsened(image.nx, factor), coarsened(image.ny, factor), coarsened(image.nz, factor)};
  for (const Axis axis : all_axes)
    if (extent.along(axis) < 2 && image.along(axis) > 1)
      throw InputError(
          fmt::format("An image of {} voxels is too small to coarsen", to_string(image)),
          fmt::format("less than the two voxels that show a change would be left along {}", axis_letter(axis)),
          fmt::format("Solve it as it is, or give one of {} voxels or more along every axis", 2 * factor));
  return extent;
}

PoreSlab coarsen(const PoreSlab& pores, int factor) {
  const Extent& image = pores.image();
  const Extent extent = coarsened_extent(image, factor);
  const Range planes = pores.planes();
  // The last planes of the last voxel may be the first ones of the next processes.
  const std::vector<std::uint32_t> above =
      pores.fetch_planes({planes.last, planes.last + (planes.size() > 0 ? merged(image.nz, factor) - 1 : 0)});
  const auto words_per_row = static_cast<std::size_t>(pores.pores().words_per_row());
  const auto row = [&](std::int64_t y, std::int64_t z) {
    if (z < planes.last) return pores.pores().row(y, z - planes.first);
    const std::int64_t number = (z - planes.last) * image.ny + y;
    return std::span(above).subspan(static_cast<std::size_t>(number) * words_per_row, words_per_row);
  };
  const std::int64_t along_x = merged(image.nx, factor);
  const std::int64_t along_y = merged(image.ny, factor);
  const std::int64_t along_z = merged(image.nz, factor);
  const std::int64_t all = along_x * along_y * along_z;
  PoreSlab coarse(extent, coarsened_planes(planes, image.nz, factor), pores.processes());
  coarse.take_sample_of(pores);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = coarse.planes().first; z < coarse.planes().last; ++z) {
    std::vector<std::uint8_t> counts(static_cast<std::size_t>(extent.nx));
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      std::ranges::fill(counts, std::uint8_t{0});
      for (std::int64_t row_of = 0; row_of < along_y * along_z; ++row_of)
        count_pores(row(y * along_y + row_of % along_y, z * along_z + row_of / along_y), along_x, counts);
      const auto first = row(y * along_y, z * along_z);
      const auto to = coarse.pores().row(y, z - coarse.planes().first);
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const std::int64_t twice = 2 * counts[static_cast<std::size_t>(x)];
        const bool first_is_pore =
            (first[static_cast<std::size_t>(x * along_x / word_bits)] >> (x * along_x % word_bits) & 1U) != 0;
        if (twice > all || (twice == all && first_is_pore))
          to[static_cast<std::size_t>(x / word_bits)] |= 1U << (x % word_bits);
      }
    }
  }
  return coarse;
}

PoreSlab draw_with(const PoreSlab& pores, const Extent& extent) {
  const Extent& image = pores.image();
  const Range planes = pores.planes();
  PoreSlab drawn(extent, {first_in(planes.first, image.nz, extent.nz), first_in(planes.last, image.nz, extent.nz)},
                 pores.processes());
  drawn.take_sample_of(pores);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = drawn.planes().first; z < drawn.planes().last; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const auto from =
          pores.pores().row(voxel_around(y, image.ny, extent.ny), voxel_around(z, image.nz, extent.nz) - planes.first);
      const auto to = drawn.pores().row(y, z - drawn.planes().first);
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const std::int64_t given = voxel_around(x, image.nx, extent.nx);
        const std::uint32_t bit = from[static_cast<std::size_t>(given / word_bits)] >> (given % word_bits) & 1U;
        to[static_cast<std::size_t>(x / word_bits)] |= bit << (x % word_bits);
      }
    }
  return drawn;
}

}  // namespace perm
