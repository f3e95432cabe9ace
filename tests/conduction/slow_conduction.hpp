// SPDX-License-Identifier: Apache-2.0
// The oracle: what trilinear potentials and fluxes of lowest order (Raviart-Thomas) at best say of what a body
// conducts, from below and from above, in float64, voxel by voxel, with plain conjugate gradients. It shares no code
// with src/conduction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "conduction/small_bodies.hpp"

namespace perm {

using Place = std::array<std::int64_t, 3>;
using Values = std::vector<double>;

inline double slow_dot(const Values& a, const Values& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Solves A x = b for symmetric A that is not negative, where b is in its range, until squares of what is left sum up
/// to `enough`.
template <class Apply>
Values slow_solve(const Apply& apply, Values b, double enough) {
  Values x(b.size());
  Values direction = b;
  double left = slow_dot(b, b);
  for (int step = 0; step < 5000 && left > enough; ++step) {
    const Values product = apply(direction);
    const double scale = left / slow_dot(direction, product);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += scale * direction[i];
      b[i] -= scale * product[i];
    }
    const double before = left;
    left = slow_dot(b, b);
    for (std::size_t i = 0; i < x.size(); ++i) direction[i] = b[i] + left / before * direction[i];
  }
  return x;
}

/// The pore voxels, in the order x, y, z, and which of them a place holds.
struct SlowVoxels {
  explicit SlowVoxels(const Body& of) : body(of), number(static_cast<std::size_t>(of.extent().voxels()), -1) {
    const Extent& n = body.extent();
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x)
          if (body.pores.is_pore(x, y, z)) {
            number[static_cast<std::size_t>(n.index(x, y, z))] = static_cast<int>(places.size());
            places.push_back({x, y, z});
          }
  }
  /// Gives the number of the pore voxel at a place, of the image or beyond its faces; -1 where there is none.
  int at(Place place) const {
    for (const Axis axis : all_axes) {
      const std::int64_t n = body.extent().along(axis);
      std::int64_t& position = place[static_cast<std::size_t>(axis)];
      if (position >= 0 && position < n) continue;
      if (body.rules.is_closed(axis)) return -1;
      position = (position + n) % n;
    }
    return number[static_cast<std::size_t>(body.extent().index(place[0], place[1], place[2]))];
  }
  /// Tells whether the potential is known at the faces of the image across an axis.
  bool is_held(std::size_t axis) const {
    const FaceRule rule = body.rules.across(all_axes[axis]);
    return rule == FaceRule::antisymmetric || rule == FaceRule::pressure;
  }
  double volume() const { return static_cast<double>(body.extent().voxels()); }

  Body body;
  std::vector<Place> places;
  std::vector<int> number;  ///< of each voxel of the image
};

/// Gives the matrix of an element with edge 1 and corners x + 2 y + 4 z: the product of a stiffness along one axis and
/// masses along the others, summed over the axes.
inline std::array<std::array<double, 8>, 8> make_stiffness() {
  std::array<std::array<double, 8>, 8> matrix{};
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        double product = 1;
        for (std::size_t a = 0; a < 3; ++a) {
          const bool same = (i >> a & 1U) == (j >> a & 1U);
          product *= a == axis ? (same ? 1.0 : -1.0) : (same ? 2.0 / 6 : 1.0 / 6);
        }
        matrix[i][j] += product;
      }
  return matrix;
}

/// The potentials at corners: one for each set of pore voxels around a corner that faces join there.
struct SlowPotentials {
  explicit SlowPotentials(const Body& body) : voxels(body) {
    std::map<std::array<std::int64_t, 4>, std::size_t> numbers;
    for (const Place& voxel : voxels.places) {
      std::array<std::size_t, 8>& element = elements.emplace_back();
      for (std::size_t corner = 0; corner < 8; ++corner) {
        Place at{};
        for (std::size_t a = 0; a < 3; ++a) at[a] = voxel[a] + static_cast<std::int64_t>(corner >> a & 1U);
        const int set = set_around(at, 7 - corner);  // of the voxels around, this one is opposite
        bool stays = false;
        for (std::size_t a = 0; a < 3; ++a) {
          const std::int64_t n = body.extent().along(all_axes[a]);
          stays = stays || (voxels.is_held(a) && (at[a] == 0 || at[a] == n));
          if (!body.rules.is_closed(all_axes[a])) at[a] %= n;
        }
        const auto [found, is_new] = numbers.insert({{at[0], at[1], at[2], set}, places.size()});
        element[corner] = found->second;
        if (!is_new) continue;
        places.push_back(at);
        is_held.push_back(stays);
      }
    }
  }

  /// Gives what a potential u leaves at each node, in voxels of edge 1: the matrix of explicit elements times u.
  Values apply(const Values& u) const {
    Values y(u.size());
    for (const auto& element : elements)
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j) y[element[i]] += stiffness[i][j] * u[element[j]];
    return without_held(y);
  }
  /// Gives what a falling gradient 1 drives into each node.
  Values drive() const {
    Values y(places.size());
    const auto along = static_cast<unsigned>(voxels.body.along);
    for (const auto& element : elements)
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j) y[element[i]] += stiffness[i][j] * static_cast<double>(j >> along & 1U);
    return without_held(y);
  }
  /// Gives the power of a falling gradient 1 and a change u of its potential, over that in bare fluid.
  double power(const Values& u) const {
    double sum = 0;
    const auto along = static_cast<unsigned>(voxels.body.along);
    for (const auto& element : elements)
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j)
          sum += stiffness[i][j] * (u[element[i]] - static_cast<double>(i >> along & 1U)) *
                 (u[element[j]] - static_cast<double>(j >> along & 1U));
    return sum / voxels.volume();
  }
  /// Gives the potential that takes the least power.
  Values solve() const {
    return slow_solve([this](const Values& u) { return apply(u); }, drive(), 1e-22);
  }
  /// Gives the entries of the matrix on its diagonal.
  Values diagonal() const {
    Values y(places.size());
    for (const auto& element : elements)
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j)
          if (element[i] == element[j]) y[element[i]] += stiffness[i][j];
    return y;
  }

  SlowVoxels voxels;
  std::array<std::array<double, 8>, 8> stiffness = make_stiffness();
  std::vector<std::array<std::size_t, 8>> elements;  ///< the nodes of each pore voxel at its corners x + 2 y + 4 z
  std::vector<Place> places;                         ///< of the corner of each node
  std::vector<bool> is_held;                         ///< nodes at faces where the potential is known

 private:
  /// Gives the least of those of the eight voxels around a corner that faces there join to one of them.
  int set_around(const Place& corner, std::size_t from) const {
    const auto is_pore = [&](std::size_t voxel) {
      Place place = corner;
      for (std::size_t a = 0; a < 3; ++a) place[a] -= (voxel >> a & 1U) == 0 ? 1 : 0;
      return voxels.at(place) >= 0;
    };
    std::array<bool, 8> reached{};
    reached[from] = true;
    for (int round = 0; round < 8; ++round)
      for (std::size_t voxel = 0; voxel < 8; ++voxel)
        for (std::size_t a = 0; a < 3; ++a)
          if (reached[voxel] && is_pore(voxel ^ 1U << a)) reached[voxel ^ 1U << a] = true;
    return static_cast<int>(std::find(reached.begin(), reached.end(), true) - reached.begin());
  }
  Values without_held(Values y) const {
    for (std::size_t i = 0; i < y.size(); ++i)
      if (is_held[i]) y[i] = 0;
    return y;
  }
};

/// A face that a flux goes through: from the pore voxel below it to the one above it, -1 outside the image.
struct SlowFace {
  int below;
  int above;
  std::size_t axis;
};

/// The fluxes through faces between pore voxels, and through faces of the image whose potential is known.
struct SlowFluxes {
  explicit SlowFluxes(const Body& body)
      : voxels(body), faces_of(voxels.places.size(), {{{-1, -1}, {-1, -1}, {-1, -1}}}) {
    for (std::size_t i = 0; i < voxels.places.size(); ++i)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        Place next = voxels.places[i];
        const auto cell = static_cast<int>(i);
        if (voxels.is_held(axis) && next[axis] == 0) add({-1, cell, axis});
        next[axis] += 1;
        if (const int above = voxels.at(next); above >= 0)
          add({cell, above, axis});
        else if (voxels.is_held(axis) && next[axis] == body.extent().along(all_axes[axis]))
          add({cell, -1, axis});
      }
  }

  /// Gives half of what the power of fluxes q, each of them linear in every voxel, changes with each.
  Values mass(const Values& q) const {
    Values y(q.size());
    for (const auto& of_cell : faces_of)
      for (const auto& [low, high] : of_cell) {
        const double l = low < 0 ? 0 : q[static_cast<std::size_t>(low)];
        const double r = high < 0 ? 0 : q[static_cast<std::size_t>(high)];
        if (low >= 0) y[static_cast<std::size_t>(low)] += (2 * l + r) / 6;
        if (high >= 0) y[static_cast<std::size_t>(high)] += (l + 2 * r) / 6;
      }
    return y;
  }
  /// Gives the mean over each voxel of the flux along an axis as a sum over the faces: half for each end.
  Values means(std::size_t axis) const {
    Values y(faces.size());
    for (const auto& of_cell : faces_of)
      for (const int face : of_cell[axis])
        if (face >= 0) y[static_cast<std::size_t>(face)] += 0.5;
    return y;
  }
  /// Gives what leaves each voxel.
  Values leaves(const Values& q) const {
    Values y(voxels.places.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
      if (faces[i].below >= 0) y[static_cast<std::size_t>(faces[i].below)] += q[i];
      if (faces[i].above >= 0) y[static_cast<std::size_t>(faces[i].above)] -= q[i];
    }
    return y;
  }
  /// Gives the fluxes that a potential of the voxels drives through faces of conductance 1.
  Values falls(const Values& p) const {
    Values y(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i)
      y[i] = (faces[i].below < 0 ? 0 : p[static_cast<std::size_t>(faces[i].below)]) -
             (faces[i].above < 0 ? 0 : p[static_cast<std::size_t>(faces[i].above)]);
    return y;
  }
  /// Takes from fluxes what leaves voxels, and no more.
  Values kept(Values q) const {
    const Values p =
        slow_solve([this](const Values& of) { return leaves(falls(of)); }, leaves(q), 1e-26 * slow_dot(q, q));
    const Values away = falls(p);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] -= away[i];
    return q;
  }
  /// Gives the fluxes that leave no voxel and say most of what the body conducts.
  Values solve() const {
    const Values driven = kept(means(static_cast<std::size_t>(voxels.body.along)));
    return kept(slow_solve([this](const Values& of) { return kept(mass(of)); }, driven, 1e-18));
  }
  /// Gives the bound F^2 / (E V) of fluxes, less `taken` of their power.
  double bound(const Values& q, double taken = 0) const {
    const double flux = slow_dot(means(static_cast<std::size_t>(voxels.body.along)), q);
    return flux > 0 ? flux * flux / (slow_dot(q, mass(q)) - taken) / voxels.volume() : 0;
  }

  SlowVoxels voxels;
  std::vector<SlowFace> faces;
  std::vector<std::array<std::array<int, 2>, 3>> faces_of;  ///< of each voxel, by axis and end; -1 for a wall

 private:
  void add(const SlowFace& face) {
    const auto number = static_cast<int>(faces.size());
    if (face.below >= 0) faces_of[static_cast<std::size_t>(face.below)][face.axis][1] = number;
    if (face.above >= 0) faces_of[static_cast<std::size_t>(face.above)][face.axis][0] = number;
    faces.push_back(face);
  }
};

/// Gives the least power of any trilinear potential: D is at most that.
inline double least_by_potentials(const Body& body) {
  const SlowPotentials potentials(body);
  return potentials.power(potentials.solve());
}

/// Gives the largest bound of any fluxes of lowest order: D is at least that.
inline double most_by_fluxes(const Body& body) {
  const SlowFluxes fluxes(body);
  return fluxes.bound(fluxes.solve());
}

}  // namespace perm
