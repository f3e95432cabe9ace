// SPDX-License-Identifier: Apache-2.0
// Finds the first step of the path of each cell. The largest distance about each voxel is found for whole rows, in
// loops that compilers turn into vectors.
#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "core/processors/first_error.hpp"
#include "geometry/network/rows_about.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

/// A squared distance less 2^15: processors find the largest of many signed numbers of 16 bits faster.
using Shifted = std::int16_t;
constexpr Shifted shifted(SquaredDistance distance) { return static_cast<Shifted>(distance ^ 0x8000U); }
constexpr Shifted of_solid = shifted(0);

/// Takes a position that is at most one extent beyond an end into the image.
std::int64_t inside(std::int64_t position, std::int64_t extent) {
  return position < 0 ? position + extent : position >= extent ? position - extent : position;
}

}  // namespace

/// Finds the step up of each cell of some rows, one row after another. Solid voxels have the distance 0, and no cell
/// has.
class Watershed::Climber {
 public:
  Climber(Watershed& of, std::span<const SquaredDistance> distances)
      : of_(of), rows_(of.slab_, of_solid, DistancesOfRow{of, distances}) {}

  void climb(std::int64_t y, std::int64_t z) {
    const GhostedSlab& slab = of_.slab_;
    rows_.move_to(y, z);
    number_rows(y, z);
    std::int64_t seen_to = 0;  // x
    slab.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) {
      const std::int64_t in_block = x % PoreSpace::word_bits;
      if (x >= seen_to) {
        look_about(x - in_block);
        seen_to = x - in_block + PoreSpace::word_bits;
      }
      const std::uint8_t step = find_step(x);
      of_.up_[static_cast<std::size_t>(cell)] =
          static_cast<std::uint8_t>(step | (axis_[static_cast<std::size_t>(in_block)] != 0 ? on_axis : 0));
      Cell next = cell;
      if (step != no_step) {
        const LinkStep& link = link_steps[step];
        next = slab.cell_at(x + link.x, y + link.y, z + link.z);
      }
      of_.paths_.set_next(slab, cell, next);
    });
  }

 private:
  static constexpr std::size_t block = PoreSpace::word_bits;
  static constexpr std::size_t low_links = 16;
  using Block = std::array<std::uint16_t, block>;
  using Distances = std::array<Shifted, block>;
  /// Gives a row from the distance map, and a row of ghosts from their cells.
  struct DistancesOfRow {
    const Watershed& of;
    std::span<const SquaredDistance> distances;
    void operator()(Shifted* row, std::int64_t y, std::int64_t z) const {
      const Extent& n = of.slab_.image();
      if (z >= 0 && z < of.slab_.planes()) {
        const SquaredDistance* const from = distances.data() + (z * n.ny + y) * n.nx;
        for (std::int64_t x = 0; x < n.nx; ++x) row[x] = shifted(from[x]);
      } else {
        std::fill_n(row, n.nx, of_solid);
        of.slab_.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) { row[x] = shifted(of.distance(cell)); });
      }
    }
  };
  static std::size_t number_of(int dy, int dz) {
    const int number = 3 * (dz + 1) + dy + 1;
    return static_cast<std::size_t>(number);
  }

  /// Finds the numbers in the image of the first voxels of the rows about row (y, z).
  void number_rows(std::int64_t y, std::int64_t z) {
    const Extent& n = of_.slab_.image();
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        first_of_row_[number_of(dy, dz)] =
            n.index(0, inside(y + dy, n.ny), inside(of_.slab_.first_plane() + z + dz, n.nz));
  }
  /// Gives the number in the image of a voxel about the row.
  std::int64_t index(std::int64_t x, const LinkStep& step) const {
    return first_of_row_[number_of(step.y, step.z)] + inside(x + step.x, of_.slab_.image().nx);
  }

  using RowsOfLinks = std::array<const Shifted*, link_steps.size()>;
  // Compilers make vectors of these, and not of a loop over the links outside of one over the voxels.
  template <std::size_t... s>
  static Shifted largest_of(const RowsOfLinks& about, std::size_t x, std::index_sequence<s...> /*links*/) {
    Shifted most = of_solid;
    ((most = most < about[s][x] ? about[s][x] : most), ...);
    return most;
  }
  template <std::size_t first, std::size_t... s>
  static std::uint16_t who_has(Shifted most, const RowsOfLinks& about, std::size_t x,
                               std::index_sequence<s...> /*links*/) {
    std::uint16_t bits = 0;
    ((bits = static_cast<std::uint16_t>(bits | (about[first + s][x] == most ? 1U << s : 0U))), ...);
    return bits;
  }

  /// Finds for each voxel of a block of the row the largest distance about it, which neighbours have it, and whether an
  /// axis of a pore goes through: whether both neighbours along some axis of the image are nearer to solid.
  void look_about(std::int64_t first) {
    RowsOfLinks about;
    for (std::size_t s = 0; s < about.size(); ++s)
      about[s] = rows_.from_first(link_steps[s].y, link_steps[s].z) + first + link_steps[s].x;
    const Shifted* const own = rows_.from_first(0, 0) + first;
    Distances& most = most_;
#pragma omp simd
    for (std::size_t x = 0; x < block; ++x)
      most[x] = largest_of(about, x, std::make_index_sequence<link_steps.size()>());
#pragma omp simd
    for (std::size_t x = 0; x < block; ++x)
      low_[x] = who_has<0>(most[x], about, x, std::make_index_sequence<low_links>());
#pragma omp simd
    for (std::size_t x = 0; x < block; ++x)
      high_[x] = who_has<low_links>(most[x], about, x, std::make_index_sequence<link_steps.size() - low_links>());
#pragma omp simd
    for (std::size_t x = 0; x < block; ++x) {
      const auto is_between = [&](std::size_t s) { return (about[s][x] < own[x]) & (about[s + 1][x] < own[x]); };
      axis_[x] = static_cast<std::uint16_t>(is_between(0) | is_between(2) | is_between(4));
    }
  }

  /// Gives the step to the neighbour that is farthest from solid; of several, this voxel among them, to the one whose
  /// number mixes to the most.
  std::uint8_t find_step(std::int64_t x) const {
    const auto in_block = static_cast<std::size_t>(x) % block;
    const Shifted most = most_[in_block];
    const Shifted own = rows_.at(x, 0, 0);
    if (most < own) return no_step;
    std::uint32_t farthest = low_[in_block] | std::uint32_t{high_[in_block]} << low_links;
    if (most > own && std::has_single_bit(farthest)) return static_cast<std::uint8_t>(std::countr_zero(farthest));
    std::uint8_t step = no_step;
    std::uint64_t mixed = most > own ? 0 : pore_rules::mix(index(x, {0, 0, 0}));
    for (; farthest != 0; farthest &= farthest - 1) {
      const auto s = static_cast<std::uint8_t>(std::countr_zero(farthest));
      const std::uint64_t of_next = pore_rules::mix(index(x, link_steps[s]));
      if (of_next <= mixed && (step != no_step || most == own)) continue;
      mixed = of_next;
      step = s;
    }
    return step;
  }

  Watershed& of_;
  RowsAbout<Shifted, DistancesOfRow> rows_;
  Distances most_{};      ///< the largest distance about each voxel of a block
  Block low_{}, high_{};  ///< bit i: whether neighbour i, or i + low_links, has it
  Block axis_{};          ///< 1 where an axis goes through
  std::array<std::int64_t, 9> first_of_row_{};
};

void Watershed::climb(std::span<const SquaredDistance> distances) {
  FirstError error;
#pragma omp parallel
  {
    auto climber = error.make<Climber>(*this, distances);
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < slab_.planes(); ++z)
      error.guard([&] {
        for (std::int64_t y = 0; y < slab_.image().ny; ++y) climber->climb(y, z);
      });
  }
  error.rethrow();
}

}  // namespace perm
