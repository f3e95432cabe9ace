// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/seam.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/processors/first_error.hpp"
#include "geometry/bit_count.hpp"

namespace perm {
namespace {

using Row = std::span<const std::uint32_t>;

/// Counts of the planes across one axis.
struct PlaneCounts {
  std::vector<std::int64_t>
      differences;  ///< between each plane and the next; the last plane is compared with the first
  std::vector<std::int64_t> pores;
};

/// Adds the voxels of one row to the planes across x. Pores are counted in the first and the last plane only.
void count_along_x(Row row, std::int64_t nx, PlaneCounts& planes) {
  const auto last = static_cast<std::size_t>(nx - 1);
  const std::uint32_t first_voxel = row.front() & 1U;
  const std::uint32_t last_voxel = row.back() >> (last % PoreSpace::word_bits) & 1U;
  for (std::size_t w = 0; w < row.size(); ++w) {
    const std::uint32_t next = w + 1 < row.size() ? row[w + 1] << 31 : 0U;
    for (std::uint32_t left = row[w] ^ (row[w] >> 1 | next); left != 0; left &= left - 1) {
      const std::size_t x = w * PoreSpace::word_bits + static_cast<std::size_t>(std::countr_zero(left));
      if (x < last) ++planes.differences[x];
    }
  }
  planes.differences[last] += first_voxel ^ last_voxel;
  planes.pores.front() += first_voxel;
  if (last > 0) planes.pores[last] += last_voxel;
}

Seam judge(const PlaneCounts& planes, std::int64_t plane_voxels) {
  const auto share = [&](std::int64_t voxels) {
    return static_cast<double>(voxels) / static_cast<double>(plane_voxels);
  };
  Seam seam;
  seam.difference = share(planes.differences.back());
  seam.porosity_of_last = share(planes.pores.back());
  seam.porosity_of_first = share(planes.pores.front());
  std::int64_t before = 0;
  for (const std::int64_t inside : std::span(planes.differences).first(planes.differences.size() - 1)) {
    seam.largest_inside = std::max(seam.largest_inside, share(inside));
    seam.mean_inside += share(inside) / static_cast<double>(planes.differences.size() - 1);
    seam.most_in_two_steps = std::max(seam.most_in_two_steps, share(before + inside));
    before = inside;
  }
  return seam;
}

using CountsByAxis = std::array<PlaneCounts, 3>;

CountsByAxis no_counts(const Extent& image) {
  CountsByAxis counts;
  for (const Axis axis : all_axes) {
    const auto along = static_cast<std::size_t>(image.along(axis));
    counts[static_cast<std::size_t>(axis)] = {std::vector<std::int64_t>(along), std::vector<std::int64_t>(along)};
  }
  return counts;
}

void add(const CountsByAxis& more, CountsByAxis& all) {
  const auto add_each = [](const std::vector<std::int64_t>& from, std::vector<std::int64_t>& to) {
    std::ranges::transform(from, to, to.begin(), std::plus<>());
  };
  for (std::size_t axis = 0; axis < all.size(); ++axis) {
    add_each(more[axis].differences, all[axis].differences);
    add_each(more[axis].pores, all[axis].pores);
  }
}

}  // namespace

std::array<Seam, 3> measure_seams(const PoreSlab& pores) {
  const Extent& image = pores.image();
  const PoreSpace& slab = pores.pores();
  const std::vector<std::uint32_t> above = pores.fetch_plane_above();
  CountsByAxis planes = no_counts(image);
  constexpr std::int64_t worth_threads = 1 << 18;  // so many voxels
  const auto count_in_plane = [&](std::int64_t z, CountsByAxis& own) {
    auto& [across_x, across_y, across_z] = own;
    for (std::int64_t y = 0; y < image.ny; ++y) {
      const Row row = slab.row(y, z);
      const auto in_y = static_cast<std::size_t>(y);
      const auto in_z = static_cast<std::size_t>(pores.planes().first + z);
      const Row row_above =
          z + 1 < slab.extent().nz ? slab.row(y, z + 1) : Row(above).subspan(in_y * row.size(), row.size());
      const std::int64_t pores_of_row = count_bits(row);
      count_along_x(row, image.nx, across_x);
      across_y.differences[in_y] += count_differences(row, slab.row((y + 1) % image.ny, z));
      across_z.differences[in_z] += count_differences(row, row_above);
      across_y.pores[in_y] += pores_of_row;
      across_z.pores[in_z] += pores_of_row;
    }
  };
  FirstError error;
#pragma omp parallel if (slab.extent().voxels() > worth_threads)
  {
    auto own = error.make<CountsByAxis>(no_counts(image));
#pragma omp for schedule(static) nowait
    for (std::int64_t z = 0; z < slab.extent().nz; ++z) error.guard([&] { count_in_plane(z, *own); });
#pragma omp critical
    error.guard([&] { add(*own, planes); });
  }
  error.rethrow();
  std::array<Seam, 3> seams;
  for (const Axis axis : all_axes) {
    PlaneCounts& of_axis = planes[static_cast<std::size_t>(axis)];
    pores.processes().sum(of_axis.differences);
    pores.processes().sum(of_axis.pores);
    seams[static_cast<std::size_t>(axis)] = judge(of_axis, image.voxels() / image.along(axis));
  }
  return seams;
}

}  // namespace perm
