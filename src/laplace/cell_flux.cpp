// SPDX-License-Identifier: Apache-2.0
// Finds what leaves each cell. Runs of pores are short in rock, so that loops over them cost more than their work.
// Therefore the rows near by are written out voxel by voxel, and all voxels of a row are worked on; what solid voxels
// get is left out. Some rows of three planes are written out at a time, so that they stay in the cache.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "laplace/cell_graph.hpp"
#include "laplace/row_flux.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr std::int64_t rows_a_task = 16;    // along y
constexpr std::int64_t planes_a_task = 32;  // along z

RowWords words_of(std::span<const OccupancyWord> row) { return {row.data(), static_cast<std::int64_t>(row.size())}; }

/// Holds rows of a few planes, written out.
class DenseRows {
 public:
  DenseRows(const Occupancy& occupancy, bool wraps)
      : occupancy_(&occupancy),
        wraps_(wraps),
        pitch_(occupancy.words_per_row() * 32 + 2 * line),
        values_(static_cast<std::size_t>(2 * pitch_ * rows * planes + 2 * line)) {}

  /// Writes row (y, z) of the image out as row `place` of plane `plane`; where y or z is negative, all of it is solid.
  void write(std::int64_t place, std::int64_t plane, std::int64_t y, std::int64_t z, const float* potential,
             const std::uint8_t* widths) {
    float* const of_potential = at(place, plane);
    float* const of_width = of_potential + pitch_;
    const std::int64_t nx = occupancy_->extent().nx;
    if (y < 0 || z < 0) {
      std::fill_n(of_width - 1, nx + 2, 0.0F);
      return;
    }
    row_flux().write(words_of(occupancy_->row(y, z)), potential, widths, of_potential, of_width);
    if (!wraps_) return;
    for (float* const values : {of_potential, of_width}) {
      values[-1] = values[nx - 1];
      values[nx] = values[0];
    }
  }
  /// Gives the first voxel of a row that is written out.
  DenseRow row(std::int64_t place, std::int64_t plane) { return {at(place, plane), at(place, plane) + pitch_}; }

  static constexpr std::int64_t rows = rows_a_task + 2;
  static constexpr std::int64_t planes = 3;

 private:
  static constexpr std::int64_t line = 16;  // values of a cache line, before and after each row

  /// Gives the first voxel of a row, at the start of a cache line.
  float* at(std::int64_t place, std::int64_t plane) {
    constexpr std::uintptr_t bytes = line * sizeof(float);
    const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(values_.data()) % bytes;
    return values_.data() + (bytes - beyond) % bytes / sizeof(float) + line +
           2 * pitch_ * (plane % planes * rows + place);
  }

  const Occupancy* occupancy_;
  bool wraps_;
  std::int64_t pitch_;
  std::vector<float> values_;
};

}  // namespace

void CellGraph::for_each_flux(std::span<const float> potential, const FinishFluxes& finish) const {
  const Extent& n = occupancy_.extent();
  const std::int64_t tasks_y = (n.ny + rows_a_task - 1) / rows_a_task;
  const std::int64_t tasks_z = (n.nz + planes_a_task - 1) / planes_a_task;
  const bool wraps = !rules_.is_closed(Axis::x) && n.nx > 1;
  for_each_task(*team_, tasks_y * tasks_z, [&](const auto& for_each) {
    DenseRows rows(occupancy_, wraps);
    std::vector<float> flux(static_cast<std::size_t>(n.nx + RowFlux::room));
    for_each([&](std::int64_t task) {
      const std::int64_t first_y = task % tasks_y * rows_a_task;
      const std::int64_t last_y = std::min(n.ny, first_y + rows_a_task);
      const std::int64_t first_z = task / tasks_y * planes_a_task;
      const std::int64_t last_z = std::min(n.nz, first_z + planes_a_task);
      const auto write_plane = [&](std::int64_t plane, std::int64_t z) {
        rows.write(0, plane, neighbour(Axis::y, first_y, -1), z, potential.data(), widths_.data());
        for (std::int64_t y = first_y; y < last_y; ++y)
          rows.write(y - first_y + 1, plane, y, z, potential.data(), widths_.data());
        rows.write(last_y - first_y + 1, plane, neighbour(Axis::y, last_y - 1, 1), z, potential.data(), widths_.data());
      };
      write_plane(0, neighbour(Axis::z, first_z, -1));
      write_plane(1, first_z);
      for (std::int64_t z = first_z; z < last_z; ++z) {
        const std::int64_t plane = z - first_z + 1;
        write_plane(plane + 1, neighbour(Axis::z, z, 1));
        for (std::int64_t y = first_y; y < last_y; ++y) {
          const Range cells = occupancy_.cells_of_row(y, z);
          if (cells.size() == 0) continue;
          const std::int64_t place = y - first_y + 1;
          row_flux().find(words_of(occupancy_.row(y, z)), rows.row(place, plane),
                          {rows.row(place - 1, plane), rows.row(place + 1, plane), rows.row(place, plane - 1),
                           rows.row(place, plane + 1)},
                          flux.data());
          add_beyond_faces(y, z, potential, flux.data());
          finish(cells, flux.data());
        }
      }
    });
  });
}

/// Adds what leaves the cells of a row to the outside and through edges.
void CellGraph::add_beyond_faces(std::int64_t y, std::int64_t z, std::span<const float> potential, float* flux) const {
  const Range cells = occupancy_.cells_of_row(y, z);
  const auto add_outside = [&](std::int64_t cell, int faces) {
    const auto place = static_cast<std::size_t>(cell);
    flux[cell - cells.first] += static_cast<float>(faces * quanta_to_outside(widths_[place])) * potential[place];
  };
  if (is_open(Axis::x)) {
    if (occupancy_.is_cell(0, y, z)) add_outside(cells.first, 1);
    if (occupancy_.is_cell(occupancy_.extent().nx - 1, y, z)) add_outside(cells.last - 1, 1);
  }
  if (const int faces = open_faces(y, z); faces > 0)
    for (std::int64_t cell = cells.first; cell < cells.last; ++cell) add_outside(cell, faces);
  const auto row_number = static_cast<std::size_t>(z * occupancy_.extent().ny + y);
  const auto of_edge = static_cast<float>(of_edge_);
  for (std::uint64_t edge = first_edge_[row_number]; edge < first_edge_[row_number + 1]; ++edge) {
    const CellEdge& at = edges_[edge];
    flux[at.cell - cells.first] += of_edge * (potential[at.cell] - potential[at.neighbour]);
  }
}

}  // namespace perm
