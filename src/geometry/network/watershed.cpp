// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/watershed.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace perm {
namespace {

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
  static Place unknown() { return {-1, 0, 0}; }
  Place at_summit(const Voxel& voxel) const {
    return {of.index(voxel.x, voxel.y, voxel.z), of.radius_at(voxel), pack({})};
  }
  Place below(const Place& upper, const Voxel& voxel, Cell /*next*/) const {
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
  float below(float upper, const Voxel& voxel, Cell next) const {
    return upper + static_cast<float>(of.resistance_between(next, voxel.cell, length_of(of.step_up(voxel.cell))));
  }
};

Watershed::Watershed(const GhostedSlab& slab, std::span<const SquaredDistance> distances)
    : slab_(slab),
      distances_(static_cast<std::size_t>(slab.cells())),
      up_(distances_.size()),
      places_(distances_.size()) {
  const Extent& image = slab.image();
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t z = 0; z < slab_.planes(); ++z)
    for_each_own({z, z + 1}, [&](const Voxel& voxel) {
      distances_[static_cast<std::size_t>(voxel.cell)] =
          distances[static_cast<std::size_t>((voxel.z * image.ny + voxel.y) * image.nx + voxel.x)];
    });
  slab.fill_ghosts(distances_.span());
  climb();
  follow_paths(places_, PlaceRule{*this});
}

std::vector<std::int64_t> Watershed::own_summits() const {
  std::vector<std::vector<std::int64_t>> of_planes(static_cast<std::size_t>(slab_.planes()));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t z = 0; z < slab_.planes(); ++z)
    for_each_own({z, z + 1}, [&](const Voxel& voxel) {
      if (step_up(voxel.cell) == no_step)
        of_planes[static_cast<std::size_t>(z)].push_back(index(voxel.x, voxel.y, voxel.z));
    });
  std::vector<std::int64_t> summits;
  for (const std::vector<std::int64_t>& some : of_planes) summits.insert(summits.end(), some.begin(), some.end());
  return summits;
}

void Watershed::forget_summits() {
  radii_ = LargeArray<float>(places_.size());
#pragma omp parallel for schedule(static)
  for (Cell cell = 0; cell < slab_.cells(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    radii_[i] = places_[i].radius;
  }
  places_ = {};
}

void Watershed::measure_resistances(LargeArray<float> shapes) {
  shapes_ = std::move(shapes);
  resistances_ = LargeArray<float>(up_.size());
  follow_paths(resistances_, ResistanceRule{*this});
}

/// Gives the resistance of a voxel of length, by the mean speed of Poiseuille flow.
double Watershed::resistance(Cell cell) const {
  const auto of_pore = static_cast<double>(radius(cell));
  return 8 / (of_pore * of_pore * static_cast<double>(shapes_[static_cast<std::size_t>(cell)]));
}

double Watershed::resistance_between(Cell a, Cell b, double length) const {
  return length_along_pore(length, distance(a), distance(b)) * (resistance(a) + resistance(b)) / 2 +
         resistance_of_mouth(static_cast<double>(radius(a)), static_cast<double>(radius(b)));
}

double Watershed::resistance_to_face(Cell cell) const { return resistance(cell) / 2; }

std::int64_t Watershed::index(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Extent& n = slab_.image();
  return n.index(inside(x, n.nx), inside(y, n.ny), inside(slab_.first_plane() + z, n.nz));
}

/// Takes a position that is at most one extent beyond an end into the image.
std::int64_t Watershed::inside(std::int64_t position, std::int64_t extent) {
  return position < 0 ? position + extent : position >= extent ? position - extent : position;
}

int Watershed::step_up(Cell cell) const { return up_[static_cast<std::size_t>(cell)] & step_bits; }

template <class Visit>
void Watershed::for_each_own(Range planes, const Visit& visit) const {
  for (std::int64_t z = planes.first; z < planes.last; ++z)
    for (std::int64_t y = 0; y < slab_.image().ny; ++y)
      slab_.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) { visit(Voxel{x, y, z, cell}); });
}

/// Follows the paths of all cells to their summits. Each thread keeps what it finds for its own planes, and no thread
/// looks at what another one finds. Collective.
template <class Rule>
void Watershed::follow_paths(LargeArray<typename Rule::Value>& known, const Rule& rule) {
  // A part is as large as can be: what lies beyond it is walked anew for each path that leaves it, and in wide pores
  // such paths are long.
  constexpr std::int64_t fewest_planes = 8;
  const std::int64_t threads = omp_get_max_threads();
  const std::int64_t planes_a_part = std::max(fewest_planes, (slab_.planes() + threads - 1) / threads);
  const std::int64_t parts = (slab_.planes() + planes_a_part - 1) / planes_a_part;
#pragma omp parallel for schedule(static)
  for (Cell cell = 0; cell < slab_.cells(); ++cell) known[static_cast<std::size_t>(cell)] = Rule::unknown();
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
    slab_.fill_ghosts(known.span());
  }
}

/// Follows one path as far as is known, and says whether that is to its summit. The cells of a path that ends at a
/// ghost of which nothing is known wait for the next round, so that no other path goes that way in vain.
template <class Rule>
bool Watershed::follow_path(Voxel start, const Range& memory, LargeArray<typename Rule::Value>& known, const Rule& rule,
                            std::vector<Voxel>& path) {
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
  for (Cell next = voxel.cell; !path.empty(); path.pop_back()) {
    value = rule.below(value, path.back(), next);
    keep(path.back(), value);
    next = path.back().cell;
  }
  return true;
}

/// Gives the next cell of the path from a cell that is no summit.
Watershed::Voxel Watershed::next_up(const Voxel& voxel) const {
  const LinkStep& step = link_steps[static_cast<std::size_t>(step_up(voxel.cell))];
  const Extent& n = slab_.image();
  Voxel next{inside(voxel.x + step.x, n.nx), inside(voxel.y + step.y, n.ny), voxel.z + step.z, 0};
  next.cell = slab_.cell_at(next.x, next.y, next.z);
  return next;
}

/// Gives the radius of a pore whose axis goes through a voxel. The distance to the nearest solid voxel, from centre to
/// centre, is half a voxel too large where the axis goes through the centre, and right where it goes between two
/// voxels.
float Watershed::radius_at(const Voxel& voxel) const {
  const double radius = std::sqrt(static_cast<double>(distance(voxel.cell)));
  const bool is_on_axis = (up_[static_cast<std::size_t>(voxel.cell)] & on_axis) != 0;
  return static_cast<float>(is_on_axis ? radius - 0.5 : radius);
}

}  // namespace perm
