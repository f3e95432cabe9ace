// SPDX-License-Identifier: Apache-2.0
// Voxels are taken from the widest to the narrowest until they join the two faces (Kruskal's order, with union-find):
// the last one taken is a throat of the widest way. Among those taken a way is followed from there to both.
#include "report/views/widest_way.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/large_array.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/velocity_set.hpp"

namespace perm {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

constexpr std::int64_t straight = 1000, aslant = 1414;  // lengths of the steps between voxels

using Place = std::array<std::int64_t, 3>;

/// Numbers the voxels of an image, and steps from one to another.
class Grid {
 public:
  /// Voxels join through periodic faces too, but for those across the axis.
  Grid(const Extent& extent, Axis axis, const FaceRules& rules) : extent_(extent), axis_(axis) {
    for (const Axis one : all_axes) {
      sizes_[static_cast<std::size_t>(one)] = extent.along(one);
      wraps_[static_cast<std::size_t>(one)] = one != axis && !rules.is_closed(one);
    }
    for (int q = 1; q < d3q19::directions; ++q) {
      const auto [x, y, z] = d3q19::velocity(q);
      steps_.push_back({x, y, z});
    }
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(extent_.voxels()); }
  Place place(std::uint32_t voxel) const {
    const std::int64_t v = voxel;
    return {v % extent_.nx, v / extent_.nx % extent_.ny, v / extent_.plane_voxels()};
  }
  std::int64_t along(std::uint32_t voxel) const { return place(voxel)[static_cast<std::size_t>(axis_)]; }
  bool is_at_start(std::uint32_t voxel) const { return along(voxel) == 0; }
  bool is_at_end(std::uint32_t voxel) const { return along(voxel) == extent_.along(axis_) - 1; }
  template <class Visit>
  void for_each_neighbour(std::uint32_t voxel, const Visit& visit) const {
    const Place at = place(voxel);
    for (const Place& step : steps_) {
      Place to{};
      bool is_inside = true;
      for (std::size_t k = 0; k < 3; ++k) {
        to[k] = at[k] + step[k];
        if (wraps_[k]) to[k] = (to[k] + sizes_[k]) % sizes_[k];
        is_inside = is_inside && to[k] >= 0 && to[k] < sizes_[k];
      }
      if (is_inside)
        visit(static_cast<std::uint32_t>((to[2] * extent_.ny + to[1]) * extent_.nx + to[0]),
              step[0] * step[0] + step[1] * step[1] + step[2] * step[2] == 1 ? straight : aslant);
    }
  }
  /// Gives the step from one voxel to one beside it, which may lie behind a face.
  Place step_between(const Place& from, const Place& to) const {
    Place step{};
    for (std::size_t k = 0; k < 3; ++k) {
      step[k] = to[k] - from[k];
      if (wraps_[k] && std::abs(step[k]) > 1) step[k] += step[k] > 0 ? -sizes_[k] : sizes_[k];
    }
    return step;
  }
  /// Gives the place inside the image of one behind a face.
  std::array<float, 3> inside(std::array<float, 3> point) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto size = static_cast<float>(sizes_[k]);
      if (wraps_[k]) point[k] -= std::floor(point[k] / size) * size;
    }
    return point;
  }

 private:
  Extent extent_;
  Axis axis_;
  Place sizes_{};
  std::array<bool, 3> wraps_{};
  std::vector<Place> steps_;
};

/// Gives the pore voxels from the widest to the narrowest; of equal ones the first comes first.
std::vector<std::uint32_t> from_widest(std::span<const SquaredDistance> distances) {
  std::vector<std::size_t> before(static_cast<std::size_t>(saturated_distance) + 2);
  for (const SquaredDistance d : distances)
    if (d > 0) ++before[static_cast<std::size_t>(saturated_distance) - d + 1];
  for (std::size_t i = 1; i < before.size(); ++i) before[i] += before[i - 1];
  std::vector<std::uint32_t> order(before.back());
  for (std::size_t voxel = 0; voxel < distances.size(); ++voxel)
    if (const SquaredDistance d = distances[voxel]; d > 0)
      order[before[static_cast<std::size_t>(saturated_distance) - d]++] = static_cast<std::uint32_t>(voxel);
  return order;
}

/// Joins voxels; the two numbers behind them stand for the faces.
class Sets {
 public:
  explicit Sets(std::uint32_t voxels) : parents_(std::size_t{voxels} + 2) {
    std::fill(parents_.begin(), parents_.end(), nobody);
    parents_[voxels] = voxels;
    parents_[std::size_t{voxels} + 1] = voxels + 1;
  }
  void add(std::uint32_t voxel) { parents_[voxel] = voxel; }
  bool has(std::uint32_t voxel) const { return parents_[voxel] != nobody; }
  std::uint32_t find(std::uint32_t voxel) {
    while (parents_[voxel] != voxel) voxel = parents_[voxel] = parents_[parents_[voxel]];
    return voxel;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  LargeArray<std::uint32_t> parents_;
};

/// Gives the narrowest voxel of the widest way: when it is taken, the two faces are joined. `nobody` where they never
/// are.
std::uint32_t find_throat(const Grid& grid, std::span<const SquaredDistance> distances) {
  Sets sets(grid.size());
  const std::uint32_t start = grid.size(), end = start + 1;
  for (const std::uint32_t voxel : from_widest(distances)) {
    sets.add(voxel);
    grid.for_each_neighbour(voxel, [&](std::uint32_t other, std::int64_t /*length*/) {
      if (sets.has(other)) sets.join(voxel, other);
    });
    if (grid.is_at_start(voxel)) sets.join(voxel, start);
    if (grid.is_at_end(voxel)) sets.join(voxel, end);
    if (sets.find(start) == sets.find(end)) return voxel;
  }
  return nobody;
}

/// Gives a way from the throat to a face, through voxels as wide as the throat: the shortest one, where a step is the
/// shorter the wider it is there, so that the way keeps to the middle of the pores.
template <class IsThere>
std::vector<std::uint32_t> follow(const Grid& grid, std::span<const SquaredDistance> distances, std::uint32_t throat,
                                  const IsThere& is_there) {
  using Reached = std::pair<std::int64_t, std::uint32_t>;  // cost, voxel
  const std::int64_t least = distances[throat];
  LargeArray<std::uint32_t> from(grid.size());
  std::fill(from.begin(), from.end(), nobody);
  std::unordered_map<std::uint32_t, std::int64_t> costs{{throat, 0}};
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> edge;
  edge.emplace(0, throat);
  from[throat] = throat;
  while (!edge.empty()) {
    const auto [cost, voxel] = edge.top();
    edge.pop();
    if (cost > costs[voxel]) continue;
    if (is_there(voxel)) {
      std::vector<std::uint32_t> way{voxel};
      while (way.back() != throat) way.push_back(from[way.back()]);
      return way;
    }
    grid.for_each_neighbour(voxel, [&, cost = cost, voxel = voxel](std::uint32_t other, std::int64_t length) {
      const std::int64_t distance = distances[other];
      if (distance < least) return;
      const std::int64_t through = cost + std::max<std::int64_t>(length * least / distance, 1);
      const auto [known, is_new] = costs.try_emplace(other, through);
      if (!is_new && known->second <= through) return;
      known->second = through;
      from[other] = voxel;
      edge.emplace(through, other);
    });
  }
  return {};
}

std::array<float, 3> centre(const Place& place) {
  return {static_cast<float>(place[0]) + 0.5F, static_cast<float>(place[1]) + 0.5F,
          static_cast<float>(place[2]) + 0.5F};
}

/// Gives the way as a line without the corners of its voxels: each point is the mean of those beside it.
std::vector<std::array<float, 3>> smooth(const Grid& grid, const std::vector<std::uint32_t>& way) {
  constexpr std::ptrdiff_t reach = 3;
  std::vector<Place> places;  // those behind a face go on outside of the image
  for (std::size_t i = 0; i < way.size(); ++i) {
    places.push_back(grid.place(way[i]));
    if (i == 0) continue;
    const Place step = grid.step_between(grid.place(way[i - 1]), places[i]);
    for (std::size_t k = 0; k < 3; ++k) places[i][k] = places[i - 1][k] + step[k];
  }
  const auto count = static_cast<std::ptrdiff_t>(way.size());
  std::vector<std::array<float, 3>> points;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::ptrdiff_t about = std::min({reach, i, count - 1 - i});
    std::array<float, 3> sum{};
    for (std::ptrdiff_t j = i - about; j <= i + about; ++j)
      for (std::size_t k = 0; k < 3; ++k) sum[k] += centre(places[static_cast<std::size_t>(j)])[k];
    for (float& component : sum) component /= static_cast<float>(2 * about + 1);
    points.push_back(grid.inside(sum));
  }
  return points;
}

}  // namespace

std::optional<WidestWay> find_widest_way(const PoreSpace& pores, Axis axis, const FaceRules& rules) {
  const PoreSlab slab{PoreSpace(pores)};
  const LargeArray<SquaredDistance> map = map_squared_distances(slab, rules);
  const std::span<const SquaredDistance> distances(map.data(), map.size());
  const Grid grid(pores.extent(), axis, rules);
  const std::uint32_t throat = find_throat(grid, distances);
  if (throat == nobody || distances[throat] == saturated_distance) return {};
  std::vector<std::uint32_t> way =
      follow(grid, distances, throat, [&grid](std::uint32_t voxel) { return grid.is_at_start(voxel); });
  std::vector<std::uint32_t> rest =
      follow(grid, distances, throat, [&grid](std::uint32_t voxel) { return grid.is_at_end(voxel); });
  way.insert(way.end(), rest.rbegin() + 1, rest.rend());
  WidestWay widest;
  widest.points = smooth(grid, way);
  widest.throat = centre(grid.place(throat));
  widest.throat_diameter = 2 * std::sqrt(static_cast<double>(distances[throat])) - 1;
  return widest;
}

}  // namespace perm
