// SPDX-License-Identifier: Apache-2.0
#include "conduction/body_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "core/stop_check.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/open_share.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr std::int64_t planes_a_task = 8;
/// What one part of an open face conducts where cells are cubes.
constexpr double quanta_of_part_of_cube = 1e5;

/// Calls visit(x, y, z) for each pore voxel, x fastest.
template <class Visit>
void for_each_pore(const PoreSpace& pores, const Visit& visit) {
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
      std::int64_t before = 0;
      for (const std::uint32_t word : pores.row(y, z)) {
        for (std::uint32_t left = word; left != 0; left &= left - 1) visit(before + std::countr_zero(left), y, z);
        before += PoreSpace::word_bits;
      }
    }
}

/// Tells whether a surface at these distances from corners may pass between them: then it is so near to one of them. An
/// interpolated distance may be a little larger than it is.
template <std::size_t corners>
bool is_near(const std::array<double, corners>& distances, double half_diagonal) {
  return std::ranges::any_of(distances, [&](double distance) { return std::abs(distance) <= 1.1 * half_diagonal; });
}

}  // namespace

BodyCells::BodyCells(const Extent& image, const Extent& cells, AxisSet closed)
    : image_(image), extent_(cells), closed_(closed), volumes_(static_cast<std::size_t>(cells.voxels())) {
  for (const Axis axis : all_axes)
    faces_[static_cast<std::size_t>(axis)] =
        LargeArray<Aperture>(static_cast<std::size_t>(faces_across(axis).voxels()));
}

BodyCells::BodyCells(const Surface& surface, const Extent& image, const Extent& cells, AxisSet closed,
                     const ThreadTeam& team)
    : BodyCells(image, cells, closed) {
  find_open_shares(surface, team);
  join_ends();
}

/// Distances at the corners of cells tell which faces and cells the surface may cut; only these are looked at.
void BodyCells::find_open_shares(const Surface& surface, const ThreadTeam& team) {
  const std::array<double, 3> edges{edge(Axis::x), edge(Axis::y), edge(Axis::z)};
  const double longest = std::max({edges[0], edges[1], edges[2]});
  const std::int64_t row = extent_.nx + 1;
  const std::int64_t plane = row * (extent_.ny + 1);
  const auto place_of = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return Surface::Place{static_cast<double>(x) * edges[0], static_cast<double>(y) * edges[1],
                          static_cast<double>(z) * edges[2]};
  };
  const std::array<std::int64_t, 3> to_next{1, row, plane};
  const auto find_face = [&](Axis axis, std::int64_t x, std::int64_t y, std::int64_t z, const double* here) {
    const auto first = static_cast<std::size_t>(next_axis(axis));
    const auto second = static_cast<std::size_t>(next_axis(next_axis(axis)));
    const std::array<double, 4> at_corners{*here, here[to_next[first]], here[to_next[second]],
                                           here[to_next[first] + to_next[second]]};
    double share = *here > 0 ? 1 : 0;
    if (is_near(at_corners, std::hypot(edges[first], edges[second]) / 2))
      share = open_share(surface, Rectangle{place_of(x, y, z), axis, edges}, at_corners);
    faces_[static_cast<std::size_t>(axis)][index(axis, x, y, z)] =
        static_cast<Aperture>(std::lround(share * aperture_of_open_face));
  };
  const auto find_volume = [&](std::int64_t x, std::int64_t y, std::int64_t z, const double* here) {
    const std::array<double, 8> at_corners{*here,       here[1],         here[row],         here[row + 1],
                                           here[plane], here[plane + 1], here[plane + row], here[plane + row + 1]};
    double share = *here > 0 ? 1 : 0;
    if (is_near(at_corners, std::hypot(edges[0], edges[1], edges[2]) / 2))
      share = open_share(surface, Cuboid{place_of(x, y, z), edges}, at_corners);
    volumes_[static_cast<std::size_t>(extent_.index(x, y, z))] =
        static_cast<Aperture>(std::lround(share * aperture_of_open_face));
  };
  SharedStop stop;
  for_each_task(team, extent_.nz / planes_a_task + 1, [&](const auto& for_each) {
    std::vector<double> corners(static_cast<std::size_t>(2 * plane));  // of the planes below and above
    const auto fill = [&](std::int64_t first, std::int64_t z) {
      for (std::int64_t y = 0; y <= extent_.ny; ++y)
        for (std::int64_t x = 0; x <= extent_.nx; ++x)
          corners[static_cast<std::size_t>(first + y * row + x)] = signed_distance(surface, place_of(x, y, z), longest);
    };
    for_each([&](std::int64_t task) {
      const std::int64_t end = std::min(extent_.nz + 1, (task + 1) * planes_a_task);
      fill(plane, task * planes_a_task);
      for (std::int64_t z = task * planes_a_task; z < end && !stop.is_wanted(); ++z) {
        std::copy(corners.begin() + plane, corners.end(), corners.begin());
        if (z < extent_.nz) fill(plane, z + 1);
        for (std::int64_t y = 0; y <= extent_.ny; ++y)
          for (std::int64_t x = 0; x <= extent_.nx; ++x) {
            const double* const here = corners.data() + y * row + x;
            for (const Axis axis : all_axes) {
              const Extent faces = faces_across(axis);
              if (x < faces.nx && y < faces.ny && z < faces.nz) find_face(axis, x, y, z, here);
            }
            if (x < extent_.nx && y < extent_.ny && z < extent_.nz) find_volume(x, y, z, here);
          }
      }
    });
  });
  stop.check();
}

/// Where the body goes on, the face at the far end is that at the near end, to the last bit.
void BodyCells::join_ends() {
  for (const Axis axis : all_axes) {
    if (closed_.contains(axis)) continue;
    const std::int64_t far = extent_.along(axis);
    Extent ends = extent_;
    (axis == Axis::x ? ends.nx : axis == Axis::y ? ends.ny : ends.nz) = 1;
    LargeArray<Aperture>& faces = faces_[static_cast<std::size_t>(axis)];
    for (std::int64_t z = 0; z < ends.nz; ++z)
      for (std::int64_t y = 0; y < ends.ny; ++y)
        for (std::int64_t x = 0; x < ends.nx; ++x)
          faces[index(axis, axis == Axis::x ? far : x, axis == Axis::y ? far : y, axis == Axis::z ? far : z)] =
              faces[index(axis, x, y, z)];
  }
}

bool BodyCells::is_open(std::int64_t x, std::int64_t y, std::int64_t z) const {
  for (const Axis axis : all_axes)
    if (low_face(axis, x, y, z) > 0 || high_face(axis, x, y, z) > 0) return true;
  return false;
}

PoreSpace BodyCells::percolating(Axis along, AxisSet closed) const {
  PoreSpace cells(extent_);
  for (std::int64_t z = 0; z < extent_.nz; ++z)
    for (std::int64_t y = 0; y < extent_.ny; ++y)
      for (std::int64_t x = 0; x < extent_.nx; ++x)
        if (is_open(x, y, z)) cells.set_pore(x, y, z);
  LargeArray<std::uint32_t> number(static_cast<std::size_t>(extent_.voxels()));
  std::uint32_t count = 0;
  for_each_pore(cells, [&](auto... at) { number[static_cast<std::size_t>(extent_.index(at...))] = count++; });
  PeriodicUnionFind components(count);
  for_each_pore(cells, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::array<std::int64_t, 3> at{x, y, z};
    const std::uint32_t own = number[static_cast<std::size_t>(extent_.index(x, y, z))];
    for (const Axis axis : all_axes) {
      const auto a = static_cast<std::size_t>(axis);
      const bool is_first = at[a] == 0;
      if (closed.contains(axis)) {
        Ends ends;
        if (is_first && low_face(axis, x, y, z) > 0) ends.insert_low(axis);
        if (at[a] + 1 == extent_.along(axis) && high_face(axis, x, y, z) > 0) ends.insert_high(axis);
        components.insert_ends(components.find(own).root, ends);
        if (is_first) continue;
      }
      if (low_face(axis, x, y, z) == 0) continue;
      std::array<std::int64_t, 3> below = at;
      below[a] = (is_first ? extent_.along(axis) : at[a]) - 1;
      std::array<std::int32_t, 3> periods{};
      periods[a] = is_first ? -1 : 0;
      components.link(own, number[static_cast<std::size_t>(extent_.index(below[0], below[1], below[2]))],
                      {periods[0], periods[1], periods[2]});
    }
  });
  const LargeArray<Ends> ends = std::move(components).take_ends();
  PoreSpace found(extent_);
  for_each_pore(cells, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (ends[number[static_cast<std::size_t>(extent_.index(x, y, z))]].contains_both(along)) found.set_pore(x, y, z);
  });
  return found;
}

double BodyCells::share_of(const PoreSpace& cells) const {
  double sum = 0;
  for_each_pore(cells, [&](auto... at) { sum += volumes_[static_cast<std::size_t>(extent_.index(at...))]; });
  return sum / (aperture_of_open_face * static_cast<double>(extent_.voxels()));
}

double BodyCells::share_of_pores() const {
  double sum = 0;
  for (const Aperture open : volumes_) sum += open;
  return sum / (aperture_of_open_face * static_cast<double>(extent_.voxels()));
}

FaceApertures BodyCells::apertures_of(const PoreSpace& cells) const {
  FaceApertures apertures;
  const std::array<double, 3> edges{edge(Axis::x), edge(Axis::y), edge(Axis::z)};
  for (std::size_t axis = 0; axis < 3; ++axis)
    apertures.quanta_of_part[axis] =
        std::llround(quanta_of_part_of_cube * edges[(axis + 1) % 3] * edges[(axis + 2) % 3] / edges[axis] /
                     std::cbrt(edges[0] * edges[1] * edges[2]));
  for (LargeArray<Aperture>& face : apertures.of_face)
    face = LargeArray<Aperture>(static_cast<std::size_t>(cells.count_pores()));
  std::size_t next = 0;
  for_each_pore(cells, [&](auto... at) {
    for (const Axis axis : all_axes) {
      apertures.of_face[2 * static_cast<std::size_t>(axis)][next] = low_face(axis, at...);
      apertures.of_face[2 * static_cast<std::size_t>(axis) + 1][next] = high_face(axis, at...);
    }
    ++next;
  });
  return apertures;
}

bool BodyCells::has_doubled() const {
  return std::ranges::all_of(all_axes, [&](Axis axis) {
    return extent_.along(axis) == 1 || (extent_.along(axis) % 2 == 0 && image_.along(axis) % extent_.along(axis) == 0);
  });
}

BodyCells BodyCells::doubled() const {
  BodyCells larger(image_, doubled_cells(extent_), closed_);
  const std::array<std::int64_t, 3> together{extent_.nx > 1 ? 2 : 1, extent_.ny > 1 ? 2 : 1, extent_.nz > 1 ? 2 : 1};
  // Gives the mean of what so many of these have along each axis, from a place on.
  const auto mean = [](const LargeArray<Aperture>& of, const Extent& n, const std::array<std::int64_t, 3>& first,
                       const std::array<std::int64_t, 3>& count) {
    std::int64_t sum = 0;
    for (std::int64_t z = 0; z < count[2]; ++z)
      for (std::int64_t y = 0; y < count[1]; ++y)
        for (std::int64_t x = 0; x < count[0]; ++x)
          sum += of[static_cast<std::size_t>(n.index(first[0] + x, first[1] + y, first[2] + z))];
    const std::int64_t all = count[0] * count[1] * count[2];
    return static_cast<Aperture>((sum + all / 2) / all);
  };
  const auto fill = [&](const LargeArray<Aperture>& of, const Extent& n, const std::array<std::int64_t, 3>& count,
                        const Extent& filled, LargeArray<Aperture>& to) {
    for (std::int64_t z = 0; z < filled.nz; ++z)
      for (std::int64_t y = 0; y < filled.ny; ++y)
        for (std::int64_t x = 0; x < filled.nx; ++x)
          to[static_cast<std::size_t>(filled.index(x, y, z))] =
              mean(of, n, {together[0] * x, together[1] * y, together[2] * z}, count);
  };
  for (const Axis axis : all_axes) {
    const auto a = static_cast<std::size_t>(axis);
    std::array<std::int64_t, 3> count = together;
    count[a] = 1;
    fill(faces_[a], faces_across(axis), count, larger.faces_across(axis), larger.faces_[a]);
  }
  fill(volumes_, extent_, together, larger.extent_, larger.volumes_);
  return larger;
}

Extent doubled_cells(const Extent& cells) { return {(cells.nx + 1) / 2, (cells.ny + 1) / 2, (cells.nz + 1) / 2}; }

}  // namespace perm
