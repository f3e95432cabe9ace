// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "geometry/network/body_ranges.hpp"
#include "geometry/network/pore_shapes.hpp"
#include "geometry/network/rows_about.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

constexpr double edge_share = 0.1;       // what passes an edge, over what passes a face
constexpr double quanta = 4294967296.0;  // of conductance in one voxel^3: sums of whole numbers have no order

/// Holds the conductance between two bodies that one process has found.
struct Passage {
  std::uint32_t first{0};
  std::uint32_t second{0};  ///< greater than first
  std::int64_t quanta{0};
};

/// Sums what passes between bodies, in a table with open places (Knuth, linear probing): half of the memory of
/// std::unordered_map.
class PassageSums {
 public:
  void add(const Passage& passage) {
    if (4 * (count_ + 1) > 3 * places_.size()) grow();
    Passage& place = find(passage);
    if (is_empty(place)) {
      place = passage;
      ++count_;
    } else {
      place.quanta += passage.quanta;
    }
  }
  void add(const PassageSums& more) {
    for (const Passage& passage : more.places_)
      if (!is_empty(passage)) add(passage);
  }
  /// Gives one passage for each pair of bodies, in order.
  std::vector<Passage> take() && {
    std::erase_if(places_, is_empty);
    places_.shrink_to_fit();
    std::ranges::sort(places_, {}, ends);
    return std::move(places_);
  }

 private:
  static bool is_empty(const Passage& passage) { return passage.second == 0; }  // `second` is greater than `first`
  static std::uint64_t ends(const Passage& passage) { return std::uint64_t{passage.first} << 32 | passage.second; }
  Passage& find(const Passage& passage) {
    const std::size_t last = places_.size() - 1;
    std::size_t at = ends(passage) * 0x9e3779b97f4a7c15U >> 20 & last;
    while (!is_empty(places_[at]) && ends(places_[at]) != ends(passage)) at = (at + 1) & last;
    return places_[at];
  }
  void grow() {
    constexpr std::size_t fewest = 64;  // a power of two
    std::vector<Passage> before = std::exchange(places_, std::vector<Passage>(std::max(fewest, 2 * places_.size())));
    for (const Passage& passage : before)
      if (!is_empty(passage)) find(passage) = passage;
  }

  std::vector<Passage> places_;
  std::size_t count_{0};
};

bool holds_density(FaceRule rule) { return rule == FaceRule::antisymmetric || rule == FaceRule::pressure; }

bool holds_density_anywhere(const FaceRules& rules) {
  return std::ranges::any_of(all_axes, [&](Axis axis) { return holds_density(rules.across(axis)); });
}

class NetworkBuilder {
 public:
  NetworkBuilder(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules)
      : slab_(pores, rules), watershed_(slab_, distances), rules_(rules), has_outside_(holds_density_anywhere(rules)) {}

  /// Numbers the bodies of the image in the order of their summits.
  void number_bodies() {
    const std::vector<std::int64_t> own = watershed_.own_summits();
    for (const auto& some : slab_.processes().gather_to_all(std::span<const std::int64_t>(own)))
      summits_.insert(summits_.end(), some.begin(), some.end());  // processes have their planes in order of rank
    if (summits_.size() >= PoreNetwork::outside)
      throw InputError("The pore space is too large for a network", std::to_string(summits_.size()) + " bodies",
                       "Cut it");
    body_ = LargeArray<std::uint32_t>(static_cast<std::size_t>(slab_.cells()));
#pragma omp parallel
    {
      std::int64_t summit = -1;  // of the cell before, which mostly has the same one
      std::uint32_t body = 0;
#pragma omp for schedule(static)
      for (GhostedSlab::Cell cell = 0; cell < slab_.cells(); ++cell) {
        if (watershed_.summit(cell) != summit) {
          summit = watershed_.summit(cell);
          body = static_cast<std::uint32_t>(std::ranges::lower_bound(summits_, summit) - summits_.begin());
        }
        body_[static_cast<std::size_t>(cell)] = body;
      }
    }
    count_ = summits_.size();
    summits_ = std::vector<std::int64_t>();  // = {} would keep the memory
    watershed_.forget_summits();
  }

  /// Comes before find_throats.
  void measure_resistances() {
    watershed_.measure_resistances(measure_shapes(slab_, watershed_, {body_.data(), body_.size()}, count_));
  }

  std::vector<std::int64_t> count_cells() const {
    std::vector<std::int64_t> cells(count_);
    for (GhostedSlab::Cell cell = slab_.own_begin(); cell < slab_.own_end(); ++cell)
      ++cells[body_[static_cast<std::size_t>(cell)]];
    slab_.processes().sum(cells);
    return cells;
  }

  std::vector<Throat> find_throats() const {
    const std::vector<Passage> all = sum_over_processes(find_passages());
    std::vector<Throat> throats;
    throats.reserve(all.size());
    for (const Passage& passage : all)
      throats.push_back({passage.first, passage.second, static_cast<double>(passage.quanta) / quanta});
    return throats;
  }

  std::vector<std::uint32_t> take_own_bodies() const {
    return {body_.data() + slab_.own_begin(), body_.data() + slab_.own_end()};
  }

 private:
  struct Position {
    std::int64_t x, y, z;
  };
  struct BodyOf {
    const std::uint32_t* bodies;
    std::uint32_t operator()(GhostedSlab::Cell cell) const { return bodies[cell]; }
  };
  using FoundPassages = FoundInRanges<PassageSums>;
  using BodyRows = RowsAbout<std::uint32_t, BodyOf>;
  static constexpr std::uint32_t solid_ = PoreNetwork::outside;  // no body has this number

  std::vector<Passage> sum_over_processes(std::vector<Passage> own) const {
    if (slab_.processes().is_alone()) return own;
    PassageSums all;
    for (auto& some : slab_.processes().gather_to_all(std::span<const Passage>(own))) {
      for (const Passage& passage : some) all.add(passage);
      some = std::vector<Passage>();  // = {} would keep the memory
    }
    return std::move(all).take();
  }

  std::vector<Passage> find_passages() const {
    const auto find = [&](FoundPassages& own) {
      BodyRows rows(slab_, solid_, BodyOf{body_.data()});
#pragma omp for schedule(dynamic) nowait
      for (std::int64_t z = 0; z < slab_.planes(); ++z)
        for (std::int64_t y = 0; y < slab_.image().ny; ++y) {
          rows.move_to(y, z);
          slab_.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) {
            add_links({x, y, z}, cell, rows, own);
            if (has_outside_) add_outside(x, y, z, cell, own);
          });
        }
    };
    const auto join = [](PassageSums& into, const PassageSums& from) { into.add(from); };
    FoundPassages found = find_in_threads<PassageSums>(find, join);
    FoundInRanges<std::vector<Passage>> sorted;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t range = 0; range < found.size(); ++range) sorted[range] = std::move(found[range]).take();
    std::vector<Passage> passages;
    for (std::vector<Passage>& some : sorted) {
      passages.insert(passages.end(), some.begin(), some.end());
      some = std::vector<Passage>();  // = {} would keep the memory
    }
    return passages;
  }

  /// Adds one of each pair of opposite links of a cell, so that every pair of cells counts once.
  void add_links(const Position& at, GhostedSlab::Cell cell, const BodyRows& rows, FoundPassages& passages) const {
    const std::uint32_t own = rows.at(at.x, 0, 0);
    for (std::size_t s = 0; s < link_steps.size(); s += 2) {
      const LinkStep& step = link_steps[s];
      const std::uint32_t body = rows.at(at.x + step.x, step.y, step.z);
      if (body == own || body == solid_) continue;
      const GhostedSlab::Cell other = slab_.cell_at(at.x + step.x, at.y + step.y, at.z + step.z);
      const bool is_face = s < link_faces;
      const double whole = watershed_.resistance_to_summit(cell) +
                           watershed_.resistance_between(cell, other, is_face ? 1 : std::numbers::sqrt2) +
                           watershed_.resistance_to_summit(other);
      add(passages, own, body, (is_face ? 1 : edge_share) / whole);
    }
  }

  /// Adds the faces of a cell that lie in a face of the image where the density is held.
  void add_outside(std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell,
                   FoundPassages& passages) const {
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

  void add(FoundPassages& passages, std::uint32_t a, std::uint32_t b, double conductance) const {
    const std::uint32_t first = std::min(a, b);
    passages[BodyRanges(count_).of(first)].add({first, std::max(a, b), std::llrint(conductance * quanta)});
  }
  std::uint32_t body_of(GhostedSlab::Cell cell) const { return body_[static_cast<std::size_t>(cell)]; }

  GhostedSlab slab_;
  Watershed watershed_;
  FaceRules rules_;
  bool has_outside_;                   ///< whether a face holds the density
  std::vector<std::int64_t> summits_;  ///< of all bodies of the image, ascending, while they are numbered
  std::size_t count_{0};               ///< of the bodies
  LargeArray<std::uint32_t> body_;     ///< of all cells
};

}  // namespace

PoreNetwork::PoreNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules) {
  NetworkBuilder builder(pores, distances, rules);
  builder.number_bodies();
  builder.measure_resistances();
  cells_ = builder.count_cells();
  throats_ = builder.find_throats();
  body_of_voxel_ = builder.take_own_bodies();
}

}  // namespace perm
