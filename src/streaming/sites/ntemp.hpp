// SPDX-License-Identifier: Apache-2.0
// The scheme of Sheida et al.: one array a direction, and n more. A pass streams and collides n directions, from their
// arrays into the free ones; theirs are then free. Density and momentum of the last step are kept for that, and those
// of this step are added up on the way. Each direction is relaxed by itself, so that there is one relaxation time
// (BGK). What a wall throws back may be needed when its array is overwritten already. It waits in the new array of its
// own direction, at the solid voxel that it would have flowed to, where nothing else is kept.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

/// Density less 1, and momentum, of every voxel: four arrays.
template <class Real>
struct KeptMoments {
  Real* values;
  std::int64_t voxels;

  PERM_HOST_DEVICE Real& density(std::int64_t voxel) const { return values[voxel]; }
  PERM_HOST_DEVICE Real& momentum(int axis, std::int64_t voxel) const { return values[(axis + 1) * voxels + voxel]; }
};

/// A direction as numbers, so that a pass needs no table on a GPU.
template <class Real>
struct OneDirection {
  d3q19::Velocity c;
  Real weight;
};

/// Relaxes one distribution, as collide does for BGK but for rounding.
template <Equilibrium E, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real relax_one(const OneDirection<Real>& q, Real f,
                                                   const KeptMoments<Real>& moments, std::int64_t voxel,
                                                   const CollisionParameters<Real>& p) {
  const Real c[3] = {static_cast<Real>(q.c.x), static_cast<Real>(q.c.y), static_cast<Real>(q.c.z)};
  const Real w = q.weight;
  const Real density = moments.density(voxel);
  const Real rho = p.density_share * density + 1;
  Real u[3];
  for (int a = 0; a < 3; ++a) {
    u[a] = moments.momentum(a, voxel) + p.half_force[a];
    if constexpr (E == Equilibrium::quadratic) u[a] = u[a] / rho;
  }
  const Real cu = c[0] * u[0] + c[1] * u[1] + c[2] * u[2];
  const Real cf = c[0] * p.force[0] + c[1] * p.force[1] + c[2] * p.force[2];
  Real equilibrium = w * (density + 3 * cu);
  Real force = 3 * w * (1 - p.half_plus) * cf;
  if constexpr (E == Equilibrium::quadratic) {
    const Real uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const Real uf = u[0] * p.force[0] + u[1] * p.force[1] + u[2] * p.force[2];
    const auto half = static_cast<Real>(0.5);
    Real uu_beside{};
    const bool is_at_rest = q.c.x == 0 && q.c.y == 0 && q.c.z == 0;
    const bool is_straight = q.c.x * q.c.x + q.c.y * q.c.y + q.c.z * q.c.z == 1;
    for (int a = 0; a < 3; ++a)
      if (c[a] == 0) uu_beside += (is_at_rest ? u[a] / 3 : is_straight ? -u[a] : u[a]) * u[a];
    uu_beside *= p.isotropy;
    equilibrium += w * rho * (9 * half * cu * cu - 3 * half * uu + 3 * half * uu_beside) + 3 * w * (rho * cu - cu);
    force += p.force_share * (1 - p.half_plus) * w * (9 * cu * cf - 3 * uf);
  }
  return f - p.omega_plus * (f - equilibrium) + force;
}

/// Streams and collides `count` directions, as many as there are temporaries or fewer.
template <Equilibrium E, class Real, int temporaries>
struct DirectionsPass {
  struct Streamed {
    OneDirection<Real> direction;
    const Real* before;        ///< its array until now
    const Real* opposite;      ///< the array of its opposite
    Real* after;               ///< the free array that it is written to
    std::uint32_t opposite_q;  ///< 0: at rest
    bool opposite_is_done;     ///< its array holds what it sends after the collision
  };

  Box box;
  CollisionParameters<Real> parameters;
  int count;
  Streamed streamed[temporaries];
  KeptMoments<Real> old_moments;
  KeptMoments<Real> new_moments;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const Reach reach = box.reach(box.at(voxel));
    const std::uint32_t flags = box.flags[voxel];
    for (int i = 0; i < temporaries; ++i)
      if (i < count) stream(streamed[i], reach, voxel, flags);
  }

 private:
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void stream(const Streamed& q, const Reach& reach, std::int64_t voxel,
                                                  std::uint32_t flags) const {
    const d3q19::Velocity back{-q.direction.c.x, -q.direction.c.y, -q.direction.c.z};
    const std::int64_t source = voxel + reach.along(back);
    const bool from_solid = q.opposite_q > 0 && (flags >> q.opposite_q & 1U) != 0;
    if (is_solid(flags) && (q.opposite_q == 0 || from_solid)) return;
    Real value{};
    if (!from_solid)
      value = relax_one<E>(q.direction, q.before[source], old_moments, source, parameters);
    else if (q.opposite_is_done)  // it waits at the solid voxel
      value = q.opposite[source];
    else
      value = relax_one<E>({back, q.direction.weight}, q.opposite[voxel], old_moments, voxel, parameters);
    q.after[voxel] = value;
    if (!is_solid(flags)) add(q, voxel, value);
  }
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add(const Streamed& q, std::int64_t voxel, Real value) const {
    const int c[3] = {q.direction.c.x, q.direction.c.y, q.direction.c.z};
    if (q.opposite_q == 0) {
      new_moments.density(voxel) = value;
      for (int a = 0; a < 3; ++a) new_moments.momentum(a, voxel) = 0;
      return;
    }
    new_moments.density(voxel) += value;
    for (int a = 0; a < 3; ++a)
      if (c[a] != 0) new_moments.momentum(a, voxel) += static_cast<Real>(c[a]) * value;
  }
};

/// Says in which array each direction lies.
struct NtempPlaces {
  Box box;
  int array[d3q19::directions];

  PERM_HOST_DEVICE std::int64_t arrival(std::int64_t voxel, int q) const { return voxel + array[q] * box.voxels(); }
};

/// Adds up the moments of what has arrived, before the first step.
template <class Real>
struct MomentsPass {
  NtempPlaces places;
  const Real* storage;
  KeptMoments<Real> moments;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    Real density{};
    Real momentum[3] = {};
    for (int q = 0; q < d3q19::directions && !is_solid(places.box.flags[voxel]); ++q) {
      const Real value = storage[places.arrival(voxel, q)];
      const d3q19::Velocity c = d3q19::velocity(q);
      density += value;
      momentum[0] += static_cast<Real>(c.x) * value;
      momentum[1] += static_cast<Real>(c.y) * value;
      momentum[2] += static_cast<Real>(c.z) * value;
    }
    moments.density(voxel) = density;
    for (int a = 0; a < 3; ++a) moments.momentum(a, voxel) = momentum[a];
  }
};

}  // namespace perm::streaming
