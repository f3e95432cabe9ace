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

inline constexpr int most_temporaries = 3;

/// Density less 1, and momentum, of every voxel: four arrays.
template <class Real>
struct KeptMoments {
  Real* values;
  std::int64_t voxels;

  PERM_HOST_DEVICE Real& density(std::int64_t voxel) const { return values[voxel]; }
  PERM_HOST_DEVICE Real& momentum(int axis, std::int64_t voxel) const { return values[(axis + 1) * voxels + voxel]; }
};

/// Relaxes one distribution, as collide does for BGK but for rounding.
template <Equilibrium E, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real relax_one(int q, Real f, const KeptMoments<Real>& moments, std::int64_t voxel,
                                                   const CollisionParameters<Real>& p) {
  const d3q19::Velocity c = d3q19::velocity(q);
  const auto w = static_cast<Real>(d3q19::weight(q));
  const Real density = moments.density(voxel);
  const Real rho = density + 1;
  Real u[3];
  for (int a = 0; a < 3; ++a) {
    u[a] = moments.momentum(a, voxel) + p.half_force[a];
    if constexpr (E == Equilibrium::quadratic) u[a] = u[a] / rho;
  }
  const Real cu = static_cast<Real>(c.x) * u[0] + static_cast<Real>(c.y) * u[1] + static_cast<Real>(c.z) * u[2];
  const Real cf =
      static_cast<Real>(c.x) * p.force[0] + static_cast<Real>(c.y) * p.force[1] + static_cast<Real>(c.z) * p.force[2];
  Real equilibrium = w * (density + 3 * cu);
  Real force = 3 * w * (1 - p.half_plus) * cf;
  if constexpr (E == Equilibrium::quadratic) {
    const Real uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const Real uf = u[0] * p.force[0] + u[1] * p.force[1] + u[2] * p.force[2];
    const auto half = static_cast<Real>(0.5);
    equilibrium += w * rho * (9 * half * cu * cu - 3 * half * uu) + 3 * w * (rho * cu - cu);
    force += (1 - p.half_plus) * w * (9 * cu * cf - 3 * uf);
  }
  return f - p.omega_plus * (f - equilibrium) + force;
}

/// Streams and collides the directions first .. last - 1.
template <Equilibrium E, class Real>
struct DirectionsPass {
  Box box;
  CollisionParameters<Real> parameters;
  int first;
  int last;
  Real* before[d3q19::directions];  ///< the array of each direction, those of this pass before it
  Real* after[most_temporaries];    ///< the free arrays that those of this pass are written to
  KeptMoments<Real> old_moments;
  KeptMoments<Real> new_moments;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const Voxel at = box.at(voxel);
    const std::uint32_t flags = box.flags[voxel];
    for (int q = first; q < last; ++q) {
      const int opposite = d3q19::opposite(q);
      const d3q19::Velocity back = d3q19::velocity(opposite);
      const std::int64_t source = box.neighbour(at, back);
      const bool from_solid = q > 0 && ends_in_solid(flags, opposite) != 0;
      if (is_solid(flags) && (q == 0 || from_solid)) continue;
      Real value{};
      if (!from_solid)
        value = relax_one<E>(q, before[q][source], old_moments, source, parameters);
      else if (opposite < first)  // has been streamed already, and waits
        value = before[opposite][source];
      else
        value = relax_one<E>(opposite, before[opposite][voxel], old_moments, voxel, parameters);
      after[q - first][voxel] = value;
      if (!is_solid(flags)) add(q, voxel, value);
    }
  }

 private:
  PERM_HOST_DEVICE void add(int q, std::int64_t voxel, Real value) const {
    const d3q19::Velocity c = d3q19::velocity(q);
    const int component[3] = {c.x, c.y, c.z};
    if (q == 0) {
      new_moments.density(voxel) = value;
      for (int a = 0; a < 3; ++a) new_moments.momentum(a, voxel) = 0;
      return;
    }
    new_moments.density(voxel) += value;
    for (int a = 0; a < 3; ++a)
      if (component[a] != 0) new_moments.momentum(a, voxel) += static_cast<Real>(component[a]) * value;
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
