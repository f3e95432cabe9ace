// SPDX-License-Identifier: Apache-2.0
// Each process sums what it sees of bodies and throats, in whole numbers, and the first process joins the sums.
#include "geometry/network/sized_network.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/boundary.hpp"
#include "core/stop_check.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/network/ghosted_slab.hpp"
#include "geometry/network/pore_rules.hpp"
#include "geometry/network/pore_shapes.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

constexpr std::uint32_t first_face = 0xfffffff0;  // ends from here on stand for the six faces

/// What is known of a body: its voxels, and the one that is farthest from solid, of several the first.
struct BodySum {
  std::uint32_t body;
  float radius;
  std::int64_t voxels;
  std::int64_t distance;
  std::int64_t farthest;  ///< its number in the image

  void add(const BodySum& other) {
    voxels += other.voxels;
    if (other.distance > distance || (other.distance == distance && other.farthest < farthest)) {
      distance = other.distance;
      farthest = other.farthest;
      radius = other.radius;
    }
  }
};

/// What is known of a throat; its conductance is in quanta.
struct ThroatSum {
  std::uint64_t ends;
  std::int64_t quanta;
  std::int64_t faces;
  std::int64_t distance;  ///< the largest over its links of the smaller of both squared distances

  void add(const ThroatSum& other) {
    quanta += other.quanta;
    faces += other.faces;
    distance = std::max(distance, other.distance);
  }
};

template <class Sum>
void add_to(std::unordered_map<std::uint64_t, Sum>& sums, std::uint64_t key, const Sum& more) {
  const auto [found, is_new] = sums.try_emplace(key, more);
  if (!is_new) found->second.add(more);
}

/// Gives the sums of all processes to the first one, in order of their keys; the others get none.
template <class Sum>
std::vector<Sum> join(const std::unordered_map<std::uint64_t, Sum>& own, const Communicator& processes) {
  std::vector<std::vector<Sum>> to(static_cast<std::size_t>(processes.size()));
  for (const auto& [key, sum] : own) to.front().push_back(sum);
  std::unordered_map<std::uint64_t, Sum> all;
  const auto key_of = [](const Sum& sum) -> std::uint64_t {
    if constexpr (requires { sum.ends; })
      return sum.ends;
    else
      return sum.body;
  };
  for (const std::vector<Sum>& received : processes.exchange(to))
    for (const Sum& sum : received) add_to(all, key_of(sum), sum);
  std::vector<Sum> joined;
  for (const auto& [key, sum] : all) joined.push_back(sum);
  std::ranges::sort(joined, {}, key_of);
  return joined;
}

class NetworkMeter {
 public:
  NetworkMeter(const PoreSlab& pores, const FaceRules& rules)
      : slab_(pores, rules), planes_(pores.planes()), distances_(static_cast<std::size_t>(slab_.cells())) {
    const LargeArray<SquaredDistance> map = map_squared_distances(pores, rules);
    watershed_.emplace(slab_, map.span());
    watershed_->measure_resistances(measure_shapes(slab_, *watershed_));
    const std::int64_t plane = slab_.image().plane_voxels();
    for_each_own([&](std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell) {
      distances_[static_cast<std::size_t>(cell)] = map[static_cast<std::size_t>(z * plane + y * slab_.image().nx + x)];
    });
    slab_.fill_ghosts(distances_.span());
  }

  SizedNetwork measure() {
    for_each_own([&](std::int64_t x, std::int64_t y, std::int64_t z, GhostedSlab::Cell cell) {
      const std::int64_t place = slab_.image().index(x, y, planes_.first + z);
      add_to(bodies_, body(cell), BodySum{body(cell), watershed_->radius(cell), 1, distance(cell), place});
      add_links({x, y, z}, cell);
      add_faces({x, y, planes_.first + z}, cell);
    });
    const auto bodies = join(bodies_, slab_.processes());
    return build(bodies, join(throats_, slab_.processes()));
  }

 private:
  using Place = std::array<std::int64_t, 3>;

  template <class Visit>
  void for_each_own(const Visit& visit) const {
    for (std::int64_t z = 0; z < planes_.size(); ++z) {
      check_for_stop();
      for (std::int64_t y = 0; y < slab_.image().ny; ++y)
        slab_.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) { visit(x, y, z, cell); });
    }
  }

  void add_links(const Place& at, GhostedSlab::Cell cell) {
    for (std::size_t s = 0; s < link_steps.size(); s += 2) {  // of two opposite links one
      const LinkStep& step = link_steps[s];
      const GhostedSlab::Cell other = slab_.cell_at(at[0] + step.x, at[1] + step.y, at[2] + step.z);
      if (other == GhostedSlab::solid || body(other) == body(cell)) continue;
      const bool is_face = s < link_faces;
      const double whole = watershed_->resistance_to_summit(cell) +
                           watershed_->resistance_between(cell, other, is_face ? 1 : std::numbers::sqrt2) +
                           watershed_->resistance_to_summit(other);
      add(body(cell), body(other), (is_face ? 1 : pore_rules::edge_share) / whole, is_face ? 1 : 0,
          std::min(distance(cell), distance(other)));
    }
  }

  void add_faces(const Place& at, GhostedSlab::Cell cell) {
    for (const Axis axis : all_axes) {
      const std::int64_t along = at[static_cast<std::size_t>(axis)];
      const double whole = watershed_->resistance_to_summit(cell) + watershed_->resistance_to_face(cell);
      const std::uint32_t low = first_face + 2 * static_cast<std::uint32_t>(axis);
      if (along == 0) add(body(cell), low, 1 / whole, 1, distance(cell));
      if (along == slab_.image().along(axis) - 1) add(body(cell), low + 1, 1 / whole, 1, distance(cell));
    }
  }

  void add(std::uint32_t a, std::uint32_t b, double conductance, std::int64_t faces, std::int64_t squared) {
    const std::uint64_t ends = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    add_to(throats_, ends,
           ThroatSum{ends, std::llrint(conductance * pore_rules::quanta_of_conductance), faces, squared});
  }

  SizedNetwork build(const std::vector<BodySum>& bodies, std::vector<ThroatSum> sums) const {
    SizedNetwork network;
    const Extent& image = slab_.image();
    for (const BodySum& body : bodies) {
      const std::int64_t plane = image.plane_voxels();
      const std::array<std::int64_t, 3> voxel{body.farthest % image.nx, body.farthest % plane / image.nx,
                                              body.farthest / plane};
      SizedPore& pore = network.pores.emplace_back();
      for (std::size_t axis = 0; axis < 3; ++axis) pore.centre[axis] = static_cast<double>(voxel[axis]) + 0.5;
      pore.radius = double{body.radius};
      pore.voxels = body.voxels;
    }
    const auto face_of = [](const ThroatSum& sum) { return static_cast<std::uint32_t>(sum.ends) - first_face; };
    for (std::uint32_t face = 0; face < 6; ++face)
      for (ThroatSum& sum : sums) {
        if (static_cast<std::uint32_t>(sum.ends) < first_face || face_of(sum) != face) continue;
        const auto axis = static_cast<Axis>(face / 2);
        SizedPore point = network.pores[sum.ends >> 32];
        point.centre[face / 2] = face % 2 == 0 ? 0.0 : static_cast<double>(image.along(axis));
        point.radius = radius_of(sum);
        point.voxels = 0;
        network.in_face[face].push_back(static_cast<std::uint32_t>(network.pores.size()));
        sum.ends = sum.ends >> 32 << 32 | network.pores.size();
        network.pores.push_back(point);
      }
    std::ranges::sort(sums, {}, &ThroatSum::ends);
    for (const ThroatSum& sum : sums) {
      SizedThroat throat{static_cast<std::uint32_t>(sum.ends >> 32), static_cast<std::uint32_t>(sum.ends)};
      const auto& a = network.pores[throat.first].centre;
      const auto& b = network.pores[throat.second].centre;
      throat.length = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      throat.radius = radius_of(sum);
      throat.area = static_cast<double>(sum.faces);
      throat.conductance = static_cast<double>(sum.quanta) / pore_rules::quanta_of_conductance;
      network.throats.push_back(throat);
    }
    return network;
  }

  static double radius_of(const ThroatSum& sum) {
    return std::max(0.5, std::sqrt(static_cast<double>(sum.distance)) - 0.5);
  }
  std::uint32_t body(GhostedSlab::Cell cell) const { return watershed_->body()[static_cast<std::size_t>(cell)]; }
  std::int64_t distance(GhostedSlab::Cell cell) const { return distances_[static_cast<std::size_t>(cell)]; }

  GhostedSlab slab_;
  Range planes_;
  LargeArray<SquaredDistance> distances_;  ///< of all cells
  std::optional<Watershed> watershed_;
  std::unordered_map<std::uint64_t, BodySum> bodies_;
  std::unordered_map<std::uint64_t, ThroatSum> throats_;
};

}  // namespace

SizedNetwork measure_network(const PoreSlab& pores) {
  const FaceRules mirrors({FaceRule::symmetric, FaceRule::symmetric, FaceRule::symmetric});
  return NetworkMeter(pores, mirrors).measure();
}

}  // namespace perm
