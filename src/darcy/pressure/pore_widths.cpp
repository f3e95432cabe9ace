// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pore_widths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace perm {
namespace {

constexpr double finest_unit = 1.0 / 16;  // voxels
constexpr double most_units = 254;

}  // namespace

PoreWidths measure_pore_widths(const PoreSlab& pores, std::span<const SquaredDistance> distances) {
  const PoreSpace& own = pores.pores();
  const Extent& n = own.extent();
  std::int64_t widest = 0;
#pragma omp parallel for schedule(static) reduction(max : widest)  // nothing in it throws
  for (std::size_t voxel = 0; voxel < distances.size(); ++voxel)
    widest = std::max(widest, std::int64_t{distances[voxel]});
  widest = pores.processes().max(widest);
  PoreWidths widths;
  widths.largest = std::sqrt(static_cast<double>(widest));
  widths.unit = std::max(finest_unit, widths.largest / most_units);
  std::array<std::uint8_t, std::numeric_limits<SquaredDistance>::max() + 1> width_of{};
  for (std::size_t squared = 1; squared < width_of.size(); ++squared)
    width_of[squared] = static_cast<std::uint8_t>(
        std::clamp(std::floor(std::sqrt(static_cast<double>(squared)) / widths.unit), 1.0, 255.0));
  widths.of_pores = LargeArray<std::uint8_t>(static_cast<std::size_t>(own.count_pores()));
  const std::vector<std::size_t> before = pores.pores_before_rows(pores.planes());
  const std::int64_t rows = n.ny * n.nz;
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t row = 0; row < rows; ++row) {
    std::size_t pore = before[static_cast<std::size_t>(row)];
    const SquaredDistance* const of_row = distances.data() + row * n.nx;
    for (std::int64_t x = 0; x < n.nx; ++x)
      if (of_row[x] > 0) widths.of_pores[pore++] = width_of[of_row[x]];
  }
  return widths;
}

}  // namespace perm
