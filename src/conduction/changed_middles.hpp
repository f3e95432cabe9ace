// SPDX-License-Identifier: Apache-2.0
// What changes of the potential at the middles of faces and edges (upper_bound.hpp) do to the power, voxel by voxel,
// for a CPU and a GPU. Both do the same operations in float32, so that they give the same bits.
#pragma once

#include <array>
#include <cstddef>

#include "conduction/row_sums.hpp"
#include "core/host_device.hpp"

namespace perm {

/// What a row of voxels, or all of them, add to a bound by a potential.
struct PotentialSums {
  double power{0};
  double squares{0};  ///< what drives changes, times these
  double power_of_changes{0};
  double gain_of_walls{0};

  void add(const PotentialSums& other) {
    power += other.power;
    squares += other.squares;
    power_of_changes += other.power_of_changes;
    gain_of_walls += other.gain_of_walls;
  }
};

namespace middle_changes {

/// Fields of a voxel: its conductivity, 0 in solid; what drives the potential at the middles of its faces from within
/// it, and three times what drives that at the middles of its edges; the power of its trilinear potential; the mean
/// squared gradient along each face. Those before own_power are what voxels around ask for.
inline constexpr std::size_t conductivity_of = 0;
PERM_HOST_DEVICE constexpr std::size_t at_face(std::size_t axis, std::size_t side) { return 1 + 2 * axis + side; }
/// The edge along an axis, at these sides along the next one and the one after it.
PERM_HOST_DEVICE constexpr std::size_t at_edge(std::size_t axis, std::size_t side_b, std::size_t side_c) {
  return 7 + 4 * axis + 2 * side_b + side_c;
}
inline constexpr std::size_t own_power = 19;
PERM_HOST_DEVICE constexpr std::size_t along_face(std::size_t axis, std::size_t side) { return 20 + 2 * axis + side; }
inline constexpr std::size_t fields = 26;
inline constexpr std::size_t middles = 18;  ///< of faces and edges, from at_face(0, 0) on

PERM_HOST_DEVICE constexpr float squared(float value) { return value * value; }

/// Finds the fields of a cell from the potentials at its corners x + 2 y + 4 z; set(field, value) takes them.
/// `gradient` is what the potential falls to the corner (1, 1, 1) along each axis.
template <class Set>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void find_drives(const float (&potential)[8], const float (&gradient)[3],
                                                     float weight, const Set& set) {
  float corners[8];
  PERM_UNROLL
  for (std::size_t corner = 0; corner < 8; ++corner)
    corners[corner] = (potential[corner] - potential[0]) - ((corner & 1U) != 0 ? gradient[0] : 0) -
                      ((corner & 2U) != 0 ? gradient[1] : 0) - ((corner & 4U) != 0 ? gradient[2] : 0);
  // Corners that no edge joins: of each of 6 faces both diagonals, and the 4 diagonals of the voxel.
  float power = 0;
  PERM_UNROLL
  for (std::size_t which = 0; which < 4; ++which) {
    const std::size_t apart = which < 2 ? 3 + 2 * which : 4 + which;
    PERM_UNROLL
    for (std::size_t corner = 0; corner < 8; ++corner)
      if (corner < (corner ^ apart)) power += squared(corners[corner] - corners[corner ^ apart]);
  }
  set(conductivity_of, weight);
  set(own_power, weight * power / 12);
  float edges[3][2][2] = {};
  PERM_UNROLL
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t b = axis_after(axis);
    const std::size_t c = axis_after(b);
    PERM_UNROLL
    for (std::size_t side = 0; side < 2; ++side) {
      float on_face[2][2];  // by side along b and c
      float slope[2][2];    // outwards
      PERM_UNROLL
      for (std::size_t on_b = 0; on_b < 2; ++on_b) {
        PERM_UNROLL
        for (std::size_t on_c = 0; on_c < 2; ++on_c) {
          const std::size_t corner = side << axis | on_b << b | on_c << c;
          on_face[on_b][on_c] = corners[corner];
          slope[on_b][on_c] = corners[corner] - corners[corner ^ std::size_t{1} << axis];
        }
      }
      const auto mean_square = [](float low, float high) { return (low * low + low * high + high * high) / 3; };
      set(along_face(axis, side), weight * (mean_square(on_face[1][0] - on_face[0][0], on_face[1][1] - on_face[0][1]) +
                                            mean_square(on_face[0][1] - on_face[0][0], on_face[1][1] - on_face[1][0])));
      set(at_face(axis, side), weight * ((slope[0][0] + slope[0][1]) + (slope[1][0] + slope[1][1])) / 16);
      // A function that falls from the middle of an edge to those of the edges beside: means of 5/24 near and 1/24 far.
      PERM_UNROLL
      for (std::size_t end = 0; end < 2; ++end) {
        edges[c][side][end] += 5 * (slope[end][0] + slope[end][1]) + (slope[1 - end][0] + slope[1 - end][1]);
        edges[b][end][side] += 5 * (slope[0][end] + slope[1][end]) + (slope[0][1 - end] + slope[1][1 - end]);
      }
    }
  }
  PERM_UNROLL
  for (std::size_t axis = 0; axis < 3; ++axis) {
    PERM_UNROLL
    for (std::size_t side_b = 0; side_b < 2; ++side_b) {
      PERM_UNROLL
      for (std::size_t side_c = 0; side_c < 2; ++side_c)
        set(at_edge(axis, side_b, side_c), weight * edges[axis][side_b][side_c] / 32);
    }
  }
}

/// A step to a voxel around.
struct Step {
  int x, y, z;
};
PERM_HOST_DEVICE constexpr Step step_along(std::size_t axis, std::size_t side) {
  const int step = side == 0 ? -1 : 1;
  return {axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0};
}
PERM_HOST_DEVICE constexpr Step operator+(const Step& a, const Step& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

/// Finds the change at the middle of a face; away(step, field) is a field of the voxel a step away. `may` is 1 where
/// the potential may change there, else 0. Gives what drives the change, times it.
template <class Away>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_change_of_face(const Away& away, std::size_t axis, std::size_t side,
                                                              float may, float& change) {
  const Step beyond = step_along(axis, side);
  const float own = away(Step{}, conductivity_of);
  const float is_pore = choose(own > 0, 1, 0);
  const float share = 1 / (own + away(beyond, conductivity_of) + (1 - is_pore));
  const float sum = away(Step{}, at_face(axis, side)) + away(beyond, at_face(axis, 1 - side));
  const float driven = sum * may * is_pore;
  change = driven * 1.5F * share;
  return driven * change * own * share;
}

/// The same at the middle of an edge along the axis before b, between the faces across b and c, the axis after b. Gives
/// three times what drives the change, times it.
template <class Away>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_change_of_edge(const Away& away, std::size_t b, std::size_t side_b,
                                                              std::size_t side_c, float may_b, float may_c,
                                                              float& change) {
  const std::size_t c = axis_after(b);
  const std::size_t axis = axis_after(c);
  const Step to_b = step_along(b, side_b);
  const Step to_c = step_along(c, side_c);
  const float own = away(Step{}, conductivity_of);
  const float weight_b = away(to_b, conductivity_of);
  const float weight_c = away(to_c, conductivity_of);
  const float is_pore = choose(own > 0, 1, 0);
  const float weight_both = away(to_b + to_c, conductivity_of);
  const float joined = choose(weight_b + weight_c > 0, 1, 0);  // to the opposite voxel, by way of another
  const float all = own + weight_b + weight_c + joined * weight_both;
  const float share = 1 / (all + (1 - is_pore));
  const float opposite = away(to_b + to_c, at_edge(axis, 1 - side_b, 1 - side_c));
  const float sum = away(Step{}, at_edge(axis, side_b, side_c)) + away(to_b, at_edge(axis, 1 - side_b, side_c)) +
                    away(to_c, at_edge(axis, side_b, 1 - side_c)) + joined * opposite;
  const float driven = sum * may_b * may_c * is_pore;
  change = driven * share;
  return driven * change * own * share;
}

/// Finds the changes at the middles of the faces across an axis, and of the edges along it.
template <class Away, class May, class Set>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_changes_along(std::size_t axis, const Away& away, const May& may,
                                                             const Set& set) {
  const std::size_t b = axis_after(axis);
  const std::size_t c = axis_after(b);
  float of_faces = 0;
  float of_edges = 0;
  PERM_UNROLL
  for (std::size_t side = 0; side < 2; ++side) {
    float change = 0;
    of_faces += find_change_of_face(away, axis, side, may(axis, side), change);
    set(at_face(axis, side), change);
  }
  PERM_UNROLL
  for (std::size_t sides = 0; sides < 4; ++sides) {
    float change = 0;
    of_edges += find_change_of_edge(away, b, sides / 2, sides % 2, may(b, sides / 2), may(c, sides % 2), change);
    set(at_edge(axis, sides / 2, sides % 2), change);
  }
  return of_faces + of_edges / 3;
}

/// Finds the changes at the middles of a voxel; set(field, value) takes them. may(axis, side) is 1 where the potential
/// may change at a face, else 0. Gives what drives the changes, times them.
template <class Away, class May, class Set>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_changes(const Away& away, const May& may, const Set& set) {
  return find_changes_along(0, away, may, set) + find_changes_along(1, away, may, set) +
         find_changes_along(2, away, may, set);
}

/// Gives the squared gradient at the walls of a voxel that are not flat: a wall goes straight on at an edge where there
/// is pore beside this voxel, and solid beside what is beyond. along(axis, side) is the squared gradient along a face,
/// 0 where it can be no wall.
template <class Away, class Along>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_walls(const Away& away, const Along& along) {
  float walls = 0;
  PERM_UNROLL
  for (std::size_t axis = 0; axis < 3; ++axis) {
    PERM_UNROLL
    for (std::size_t side = 0; side < 2; ++side) {
      const Step beyond = step_along(axis, side);
      bool is_flat = true;
      PERM_UNROLL
      for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t b = axis_after(axis);
        const Step on = step_along(i < 2 ? b : axis_after(b), i % 2);
        const float pore_on = away(on, conductivity_of);
        const float solid_on = away(on + beyond, conductivity_of);
        is_flat = both(is_flat, both(pore_on > 0, !(solid_on > 0)));
      }
      const float weight = away(beyond, conductivity_of);
      walls += choose(both(!(weight > 0), !is_flat), along(axis, side), 0);
    }
  }
  return walls;
}

/// Gives the power of changes at the middles, trilinear in the eight halves of a voxel: each has three edges, three
/// faces, and two opposite corners where nothing changes. change(field) is that at a middle.
template <class Change>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float power_of_changes(const Change& change, float conductivity) {
  float power = 0;
  PERM_UNROLL
  for (std::size_t half = 0; half < 8; ++half) {
    float edges[3];  // along each axis
    float faces[3];
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      edges[axis] = change(at_edge(axis, half >> b & 1U, half >> c & 1U));
      faces[axis] = change(at_face(axis, half >> axis & 1U));
    }
    float sum = 0;
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      sum += squared(edges[axis] - edges[b]) + squared(faces[axis] - faces[b]) + squared(edges[axis] - faces[axis]) +
             squared(edges[axis]) + squared(faces[axis]);
    }
    power += sum;
  }
  return conductivity * power / 24;
}

}  // namespace middle_changes
}  // namespace perm
