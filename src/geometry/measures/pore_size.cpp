// SPDX-License-Identifier: Apache-2.0
// Radii come from the histogram of squared distances; its counts are whole numbers, so the sums do not depend on the
// number of threads. Faces are counted by comparing words with their neighbours, 32 voxels at once.
#include "geometry/measures/pore_size.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/processors/first_error.hpp"
#include "geometry/bit_count.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

/// Counts the voxels that differ from the one before them in a row of nx voxels. `rule` says how the row goes on at its
/// ends: closed to a ring, between solid, or between mirrors.
std::int64_t count_changes(std::span<const std::uint32_t> row, std::int64_t nx, FaceRule rule) {
  const std::uint32_t last = row.back() >> ((nx - 1) % PoreSpace::word_bits) & 1U;
  std::uint32_t before = rule == FaceRule::periodic ? last : rule == FaceRule::sealed ? 0U : row.front() & 1U;
  std::int64_t changes = rule == FaceRule::sealed ? last : 0;
  for (const std::uint32_t word : row) {
    changes += count_bits(word ^ (word << 1 | before));
    before = word >> 31;
  }
  // Where the row ends inside its last word, the change to the padding is no face.
  const bool padded = nx % PoreSpace::word_bits != 0;
  return changes - (padded && last != 0 ? 1 : 0);
}

/// Counts the faces between pore and solid voxels, also those between the last plane of the slab and the plane above.
std::int64_t count_faces(const PoreSlab& slab, const FaceRules& rules) {
  const PoreSpace& pores = slab.pores();
  const Extent& extent = pores.extent();
  const std::vector<std::uint32_t> plane_above = slab.fetch_plane_above();
  const auto row_above = [&](std::int64_t y, std::int64_t z) {
    if (z + 1 < extent.nz) return pores.row(y, z + 1);
    const auto words = static_cast<std::size_t>(pores.words_per_row());
    return std::span(plane_above).subspan(static_cast<std::size_t>(y) * words, words);
  };
  // Counts between a row and the next one along an axis; at the ends of a closed axis there is no next one.
  const auto count_across = [&](Axis axis, std::int64_t position, std::span<const std::uint32_t> row,
                                std::span<const std::uint32_t> next) {
    const bool at_first = position == 0;
    const bool at_last = position + 1 == slab.image().along(axis);
    std::int64_t across = at_last && rules.is_closed(axis) ? 0 : count_differences(row, next);
    if (rules.across(axis) == FaceRule::sealed) across += ((at_first ? 1 : 0) + (at_last ? 1 : 0)) * count_bits(row);
    return across;
  };
  std::int64_t faces = 0;
#pragma omp parallel for reduction(+ : faces)  // nothing in it throws
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const std::span<const std::uint32_t> row = pores.row(y, z);
      faces += count_changes(row, extent.nx, rules.across(Axis::x)) +
               count_across(Axis::y, y, row, pores.row((y + 1) % extent.ny, z)) +
               count_across(Axis::z, slab.planes().first + z, row, row_above(y, z));
    }
  return slab.processes().sum(faces);
}

/// Counts the pore voxels of each squared distance. Each thread counts for itself first, which pays for many voxels.
std::vector<std::int64_t> count_distances(const PoreSlab& slab, std::span<const SquaredDistance> distances) {
  constexpr std::int64_t worth_threads = 1 << 20;  // so many voxels
  const Extent& extent = slab.pores().extent();
  std::vector<std::int64_t> voxels(static_cast<std::size_t>(saturated_distance) + 1);
  const auto count_in_plane = [&](std::int64_t z, std::vector<std::int64_t>& own) {
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const SquaredDistance* row = distances.data() + extent.index(0, y, z);
      for_each_run(slab.pores().row(y, z), [&](const Run& run) {
        for (std::int64_t x = run.begin; x < run.end; ++x) ++own[row[x]];
      });
    }
  };
  FirstError error;
#pragma omp parallel if (extent.voxels() > worth_threads)
  {
    auto own = error.make<std::vector<std::int64_t>>(voxels.size());
#pragma omp for schedule(static) nowait
    for (std::int64_t z = 0; z < extent.nz; ++z) error.guard([&] { count_in_plane(z, *own); });
#pragma omp critical
    error.guard([&] { std::ranges::transform(voxels, *own, voxels.begin(), std::plus<>()); });
  }
  error.rethrow();
  slab.processes().sum(voxels);
  return voxels;
}

/// Gives the radius that belongs to a squared distance between voxel centres. A saturated distance means 256^2 or more,
/// because 65535 is not the sum of three squares.
double radius(std::size_t squared_distance) {
  if (squared_distance == saturated_distance) return largest_measured_radius;
  return std::sqrt(static_cast<double>(squared_distance)) - 0.5;
}

}  // namespace

double measure_specific_surface(const PoreSlab& slab, const FaceRules& rules) {
  return 2.0 / 3.0 * static_cast<double>(count_faces(slab, rules)) / static_cast<double>(slab.sample_voxels());
}

PoreSize measure_pore_size(const PoreSlab& slab, const FaceRules& rules) {
  return measure_pore_size(slab, map_squared_distances(slab, rules), rules);
}

PoreSize measure_pore_size(const PoreSlab& slab, std::span<const SquaredDistance> distances, const FaceRules& rules) {
  PoreSize size;
  const Extent& extent = slab.image();
  const std::int64_t pore_voxels = slab.count_pores();
  if (pore_voxels == 0) return size;
  size.specific_surface = measure_specific_surface(slab, rules);

  if (pore_voxels == extent.voxels() && !rules.has_walls()) {
    const auto largest_extent = static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
    size.largest_radius = std::min(largest_extent / 2, largest_measured_radius);
    size.mean_square_radius = size.largest_radius * size.largest_radius;
    size.radii_are_bounds = true;
    return size;
  }

  const std::vector<std::int64_t> voxels = count_distances(slab, distances);
  double sum_of_squares = 0;
  for (std::size_t squared = 1; squared < voxels.size(); ++squared) {
    if (voxels[squared] == 0) continue;
    size.largest_radius = radius(squared);
    sum_of_squares += static_cast<double>(voxels[squared]) * size.largest_radius * size.largest_radius;
  }
  size.mean_square_radius = sum_of_squares / static_cast<double>(pore_voxels);
  size.radii_are_bounds = voxels[saturated_distance] > 0;
  return size;
}

}  // namespace perm
