// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/watershed.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace perm {
namespace {

constexpr std::uint8_t no_step = link_steps.size();

/// Mixes the bits of a number (Steele, Lea and Flood 2014, SplitMix64). Voxels equally far from solid are climbed in a
/// random order, so that no path along a duct gets long.
std::uint64_t mix(std::int64_t number) {
  std::uint64_t n = static_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15U;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9U;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebU;
  return n ^ (n >> 31);
}

/// A way between two voxels. None that is kept is longer than the largest measured radius, 256.
using Away = std::array<int, 3>;
constexpr int bits_away = 10;
constexpr int zero_away = 1 << (bits_away - 1);

std::uint32_t pack(const Away& away) {
  std::uint32_t packed = 0;
  for (const int a : away) packed = packed << bits_away | static_cast<std::uint32_t>(a + zero_away);
  return packed;
}

Away unpack(std::uint32_t packed) {
  constexpr std::uint32_t mask = (1U << bits_away) - 1;
  return {static_cast<int>(packed >> 2 * bits_away & mask) - zero_away,
          static_cast<int>(packed >> bits_away & mask) - zero_away, static_cast<int>(packed & mask) - zero_away};
}

/// Gives what the mouth of a tube that opens into a wider one adds. A hole of radius r in a thin wall has a resistance
/// of 3/r^3 (Sampson 1891), half of it on either side; here it counts for the area of the hole.
double resistance_of_mouth(double a, double b) {
  return 1.5 * std::numbers::pi * (1 / std::min(a, b) - 1 / std::max(a, b));
}

double length_of(int step) { return static_cast<std::size_t>(step) < link_faces ? 1 : std::numbers::sqrt2; }

/// Gives the part of a step of this length that leads along the pore. Pressure is the same all over a cross-section, so
/// the way from the wall to the middle, on which the distance from solid grows, resists nothing.
double length_along_pore(double length, SquaredDistance from, SquaredDistance to) {
  const double climb = std::sqrt(static_cast<double>(from)) - std::sqrt(static_cast<double>(to));
  return std::sqrt(std::max(0.0, length * length - climb * climb));
}

}  // namespace

/// Says what is known of a cell from what is known of the next cell of its path.
struct Watershed::PlaceRule {
  using Value = Place;
  const Watershed& of;

  static bool is_known(const Place& place) { return place.summit >= 0; }
  static bool is_waiting(const Place& place) { return place.summit == waiting().summit; }
  static Place waiting() { return {-2, 0, 0}; }
  static Place unknown() { return {}; }
  Place at_summit(const Voxel& voxel) const {
    return {of.index(voxel.x, voxel.y, voxel.z), of.radius_at(voxel), pack({})};
  }
  Place below(const Place& upper, const Voxel& voxel) const {
    const LinkStep& up = link_steps[static_cast<std::size_t>(of.step_up(voxel.cell))];
    const Away from_centre = unpack(upper.away);
    const Away away{from_centre[0] - up.x, from_centre[1] - up.y, from_centre[2] - up.z};
    Place place{upper.summit, of.radius_at(voxel), pack({})};
    double squared = 0;
    for (const int a : away) squared += static_cast<double>(a) * static_cast<double>(a);
    if (upper.radius >= place.radius && std::sqrt(squared) < static_cast<double>(upper.radius)) {
      place.radius = upper.radius;
      place.away = pack(away);
    }
    return place;
  }
};

struct Watershed::ResistanceRule {
  using Value = float;
  const Watershed& of;

  static bool is_known(float resistance) { return resistance >= 0; }
  static bool is_waiting(float resistance) { return resistance == waiting(); }
  static float waiting() { return -2; }
  static float unknown() { return -1; }
  static float at_summit(const Voxel& /*voxel*/) { return 0; }
  float below(float upper, const Voxel& voxel) const {
    return upper + static_cast<float>(
                       of.resistance_between(of.next_up(voxel).cell, voxel.cell, length_of(of.step_up(voxel.cell))));
  }
};

Watershed::Watershed(const GhostedSlab& slab, std::span<const SquaredDistance> distances)
    : slab_(slab),
      distances_(static_cast<std::size_t>(slab.cells())),
      up_(distances_.size(), no_step),
      places_(distances_.size()) {
  const Extent& image = slab.image();
  for_each_own({0, slab.planes()}, [&](const Voxel& voxel) {
    distances_[static_cast<std::size_t>(voxel.cell)] =
        distances[static_cast<std::size_t>((voxel.z * image.ny + voxel.y) * image.nx + voxel.x)];
  });
  slab.fill_ghosts(distances_);
  climb();
  follow_paths(places_, PlaceRule{*this});
}

std::vector<std::int64_t> Watershed::own_summits() const {
  std::vector<std::int64_t> summits;
  for_each_own({0, slab_.planes()}, [&](const Voxel& voxel) {
    if (step_up(voxel.cell) == no_step) summits.push_back(index(voxel.x, voxel.y, voxel.z));
  });
  return summits;
}

void Watershed::forget_summits() {
  radii_.resize(places_.size());
  std::ranges::transform(places_, radii_.begin(), &Place::radius);
  places_ = std::vector<Place>();  // = {} would keep the memory
}

void Watershed::measure_resistances(std::vector<float> shapes) {
  shapes_ = std::move(shapes);
  resistances_.assign(up_.size(), -1.0F);
  follow_paths(resistances_, ResistanceRule{*this});
}

/// Gives the resistance of a voxel of length, by the mean speed of Poiseuille flow.
double Watershed::resistance(Cell cell) const {
  return 8 / (radius(cell) * radius(cell) * static_cast<double>(shapes_[static_cast<std::size_t>(cell)]));
}

double Watershed::resistance_between(Cell a, Cell b, double length) const {
  return length_along_pore(length, distance(a), distance(b)) * (resistance(a) + resistance(b)) / 2 +
         resistance_of_mouth(radius(a), radius(b));
}

double Watershed::resistance_to_face(Cell cell) const { return resistance(cell) / 2; }

std::int64_t Watershed::index(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Extent& n = slab_.image();
  const auto inside = [](std::int64_t position, std::int64_t extent) { return (position + extent) % extent; };
  return n.index(inside(x, n.nx), inside(y, n.ny), inside(slab_.first_plane() + z, n.nz));
}

template <class Visit>
void Watershed::for_each_own(Range planes, const Visit& visit) const {
  for (std::int64_t z = planes.first; z < planes.last; ++z)
    for (std::int64_t y = 0; y < slab_.image().ny; ++y)
      slab_.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) { visit(Voxel{x, y, z, cell}); });
}

void Watershed::climb() {
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t z = 0; z < slab_.planes(); ++z)
    for_each_own({z, z + 1}, [&](const Voxel& from) {
      Voxel best = from;
      for (std::size_t s = 0; s < link_steps.size(); ++s) {
        Voxel next{from.x + link_steps[s].x, from.y + link_steps[s].y, from.z + link_steps[s].z, 0};
        next.cell = slab_.cell_at(next.x, next.y, next.z);
        if (next.cell == GhostedSlab::solid || distance(next.cell) < distance(best.cell)) continue;
        if (distance(next.cell) == distance(best.cell) &&
            mix(index(next.x, next.y, next.z)) <= mix(index(best.x, best.y, best.z)))
          continue;
        best = next;
        up_[static_cast<std::size_t>(from.cell)] = static_cast<std::uint8_t>(s);
      }
    });
}

/// Follows the paths of all cells to their summits. Each thread keeps what it finds for its own planes, and no thread
/// looks at what another one finds. Collective.
template <class Rule>
void Watershed::follow_paths(std::vector<typename Rule::Value>& known, const Rule& rule) {
  // A part is as large as can be: what lies beyond it is walked anew for each path that leaves it, and in wide pores
  // such paths are long.
  constexpr std::int64_t fewest_planes = 8;
  const std::int64_t threads = omp_get_max_threads();
  const std::int64_t planes_a_part = std::max(fewest_planes, (slab_.planes() + threads - 1) / threads);
  const std::int64_t parts = (slab_.planes() + planes_a_part - 1) / planes_a_part;
  // A path may go on in other slabs. Each round brings what the neighbours have found in the last one.
  for (bool is_known_everywhere = false; !is_known_everywhere;) {
    bool all = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : all)
    for (std::int64_t part = 0; part < parts; ++part) {
      const Range planes{part * planes_a_part, std::min((part + 1) * planes_a_part, slab_.planes())};
      const Range memory{slab_.plane_begin(planes.first), slab_.plane_begin(planes.last)};
      std::vector<Voxel> path;
      for (std::int64_t cell = memory.first; cell < memory.last; ++cell) {
        typename Rule::Value& value = known[static_cast<std::size_t>(cell)];
        if (Rule::is_waiting(value)) value = Rule::unknown();
      }
      for_each_own(planes, [&](const Voxel& voxel) {
        if (!Rule::is_known(known[static_cast<std::size_t>(voxel.cell)]))
          all = follow_path(voxel, memory, known, rule, path) && all;
      });
    }
    is_known_everywhere = !slab_.processes().any(!all);
    slab_.fill_ghosts(known);
  }
}

/// Follows one path as far as is known, and says whether that is to its summit. The cells of a path that ends at a
/// ghost of which nothing is known wait for the next round, so that no other path goes that way in vain.
template <class Rule>
bool Watershed::follow_path(Voxel start, const Range& memory, std::vector<typename Rule::Value>& known,
                            const Rule& rule, std::vector<Voxel>& path) {
  path.clear();
  Voxel voxel = start;
  const auto keep = [&](const Voxel& of, const typename Rule::Value& value) {
    if (memory.contains(of.cell)) known[static_cast<std::size_t>(of.cell)] = value;
  };
  typename Rule::Value value;
  while (true) {
    const bool is_own = voxel.cell >= slab_.own_begin() && voxel.cell < slab_.own_end();
    if (!is_own || memory.contains(voxel.cell)) {
      value = known[static_cast<std::size_t>(voxel.cell)];
      if (Rule::is_known(value)) break;
      if (!is_own || Rule::is_waiting(value)) {
        for (const Voxel& of_path : path) keep(of_path, Rule::waiting());
        return false;
      }
    }
    if (step_up(voxel.cell) == no_step) {
      value = rule.at_summit(voxel);
      keep(voxel, value);
      break;
    }
    path.push_back(voxel);
    voxel = next_up(voxel);
  }
  for (; !path.empty(); path.pop_back()) {
    value = rule.below(value, path.back());
    keep(path.back(), value);
  }
  return true;
}

/// Gives the next cell of the path from a cell that is no summit.
Watershed::Voxel Watershed::next_up(const Voxel& voxel) const {
  const LinkStep& step = link_steps[static_cast<std::size_t>(step_up(voxel.cell))];
  const Extent& n = slab_.image();
  Voxel next{(voxel.x + step.x + n.nx) % n.nx, (voxel.y + step.y + n.ny) % n.ny, voxel.z + step.z, 0};
  next.cell = slab_.cell_at(next.x, next.y, next.z);
  return next;
}

/// Gives the radius of a pore whose axis goes through a voxel. The distance to the nearest solid voxel, from centre to
/// centre, is half a voxel too large where the axis goes through the centre, and right where it goes between two
/// voxels.
float Watershed::radius_at(const Voxel& voxel) const {
  const double squared = distance(voxel.cell);
  for (std::size_t s = 0; s < link_faces; s += 2) {
    const auto is_lower = [&](const LinkStep& step) {
      const Cell next = slab_.cell_at(voxel.x + step.x, voxel.y + step.y, voxel.z + step.z);
      return next == GhostedSlab::solid || distance(next) < distance(voxel.cell);
    };
    if (is_lower(link_steps[s]) && is_lower(link_steps[s + 1])) return static_cast<float>(std::sqrt(squared) - 0.5);
  }
  return static_cast<float>(std::sqrt(squared));
}

}  // namespace perm
