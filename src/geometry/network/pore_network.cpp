// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <unordered_map>

#include "core/errors.hpp"
#include "geometry/network/pore_shapes.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

constexpr double edge_share = 0.1;       // what passes an edge, over what passes a face
constexpr double quanta = 4294967296.0;  // of conductance in one voxel^3: sums of whole numbers have no order

/// Holds the conductance between two bodies that one process has found.
struct Passage {
  std::uint32_t first;
  std::uint32_t second;
  std::int64_t quanta;
};

class NetworkBuilder {
 public:
  NetworkBuilder(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules)
      : slab_(pores, rules), watershed_(slab_, distances), rules_(rules) {}

  /// Numbers the bodies of the image in the order of their summits.
  void number_bodies() {
    std::vector<std::int64_t> own;
    for (GhostedSlab::Cell cell = slab_.own_begin(); cell < slab_.own_end(); ++cell)
      own.push_back(watershed_.summit(cell));
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const auto& some : slab_.processes().gather_to_all(std::span<const std::int64_t>(own)))
      summits_.insert(summits_.end(), some.begin(), some.end());
    std::sort(summits_.begin(), summits_.end());
    summits_.erase(std::unique(summits_.begin(), summits_.end()), summits_.end());
    if (summits_.size() >= PoreNetwork::outside)
      throw InputError("The pore space is too large for a network", std::to_string(summits_.size()) + " bodies",
                       "Cut it");
    body_.resize(static_cast<std::size_t>(slab_.cells()));
#pragma omp parallel for schedule(static)
    for (GhostedSlab::Cell cell = 0; cell < slab_.cells(); ++cell)
      body_[static_cast<std::size_t>(cell)] = static_cast<std::uint32_t>(
          std::lower_bound(summits_.begin(), summits_.end(), watershed_.summit(cell)) - summits_.begin());
  }

  /// Comes before find_throats.
  void measure_resistances() { watershed_.measure_resistances(measure_shapes(slab_, watershed_, body_)); }

  std::vector<std::int64_t> count_cells() const {
    std::vector<std::int64_t> cells(summits_.size());
    for (GhostedSlab::Cell cell = slab_.own_begin(); cell < slab_.own_end(); ++cell)
      ++cells[body_[static_cast<std::size_t>(cell)]];
    slab_.processes().sum(cells);
    return cells;
  }

  std::vector<Throat> find_throats() const {
    std::vector<Passage> all;
    for (const auto& some : slab_.processes().gather_to_all(std::span<const Passage>(find_passages())))
      all.insert(all.end(), some.begin(), some.end());
    std::sort(all.begin(), all.end(), [](const Passage& a, const Passage& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    std::vector<Throat> throats;
    for (std::size_t i = 0; i < all.size();) {
      const Passage& passage = all[i];
      std::int64_t sum = 0;
      for (; i < all.size() && all[i].first == passage.first && all[i].second == passage.second; ++i)
        sum += all[i].quanta;
      throats.push_back({passage.first, passage.second, static_cast<double>(sum) / quanta});
    }
    return throats;
  }

  std::vector<std::uint32_t> take_own_bodies() const {
    return {body_.begin() + slab_.own_begin(), body_.begin() + slab_.own_end()};
  }

 private:
  using Passages = std::unordered_map<std::uint64_t, std::int64_t>;

  std::vector<Passage> find_passages() const {
    Passages passages;
#pragma omp parallel
    {
      Passages own;
#pragma omp for schedule(dynamic)
      for (std::int64_t z = 0; z < slab_.planes(); ++z)
        for (std::int64_t y = 0; y < slab_.image().ny; ++y)
          slab_.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) {
            add_links(x, y, z, cell, own);
            add_outside(x, y, z, cell, own);
          });
#pragma omp critical
      for (const auto& [key, count] : own) passages[key] += count;
    }
    std::vector<Passage> list;
    list.reserve(passages.size());
    for (const auto& [key, count] : passages)
      list.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), count});
    return list;
  }

  /// Adds one of each pair of opposite links of a cell, so that every pair of cells counts once.
  void add_links(std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell, Passages& passages) const {
    for (std::size_t s = 0; s < link_steps.size(); s += 2) {
      const LinkStep& step = link_steps[s];
      const GhostedSlab::Cell other = slab_.cell_at(x + step.x, y + step.y, z + step.z);
      if (other == GhostedSlab::solid || body_of(other) == body_of(cell)) continue;
      const bool is_face = s < link_faces;
      const double whole = watershed_.resistance_to_summit(cell) +
                           watershed_.resistance_between(cell, other, is_face ? 1 : std::numbers::sqrt2) +
                           watershed_.resistance_to_summit(other);
      add(passages, body_of(cell), body_of(other), (is_face ? 1 : edge_share) / whole);
    }
  }

  /// Adds the faces of a cell that lie in a face of the image where the density is held.
  void add_outside(std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell, Passages& passages) const {
    const std::array<std::int64_t, 3> position{x, y, slab_.first_plane() + z};
    for (const Axis axis : all_axes) {
      const FaceRule rule = rules_.across(axis);
      if (rule != FaceRule::antisymmetric && rule != FaceRule::pressure) continue;
      const std::int64_t at = position[static_cast<std::size_t>(axis)];
      for (const std::int64_t end : {std::int64_t{0}, slab_.image().along(axis) - 1})
        if (at == end)
          add(passages, body_of(cell), PoreNetwork::outside,
              1 / (watershed_.resistance_to_summit(cell) + watershed_.resistance_to_face(cell)));
    }
  }

  static void add(Passages& passages, std::uint32_t a, std::uint32_t b, double conductance) {
    passages[std::uint64_t{std::min(a, b)} << 32 | std::max(a, b)] += std::llrint(conductance * quanta);
  }
  std::uint32_t body_of(GhostedSlab::Cell cell) const { return body_[static_cast<std::size_t>(cell)]; }

  GhostedSlab slab_;
  Watershed watershed_;
  FaceRules rules_;
  std::vector<std::int64_t> summits_;  ///< of all bodies of the image, ascending
  std::vector<std::uint32_t> body_;    ///< of all cells
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
