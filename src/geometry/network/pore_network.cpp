// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_network.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/processors/first_error.hpp"
#include "core/stop_check.hpp"
#include "geometry/network/body_ranges.hpp"
#include "geometry/network/passage_sums.hpp"
#include "geometry/network/passages.hpp"
#include "geometry/network/pore_shapes.hpp"
#include "geometry/network/rows_about.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

bool holds_density_anywhere(const FaceRules& rules) {
  return std::ranges::any_of(all_axes, [&](Axis axis) { return holds_density(rules.across(axis)); });
}

class NetworkBuilder {
 public:
  NetworkBuilder(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules)
      : slab_(pores, rules),
        watershed_(slab_, distances),
        rules_(rules),
        has_outside_(holds_density_anywhere(rules)),
        count_(watershed_.count_bodies()) {}

  std::vector<std::int64_t> count_cells() const {
    std::vector<std::int64_t> cells(count_);
#pragma omp parallel  // nothing in it throws
    {
      std::uint32_t body = 0;  // of the latest cells, which are counted together
      std::int64_t latest = 0;
      const auto add = [&] {
        if (latest > 0) std::atomic_ref(cells[body]).fetch_add(latest, std::memory_order_relaxed);
      };
#pragma omp for schedule(static) nowait
      for (GhostedSlab::Cell cell = slab_.own_begin(); cell < slab_.own_end(); ++cell) {
        if (body_of(cell) != body) {
          add();
          body = body_of(cell);
          latest = 0;
        }
        ++latest;
      }
      add();
    }
    slab_.processes().sum(cells);
    return cells;
  }

  /// Comes before find_throats.
  void measure_resistances() { watershed_.measure_resistances(measure_shapes(slab_, watershed_)); }

  std::vector<Throat> find_throats() const { return throats_for_first(slab_.processes(), find_passages()); }

  /// Gives the bodies of all cells, and which of them are own ones.
  LargeArray<std::uint32_t> take_bodies() { return watershed_.take_body(); }
  Range own_cells() const { return {slab_.own_begin(), slab_.own_end()}; }

 private:
  struct Position {
    std::int64_t x, y, z;
  };
  struct BodiesOfRow {
    const GhostedSlab& slab;
    std::span<const std::uint32_t> body;
    void operator()(std::uint32_t* row, std::int64_t y, std::int64_t z) const {
      std::fill_n(row, slab.image().nx, solid_);
      slab.for_each_in_row(
          y, z, [&](std::int64_t x, GhostedSlab::Cell cell) { row[x] = body[static_cast<std::size_t>(cell)]; });
    }
  };
  using BodyRows = RowsAbout<std::uint32_t, BodiesOfRow>;
  static constexpr std::uint32_t solid_ = PoreNetwork::outside;  // no body has this number

  /// Finds what passes through the cells of planes; each thread has one.
  class PassageFinder {
   public:
    PassageFinder(FoundPassages& found, const NetworkBuilder& of)
        : of_(of), rows_(of.slab_, solid_, BodiesOfRow{of.slab_, of.watershed_.body()}), recent_(found, of.count_) {}
    void find_in(std::int64_t z) {
      for (std::int64_t y = 0; y < of_.slab_.image().ny; ++y) {
        rows_.move_to(y, z);
        of_.slab_.for_each_word_in_row(y, z, [&](std::int64_t column, std::uint32_t bits, GhostedSlab::Cell cell) {
          const std::int64_t first = PoreSpace::word_bits * column;
          const LinksOfWord links = links_to_others(rows_, first);
          for (; bits != 0; bits &= bits - 1, ++cell) {
            const std::int64_t b = std::countr_zero(bits);
            const std::uint32_t links_of_cell = links[static_cast<std::size_t>(b)];
            if (links_of_cell != 0) of_.add_links({first + b, y, z}, cell, links_of_cell, recent_);
            if (of_.has_outside_) of_.add_outside(first + b, y, z, cell, recent_);
          }
        });
      }
    }
    void finish() { recent_.finish(); }

   private:
    const NetworkBuilder& of_;
    BodyRows rows_;
    RecentPassages recent_;
  };

  /// Gives what passes through the cells of the slab, in order.
  std::vector<Passage> find_passages() const {
    const auto join = [](PassageSums& into, const PassageSums& from) { into.add(from); };
    FoundPassages found = find_in_threads<PassageFinder, PassageSums>(slab_.planes(), *this, join);
    FoundInRanges<std::vector<Passage>> sorted;
    FirstError error;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t range = 0; range < found.size(); ++range)
      error.guard([&] { sorted[range] = std::move(found[range]).take(); });
    error.rethrow();
    std::vector<Passage> passages;
    for (std::vector<Passage>& some : sorted) {
      passages.insert(passages.end(), some.begin(), some.end());
      some = std::vector<Passage>();  // = {} would keep the memory
    }
    return passages;
  }

  // One of each pair of opposite links, so that every pair of cells counts once: bit i stands for link 2 i.
  static constexpr std::size_t links_ = link_steps.size() / 2;
  using LinksOfWord = std::array<std::uint32_t, PoreSpace::word_bits>;
  template <std::size_t... i>
  static std::uint32_t links_at(const std::array<const std::uint32_t*, links_>& about, std::uint32_t own, std::size_t x,
                                std::index_sequence<i...> /*links*/) {
    std::uint32_t links = 0;
    ((links |= ((about[i][x] != own) & (about[i][x] != solid_)) ? 1U << i : 0U), ...);
    return links;
  }
  /// Finds which links of each voxel of a word lead to another body. It is of no use for voxels that are solid.
  static LinksOfWord links_to_others(const BodyRows& rows, std::int64_t first) {
    std::array<const std::uint32_t*, links_> about{};
    for (std::size_t i = 0; i < links_; ++i)
      about[i] = rows.from_first(link_steps[2 * i].y, link_steps[2 * i].z) + first + link_steps[2 * i].x;
    const std::uint32_t* const own = rows.from_first(0, 0) + first;
    LinksOfWord links;
#pragma omp simd
    for (std::size_t x = 0; x < links.size(); ++x)
      links[x] = links_at(about, own[x], x, std::make_index_sequence<links_>());
    return links;
  }

  void add_links(const Position& at, GhostedSlab::Cell cell, std::uint32_t links, RecentPassages& passages) const {
    const std::uint32_t own = body_of(cell);
    for (; links != 0; links &= links - 1) {
      const std::size_t s = 2 * static_cast<std::size_t>(std::countr_zero(links));
      const LinkStep& step = link_steps[s];
      const GhostedSlab::Cell other = slab_.cell_at(at.x + step.x, at.y + step.y, at.z + step.z);
      const bool is_face = s < link_faces;
      const double whole = watershed_.resistance_to_summit(cell) +
                           watershed_.resistance_between(cell, other, is_face ? 1 : std::numbers::sqrt2) +
                           watershed_.resistance_to_summit(other);
      add(passages, own, body_of(other), (is_face ? 1 : pore_rules::edge_share) / whole);
    }
  }

  /// Adds the faces of a cell that lie in a face of the image where the density is held.
  void add_outside(std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell,
                   RecentPassages& passages) const {
    const std::array<std::int64_t, 3> position{x, y, slab_.first_plane() + z};
    for (const Axis axis : all_axes) {
      if (!holds_density(rules_.across(axis))) continue;
      const std::int64_t at = position[static_cast<std::size_t>(axis)];
      for (const std::int64_t end : {std::int64_t{0}, slab_.image().along(axis) - 1})
        if (at == end)
          add(passages, body_of(cell), PoreNetwork::outside,
              1 / (watershed_.resistance_to_summit(cell) + watershed_.resistance_to_face(cell)));
    }
  }

  static void add(RecentPassages& passages, std::uint32_t a, std::uint32_t b, double conductance) {
    passages.add({std::min(a, b), std::max(a, b), std::llrint(conductance * pore_rules::quanta_of_conductance)});
  }
  std::uint32_t body_of(GhostedSlab::Cell cell) const { return watershed_.body()[static_cast<std::size_t>(cell)]; }

  GhostedSlab slab_;
  Watershed watershed_;
  FaceRules rules_;
  bool has_outside_;   ///< whether a face holds the density
  std::size_t count_;  ///< of the bodies of the image
};

}  // namespace

PoreNetwork::PoreNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules) {
  NetworkBuilder builder(pores, distances, rules);
  check_for_stop();
  cells_ = builder.count_cells();
  builder.measure_resistances();
  check_for_stop();
  throats_ = builder.find_throats();
  check_for_stop();
  own_cells_ = builder.own_cells();
  body_of_cell_ = builder.take_bodies();
}

}  // namespace perm
