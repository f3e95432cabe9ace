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

LargeArray<std::uint8_t> fetch_widths(const PoreSlab& pores, const PoreWidths& widths, const DomainCells& cells) {
  const Communicator& processes = pores.processes();
  const Range& planes = pores.planes();
  const std::vector<std::size_t> before = pores.pores_before_rows(planes);
  const std::uint8_t* const of_pores = widths.of_pores.data();
  const auto row_of_slab = [&](std::int64_t y, std::int64_t z) {
    return before.data() + (z - planes.first) * pores.image().ny + y;
  };
  const Block& own = cells.domain().own();
  std::vector<std::vector<std::uint8_t>> to;
  for (const auto& of_process : processes.gather_to_all(std::span<const Block>(&own, 1))) {
    const Block& block = of_process.front();
    std::vector<std::uint8_t>& of_block = to.emplace_back();
    if (block == own) continue;
    for (std::int64_t z = std::max(planes.first, block.z.first); z < std::min(planes.last, block.z.last); ++z)
      of_block.insert(of_block.end(), of_pores + *row_of_slab(block.y.first, z),
                      of_pores + *row_of_slab(block.y.last, z));
  }
  const std::vector<std::vector<std::uint8_t>> from = processes.exchange(to);
  LargeArray<std::uint8_t> of_cells(cells.cells());
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = own.z.first; z < own.z.last; ++z) {
    if (!planes.contains(z)) continue;
    const std::int64_t first = cells.cells_of_row(0, z - own.z.first).first;
    std::copy(of_pores + *row_of_slab(own.y.first, z), of_pores + *row_of_slab(own.y.last, z),
              of_cells.begin() + first);
  }
  // Slabs follow each other: what lies below the own one comes from processes before this one.
  std::int64_t cell = 0;
  for (int rank = 0; rank < processes.size(); ++rank) {
    const std::vector<std::uint8_t>& part = from[static_cast<std::size_t>(rank)];
    if (rank == processes.rank() && planes.last > own.z.first && planes.first < own.z.last)
      cell = cells.cells_of_row(own.y.size() - 1, std::min(planes.last, own.z.last) - 1 - own.z.first).last;
    std::ranges::copy(part, of_cells.begin() + cell);
    cell += static_cast<std::int64_t>(part.size());
  }
  return of_cells;
}

}  // namespace perm
