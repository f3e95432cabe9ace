// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_shapes.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace perm {
namespace {

/// Counts some cells and their walls.
struct Measure {
  std::int64_t cells{0};
  std::int64_t walls{0};  ///< faces between a cell and solid
};
struct NamedMeasure {
  std::uint32_t body;
  std::uint32_t octave;
  Measure measure;
};

using pore_rules::Octaves;

/// The measures of the cells of each body whose radius is within a factor of sqrt 2 of a power of two. There is a place
/// for each octave that a body has, in the order of the bodies, so that cells near each other have their places near
/// each other.
class BodyMeasures {
 public:
  /// Makes places for the octaves of all cells of a slab, own and ghosts.
  BodyMeasures(const GhostedSlab& slab, const Watershed& watershed)
      : watershed_(watershed),
        body_(watershed.body()),
        octaves_(watershed.count_bodies()),
        first_(watershed.count_bodies() + 1) {
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (GhostedSlab::Cell cell = 0; cell < slab.cells(); ++cell) {
      const std::atomic_ref octaves(octaves_[body_[static_cast<std::size_t>(cell)]]);
      const auto bit = static_cast<std::uint16_t>(1U << octave_of_.of(watershed.radius(cell)));
      if ((octaves.load(std::memory_order_relaxed) & bit) == 0) octaves.fetch_or(bit, std::memory_order_relaxed);
    }
    for (std::size_t b = 0; b < octaves_.size(); ++b)
      first_[b + 1] = first_[b] + static_cast<std::size_t>(std::popcount(octaves_[b]));
    measures_.resize(first_.back());
  }

  /// Gives the place of the octave of a cell.
  std::size_t place_of(GhostedSlab::Cell cell) const {
    return place_of(body_[static_cast<std::size_t>(cell)], octave_of_.of(watershed_.radius(cell)));
  }
  const Measure& at(std::size_t place) const { return measures_[place]; }
  /// Adds to a place; any thread may.
  void add(std::size_t place, const Measure& more) {
    std::atomic_ref(measures_[place].cells).fetch_add(more.cells, std::memory_order_relaxed);
    std::atomic_ref(measures_[place].walls).fetch_add(more.walls, std::memory_order_relaxed);
  }

  /// Adds up what all processes have found of the octaves that this one has. Collective.
  void sum_over(const Communicator& processes) {
    if (processes.is_alone()) return;
    std::vector<NamedMeasure> own;
    for (std::uint32_t body = 0; body < octaves_.size(); ++body)
      for (std::uint32_t octave = 0; octave <= Octaves::last; ++octave)
        if (has(body, octave)) own.push_back({body, octave, at(place_of(body, octave))});
    std::ranges::fill(measures_, Measure{});
    for (const auto& some : processes.gather_to_all(std::span<const NamedMeasure>(own)))
      for (const NamedMeasure& one : some)
        if (has(one.body, one.octave)) add(place_of(one.body, one.octave), one.measure);
  }

 private:
  bool has(std::uint32_t body, std::uint32_t octave) const { return (octaves_[body] >> octave & 1U) != 0; }
  std::size_t place_of(std::uint32_t body, std::uint32_t octave) const {
    const std::uint32_t below = octaves_[body] & ((1U << octave) - 1);
    return first_[body] + detail::count_bits(below);
  }

  const Watershed& watershed_;
  std::span<const std::uint32_t> body_;
  Octaves octave_of_;
  std::vector<std::uint16_t> octaves_;  ///< of each body: bit i where it has octave i
  std::vector<std::size_t> first_;      ///< place of each body
  std::vector<Measure> measures_;
};

/// Counts the walls of the cells of a word of 32 voxels, all at once: a number of three bits for each voxel.
class WallsOfWord {
 public:
  WallsOfWord(const GhostedSlab& slab, std::int64_t y, std::int64_t z, std::int64_t column) {
    const std::uint32_t* const row = slab.words_of_row(y, z);
    const std::int64_t columns = slab.words_per_row(), nx = slab.image().nx;
    const auto last_bit = static_cast<int>((nx - 1) % PoreSpace::word_bits);
    const bool goes_on = !slab.is_closed(Axis::x);
    const std::uint32_t word = row[column];
    std::uint32_t before = 0, behind = 0;  // the voxels on either side of the word
    if (column > 0)
      before = row[column - 1] >> (PoreSpace::word_bits - 1);
    else if (goes_on)
      before = row[columns - 1] >> last_bit & 1U;
    if (column + 1 < columns)
      behind = row[column + 1] << (PoreSpace::word_bits - 1);
    else if (goes_on)
      behind = (row[0] & 1U) << last_bit;
    add(~(word << 1 | before));
    add(~(word >> 1 | behind));
    for (const std::uint32_t* const beside : {slab.words_of_row(y - 1, z), slab.words_of_row(y + 1, z),
                                              slab.words_of_row(y, z - 1), slab.words_of_row(y, z + 1)})
      add(beside == nullptr ? ~0U : ~beside[column]);
  }
  std::int64_t of(std::int64_t bit) const {
    return (ones_ >> bit & 1U) + 2 * (twos_ >> bit & 1U) + 4 * (fours_ >> bit & 1U);
  }

 private:
  void add(std::uint32_t solid) {
    const std::uint32_t carried = ones_ & solid;
    ones_ ^= solid;
    fours_ ^= twos_ & carried;
    twos_ ^= carried;
  }

  std::uint32_t ones_{0}, twos_{0}, fours_{0};
};

void measure_own(const GhostedSlab& slab, BodyMeasures& measures) {
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::int64_t z = 0; z < slab.planes(); ++z) {
    std::size_t place = 0;  // of the latest cells, which are counted together
    Measure latest;
    for (std::int64_t y = 0; y < slab.image().ny; ++y)
      slab.for_each_word_in_row(y, z, [&](std::int64_t column, std::uint32_t bits, GhostedSlab::Cell cell) {
        const WallsOfWord walls(slab, y, z, column);
        for (; bits != 0; bits &= bits - 1, ++cell) {
          const std::size_t next = measures.place_of(cell);
          if (next != place && latest.cells > 0) measures.add(place, std::exchange(latest, {}));
          place = next;
          ++latest.cells;
          latest.walls += walls.of(std::countr_zero(bits));
        }
      });
    if (latest.cells > 0) measures.add(place, latest);
  }
}

}  // namespace

LargeArray<float> measure_shapes(const GhostedSlab& slab, const Watershed& watershed) {
  BodyMeasures measures(slab, watershed);
  measure_own(slab, measures);
  measures.sum_over(slab.processes());
  LargeArray<float> shapes(static_cast<std::size_t>(slab.cells()));
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (GhostedSlab::Cell cell = 0; cell < slab.cells(); ++cell) {
    const Measure& measure = measures.at(measures.place_of(cell));
    shapes[static_cast<std::size_t>(cell)] = static_cast<float>(
        pore_rules::shape_of(measure.cells, measure.walls, static_cast<double>(watershed.radius(cell))));
  }
  return shapes;
}

}  // namespace perm
