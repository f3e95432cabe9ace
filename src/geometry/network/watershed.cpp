// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/watershed.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

/// A displacement from one voxel to another is kept in one number: ten bits for each component, plus 512. No
/// displacement that is kept is longer than the largest measured radius, 256, so that displacements are added and
/// subtracted like numbers.
constexpr int bits_away = 10;
constexpr std::uint32_t mask_away = (1U << bits_away) - 1;
constexpr std::uint32_t zero_away = 1U << (bits_away - 1);
constexpr std::uint32_t no_way = zero_away << 2 * bits_away | zero_away << bits_away | zero_away;

constexpr std::array<std::uint32_t, link_steps.size()> steps_away = [] {
  std::array<std::uint32_t, link_steps.size()> packed{};
  for (std::size_t s = 0; s < packed.size(); ++s)
    packed[s] = (static_cast<std::uint32_t>(link_steps[s].x) << 2 * bits_away) +
                (static_cast<std::uint32_t>(link_steps[s].y) << bits_away) +
                static_cast<std::uint32_t>(link_steps[s].z);
  return packed;
}();

int squared_length(std::uint32_t away) {
  int squared = 0;
  for (const int shift : {2 * bits_away, bits_away, 0}) {
    const int a = static_cast<int>(away >> shift & mask_away) - static_cast<int>(zero_away);
    squared += a * a;
  }
  return squared;
}

// Threads see each other's values while paths are followed.
template <class Value>
Value load_shared(const LargeArray<Value>& values, std::int64_t cell, std::memory_order order) {
  return std::atomic_ref(const_cast<Value&>(values[static_cast<std::size_t>(cell)])).load(order);
}
template <class Value>
void store_shared(LargeArray<Value>& values, std::int64_t cell, Value value, std::memory_order order) {
  std::atomic_ref(values[static_cast<std::size_t>(cell)]).store(value, order);
}

}  // namespace

/// Finds the body of each cell and its radius from those of the next cell. Who knows the body may read the rest.
struct Watershed::PlaceRule {
  struct Place {
    std::uint32_t body;
    float radius;        ///< of the widest sphere of the path that holds the cell
    std::uint32_t away;  ///< from the centre of that sphere to the cell
  };
  Watershed& of;
  LargeArray<std::uint32_t>& away;

  static std::uint32_t mark_of_waiting(int round) { return round % 2 == 0 ? unknown_body - 1 : unknown_body; }
  PathState state(Cell cell, int round) const {
    const std::uint32_t body = load_shared(of.body_, cell, std::memory_order_acquire);
    if (body < most_bodies) return PathState::known;
    return body == mark_of_waiting(round) ? PathState::waits : PathState::unknown;
  }
  void wait(Cell cell, int round) const {
    store_shared(of.body_, cell, mark_of_waiting(round), std::memory_order_relaxed);
  }
  Place load(Cell cell) const {
    return {load_shared(of.body_, cell, std::memory_order_relaxed),
            load_shared(of.radii_, cell, std::memory_order_relaxed),
            load_shared(away, cell, std::memory_order_relaxed)};
  }
  void store(Cell cell, const Place& place) const {
    store_shared(of.radii_, cell, place.radius, std::memory_order_relaxed);
    store_shared(away, cell, place.away, std::memory_order_relaxed);
    store_shared(of.body_, cell, place.body, std::memory_order_release);
  }
  Place below(const Place& upper, Cell cell, Cell /*next*/) const {
    const float radius = of.radius_at(cell);
    const std::uint32_t way = upper.away - steps_away[static_cast<std::size_t>(of.step_up(cell))];
    const auto widest = static_cast<double>(upper.radius);
    const bool is_inside = upper.radius >= radius && static_cast<double>(squared_length(way)) < widest * widest;
    return is_inside ? Place{upper.body, upper.radius, way} : Place{upper.body, radius, no_way};
  }
  void fill_ghosts() const {
    of.slab_.fill_ghosts(of.body_.span());
    of.slab_.fill_ghosts(of.radii_.span());
    of.slab_.fill_ghosts(away.span());
  }
};

struct Watershed::ResistanceRule {
  Watershed& of;

  static constexpr float unknown = -1;
  static float mark_of_waiting(int round) { return round % 2 == 0 ? 2 * unknown : unknown; }
  PathState state(Cell cell, int round) const {
    const float resistance = load(cell);
    if (resistance >= 0) return PathState::known;
    return resistance == mark_of_waiting(round) ? PathState::waits : PathState::unknown;
  }
  void wait(Cell cell, int round) const { store(cell, mark_of_waiting(round)); }
  float load(Cell cell) const { return load_shared(of.resistances_, cell, std::memory_order_relaxed); }
  void store(Cell cell, float resistance) const {
    store_shared(of.resistances_, cell, resistance, std::memory_order_relaxed);
  }
  float below(float upper, Cell cell, Cell next) const {
    return upper + static_cast<float>(of.resistance_between(next, cell, length_of(of.step_up(cell))));
  }
  void fill_ghosts() const { of.slab_.fill_ghosts(of.resistances_.span()); }
};

Watershed::Watershed(const GhostedSlab& slab, std::span<const SquaredDistance> distances)
    : slab_(slab),
      distances_(static_cast<std::size_t>(slab.cells())),
      up_(distances_.size()),
      paths_(slab),
      body_(distances_.size()),
      radii_(distances_.size()) {
  const Extent& image = slab.image();
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::int64_t z = 0; z < slab_.planes(); ++z)
    for (std::int64_t y = 0; y < image.ny; ++y)
      slab_.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) {
        distances_[static_cast<std::size_t>(cell)] =
            distances[static_cast<std::size_t>((z * image.ny + y) * image.nx + x)];
      });
  slab.fill_ghosts(distances_.span());
  climb(distances);
  LargeArray<std::uint32_t> away(distances_.size());
  number_summits(away);
  paths_.follow(slab_, PlaceRule{*this, away});
}

/// Numbers the summits of the image in the order of their voxels, and says that nothing is known of other cells.
void Watershed::number_summits(LargeArray<std::uint32_t>& away) {
  std::vector<std::int64_t> summits_before(static_cast<std::size_t>(slab_.planes() + 1));
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::int64_t z = 0; z < slab_.planes(); ++z)
    for (Cell cell = slab_.plane_begin(z); cell < slab_.plane_begin(z + 1); ++cell)
      summits_before[static_cast<std::size_t>(z + 1)] += step_up(cell) == no_step ? 1 : 0;
  std::partial_sum(summits_before.begin(), summits_before.end(), summits_before.begin());
  const std::int64_t own = summits_before.back();
  std::int64_t before = 0;  // in slabs of lower rank, which have the planes before these
  const auto of_ranks = slab_.processes().gather_to_all(std::span<const std::int64_t>(&own, 1));
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    before += static_cast<int>(rank) < slab_.processes().rank() ? of_ranks[rank].front() : 0;
    bodies_ += of_ranks[rank].front();
  }
  if (bodies_ > most_bodies)
    throw InputError("The pore space is too large for a network", std::to_string(bodies_) + " pores", "Cut it");
  std::fill_n(body_.data(), slab_.own_begin(), unknown_body);
  std::fill(body_.data() + slab_.own_end(), body_.data() + slab_.cells(), unknown_body);
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::int64_t z = 0; z < slab_.planes(); ++z) {
    auto next = static_cast<std::uint32_t>(before + summits_before[static_cast<std::size_t>(z)]);
    for (Cell cell = slab_.plane_begin(z); cell < slab_.plane_begin(z + 1); ++cell) {
      const auto i = static_cast<std::size_t>(cell);
      const bool is_summit = step_up(cell) == no_step;
      body_[i] = is_summit ? next++ : unknown_body;
      if (!is_summit) continue;
      radii_[i] = radius_at(cell);
      away[i] = no_way;
    }
  }
}

void Watershed::measure_resistances(LargeArray<float> shapes) {
  shapes_ = std::move(shapes);
  resistances_ = LargeArray<float>(up_.size());
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (Cell cell = 0; cell < slab_.cells(); ++cell)
    resistances_[static_cast<std::size_t>(cell)] =
        slab_.is_own(cell) && step_up(cell) == no_step ? 0 : ResistanceRule::unknown;
  paths_.follow(slab_, ResistanceRule{*this});
  paths_ = {};
}

pore_rules::PoreAtCell Watershed::pore_at(Cell cell) const {
  return {distance(cell), radius(cell), shapes_[static_cast<std::size_t>(cell)]};
}

double Watershed::resistance_between(Cell a, Cell b, double length) const {
  return pore_rules::resistance_between(pore_at(a), pore_at(b), length);
}

double Watershed::resistance_to_face(Cell cell) const { return pore_rules::resistance(pore_at(cell)) / 2; }

float Watershed::radius_at(Cell cell) const {
  return pore_rules::radius_at(distance(cell), (up_[static_cast<std::size_t>(cell)] & on_axis) != 0);
}

}  // namespace perm
