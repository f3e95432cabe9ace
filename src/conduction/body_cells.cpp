// SPDX-License-Identifier: Apache-2.0
#include "conduction/body_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

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

}  // namespace

BodyCells::BodyCells(const Surface& surface, const Extent& image, const Extent& cells, const ThreadTeam& team)
    : image_(image), extent_(cells) {
  for (LargeArray<Aperture>& faces : low_faces_) faces = LargeArray<Aperture>(static_cast<std::size_t>(cells.voxels()));
  find_faces(surface, team);
}

/// Distances at the corners of cells tell which faces the surface may cut; only these are looked at.
void BodyCells::find_faces(const Surface& surface, const ThreadTeam& team) {
  const std::array<double, 3> edges{edge(Axis::x), edge(Axis::y), edge(Axis::z)};
  const std::int64_t row = extent_.nx + 1;
  const std::array<std::int64_t, 2> to_next_row{row, row * (extent_.ny + 1)};
  const auto place_of = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return Surface::Place{static_cast<double>(x) * edges[0], static_cast<double>(y) * edges[1],
                          static_cast<double>(z) * edges[2]};
  };
  for_each_task(team, (extent_.nz + planes_a_task - 1) / planes_a_task, [&](const auto& for_each) {
    std::vector<double> corners(static_cast<std::size_t>(2 * to_next_row[1]));  // of the planes below and above
    const auto fill = [&](std::size_t first, std::int64_t z) {
      for (std::int64_t y = 0; y <= extent_.ny; ++y)
        for (std::int64_t x = 0; x <= extent_.nx; ++x)
          corners[first + static_cast<std::size_t>(y * row + x)] = signed_distance(surface, place_of(x, y, z));
    };
    for_each([&](std::int64_t task) {
      const std::int64_t end = std::min(extent_.nz, (task + 1) * planes_a_task);
      fill(static_cast<std::size_t>(to_next_row[1]), task * planes_a_task);
      for (std::int64_t z = task * planes_a_task; z < end; ++z) {
        std::copy(corners.begin() + to_next_row[1], corners.end(), corners.begin());
        fill(static_cast<std::size_t>(to_next_row[1]), z + 1);
        for (std::int64_t y = 0; y < extent_.ny; ++y)
          for (std::int64_t x = 0; x < extent_.nx; ++x) {
            const double* const here = corners.data() + y * row + x;
            const std::array<std::int64_t, 3> to_next{1, to_next_row[0], to_next_row[1]};
            for (std::size_t axis = 0; axis < 3; ++axis) {
              const std::size_t first = (axis + 1) % 3;
              const std::size_t second = (axis + 2) % 3;
              const auto index = static_cast<std::size_t>(extent_.index(x, y, z));
              double share = *here > 0 ? 1 : 0;
              if (std::abs(*here) <= std::hypot(edges[first], edges[second]))
                share = open_share(
                    surface, {place_of(x, y, z), static_cast<Axis>(axis), edges},
                    {*here, here[to_next[first]], here[to_next[second]], here[to_next[first] + to_next[second]]});
              low_faces_[axis][index] = static_cast<Aperture>(std::lround(share * aperture_of_open_face));
            }
          }
      }
    });
  });
}

Aperture BodyCells::high_face(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const {
  const auto next = [&](Axis other, std::int64_t at) {
    return other == axis ? (at + 1 == extent_.along(axis) ? 0 : at + 1) : at;
  };
  return low_face(axis, next(Axis::x, x), next(Axis::y, y), next(Axis::z, z));
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
      if (low_face(axis, x, y, z) == 0) continue;
      std::array<std::int64_t, 3> below = at;
      const bool wraps = at[a] == 0;
      below[a] = (wraps ? extent_.along(axis) : at[a]) - 1;
      const std::uint32_t other = number[static_cast<std::size_t>(extent_.index(below[0], below[1], below[2]))];
      if (!wraps || !closed.contains(axis)) {
        std::array<std::int32_t, 3> periods{};
        periods[a] = wraps ? -1 : 0;
        components.link(own, other, {periods[0], periods[1], periods[2]});
      } else {
        Ends low;
        Ends high;
        low.insert_low(axis);
        high.insert_high(axis);
        components.insert_ends(components.find(own).root, low);
        components.insert_ends(components.find(other).root, high);
      }
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
  for_each_pore(cells, [&](auto... at) {
    for (const Axis axis : all_axes) sum += low_face(axis, at...) + high_face(axis, at...);
  });
  return sum / (6 * aperture_of_open_face * static_cast<double>(extent_.voxels()));
}

double BodyCells::share_of_pores() const {
  double sum = 0;
  for (const LargeArray<Aperture>& faces : low_faces_)
    for (const Aperture open : faces) sum += open;
  return sum / (3 * aperture_of_open_face * static_cast<double>(extent_.voxels()));
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

Extent doubled_cells(const Extent& cells) { return {(cells.nx + 1) / 2, (cells.ny + 1) / 2, (cells.nz + 1) / 2}; }

}  // namespace perm
