// SPDX-License-Identifier: Apache-2.0
#include "lattice/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/errors.hpp"
#include "geometry/bit_count.hpp"

namespace perm {
namespace {

/// Gives how many parts there can be along an axis.
std::int64_t most_parts(std::int64_t extent) { return (extent + 1) / 2; }

/// Gives cuts such that no part weighs more than `most` and each part has a position; empty where there are no such
/// cuts.
std::vector<std::int64_t> cut_within(std::span<const std::int64_t> weights, std::int64_t parts, std::int64_t most) {
  const auto positions = static_cast<std::int64_t>(weights.size());
  std::vector<std::int64_t> cuts{0};
  std::int64_t weight = 0;
  for (std::int64_t i = 0; i < positions; ++i) {
    const std::int64_t here = weights[static_cast<std::size_t>(i)];
    if (here > most) return {};
    const auto begun = static_cast<std::int64_t>(cuts.size());
    const bool all_others_are_needed = positions - i == parts - begun && i > cuts.back();
    if ((weight + here > most && i > cuts.back()) || all_others_are_needed) {
      if (begun == parts) return {};
      cuts.push_back(i);
      weight = 0;
    }
    weight += here;
  }
  cuts.push_back(positions);
  return static_cast<std::int64_t>(cuts.size()) == parts + 1 ? cuts : std::vector<std::int64_t>{};
}

/// Gives the cuts between pairs of positions whose heaviest part is as light as possible. Among these cuts it takes
/// those in which each part is about as heavy as the mean of what is left.
std::vector<std::int64_t> cut_axis(std::span<const std::int64_t> by_position, std::int64_t parts, Axis axis) {
  const auto positions = static_cast<std::int64_t>(by_position.size());
  if (parts > most_parts(positions))
    throw InputError(fmt::format("{} parts along {} are too many", parts, axis_letter(axis)),
                     fmt::format("the image has {} voxels there and a part needs two", positions),
                     "Start fewer processes");
  std::vector<std::int64_t> weights(static_cast<std::size_t>(most_parts(positions)));
  for (std::size_t i = 0; i < by_position.size(); ++i) weights[i / 2] += by_position[i];
  const std::int64_t all = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  std::int64_t too_little = all / parts - 1;
  std::int64_t enough = all;
  while (enough - too_little > 1) {
    const std::int64_t middle = too_little + (enough - too_little) / 2;
    (cut_within(weights, parts, middle).empty() ? too_little : enough) = middle;
  }
  std::vector<std::int64_t> cuts = cut_within(weights, parts, enough);
  for (std::int64_t& cut : cuts) cut = std::min(2 * cut, positions);
  return cuts;
}

}  // namespace

Partition::Partition(const Extent& image, std::vector<std::int64_t> cuts_y, std::vector<std::int64_t> cuts_z)
    : image_(image), cuts_y_(std::move(cuts_y)), cuts_z_(std::move(cuts_z)) {}

Block Partition::block(int number) const {
  const auto y = static_cast<std::size_t>(number % parts_y());
  const auto z = static_cast<std::size_t>(number / parts_y());
  return {{cuts_y_[y], cuts_y_[y + 1]}, {cuts_z_[z], cuts_z_[z + 1]}};
}

int Partition::beside(int number, Axis axis, Side side) const {
  const std::int64_t step = side == Side::high ? 1 : -1;
  std::int64_t y = number % parts_y();
  std::int64_t z = number / parts_y();
  if (axis == Axis::y) y = (y + step + parts_y()) % parts_y();
  if (axis == Axis::z) z = (z + step + parts_z()) % parts_z();
  return static_cast<int>(z * parts_y() + y);
}

std::vector<std::int32_t> count_cells_by_row(const PoreSlab& pores) {
  const PoreSpace& slab = pores.pores();
  const Extent& extent = slab.extent();
  std::vector<std::int32_t> own(static_cast<std::size_t>(extent.ny * extent.nz));
  constexpr std::int64_t worth_threads = 1 << 20;                               // so many voxels
#pragma omp parallel for schedule(static) if (extent.voxels() > worth_threads)  // nothing in it throws
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      own[static_cast<std::size_t>(z * extent.ny + y)] = static_cast<std::int32_t>(count_bits(slab.row(y, z)));
  if (pores.processes().is_alone()) return own;
  std::vector<std::int32_t> all;
  for (const auto& rows : pores.processes().gather_to_all(std::span<const std::int32_t>(own)))
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

bool can_be_cut(const Extent& image, std::int64_t parts_y, std::int64_t parts_z) {
  return parts_y <= most_parts(image.ny) && parts_z <= most_parts(image.nz);
}

bool can_be_cut(const Extent& image, int blocks) {
  for (std::int64_t parts_y = 1; parts_y <= blocks; ++parts_y)
    if (blocks % parts_y == 0 && can_be_cut(image, parts_y, blocks / parts_y)) return true;
  return false;
}

Partition cut_evenly(const Extent& image, std::span<const std::int32_t> cells_by_row, std::int64_t parts_y,
                     std::int64_t parts_z) {
  std::vector<std::int64_t> by_y(static_cast<std::size_t>(image.ny));
  std::vector<std::int64_t> by_z(static_cast<std::size_t>(image.nz));
  for (std::size_t row = 0; row < cells_by_row.size(); ++row) {
    by_y[row % by_y.size()] += cells_by_row[row];
    by_z[row / by_y.size()] += cells_by_row[row];
  }
  return {image, cut_axis(by_y, parts_y, Axis::y), cut_axis(by_z, parts_z, Axis::z)};
}

std::vector<std::int64_t> count_cells_by_block(const Partition& partition, std::span<const std::int32_t> cells_by_row) {
  std::vector<std::int64_t> cells;
  for (int number = 0; number < partition.blocks(); ++number) {
    const Block block = partition.block(number);
    std::int64_t& sum = cells.emplace_back(0);
    for (std::int64_t z = block.z.first; z < block.z.last; ++z)
      for (std::int64_t y = block.y.first; y < block.y.last; ++y)
        sum += cells_by_row[static_cast<std::size_t>(z * partition.image().ny + y)];
  }
  return cells;
}

double imbalance(std::span<const std::int64_t> cells_by_block) {
  const std::int64_t all = std::accumulate(cells_by_block.begin(), cells_by_block.end(), std::int64_t{0});
  if (all == 0) return 0;
  const std::int64_t most = *std::max_element(cells_by_block.begin(), cells_by_block.end());
  return static_cast<double>(most) * static_cast<double>(cells_by_block.size()) / static_cast<double>(all) - 1;
}

}  // namespace perm
