// SPDX-License-Identifier: Apache-2.0
// What happens at one site of a perfect gas: its moments, its equilibrium and its collision (BGK). Written once for
// host and device. Lattice units: a site, a step, gas constant 1, so that p = rho T. The gas has two degrees of
// freedom: c_v = 1, c_p = 2, sound c^2 = 2 T. Viscosity and diffusivity of heat are both T (tau - 1/2): Prandtl 1.
//
// The equilibrium is the Maxwellian expanded in Hermite polynomials about rest and T_0 up to the fourth order, as the
// flux of energy needs (Shan, Yuan, Chen 2006; Scagliarini et al. 2010). Opposite directions share their even and odd
// parts. Gravity shifts the velocity and the temperature of the equilibrium so that a step adds g to the velocity and
// nothing to the temperature (Scagliarini et al. 2010): its work is rho g u, with u the mean over the step.
#pragma once

#include "streaming/thermal/sites/d2q37.hpp"

namespace perm::thermal {

/// Holds what the collision of every site uses.
struct GasParameters {
  double omega;         ///< 1/tau
  double gravity[2];    ///< acceleration
  double shift[2];      ///< of the velocity of the equilibrium: tau g
  double cooling;       ///< of its temperature: tau (tau - 1) g^2 / 2
  double heat_of_half;  ///< g^2 / 8: of a temperature about the velocity of half a step later
};

inline GasParameters make_gas_parameters(double tau, double gravity_x, double gravity_y) {
  const double square = gravity_x * gravity_x + gravity_y * gravity_y;
  return {
      1 / tau, {gravity_x, gravity_y}, {tau * gravity_x, tau * gravity_y}, tau * (tau - 1) * square / 2, square / 8};
}

/// Moments of the populations of a site: density, velocity and temperature, as sums give them.
template <class Real>
struct GasMoments {
  Real density;
  Real velocity[2];
  Real temperature;
};

template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE GasMoments<Real> moments_of(const Real (&f)[directions]) {
  Real density = f[0];
  Real momentum_x = 0;
  Real momentum_y = 0;
  Real energy = 0;  // sum of c^2 f
  PERM_EACH_DIRECTION
  for (int q = 1; q < directions; q += 2) {
    const Velocity2 c = velocity(q);
    const Real sum = f[q] + f[q + 1];
    const Real difference = f[q] - f[q + 1];
    density += sum;
    energy += speed2(q) * sum;
    if (c.x != 0) momentum_x += c.x * difference;
    if (c.y != 0) momentum_y += c.y * difference;
  }
  const Real ux = momentum_x / density;
  const Real uy = momentum_y / density;
  return {density, {ux, uy}, (energy / density - (ux * ux + uy * uy)) / 2};
}

/// The equilibrium of a density, a velocity and a temperature, ready to be asked for its pairs of directions.
template <class Real>
class GasEquilibrium {
 public:
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE GasEquilibrium(Real density, Real ux, Real uy, Real temperature)
      : density_(density),
        vx_(inverse_temperature * ux),
        vy_(inverse_temperature * uy),
        square_((ux * ux + uy * uy) * inverse_temperature),
        excess_(temperature * inverse_temperature - 1) {}

  /// The part of a pair of directions that both share, and the one that they have with opposite signs.
  struct Pair {
    Real even;
    Real odd;
  };
  /// Gives it for the pair of the odd number q, or for the direction at rest.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Pair of(int q) const {
    const Velocity2 c = velocity(q);
    const Real weighted = weight(q) * density_;
    const double h = speed2(q) * inverse_temperature;  // a constant, as all that is made of it alone
    const Real constant = 1 - 0.5 * square_ + 0.125 * square_ * square_ +
                          excess_ * ((0.5 * h - 1) + (1 - 0.25 * h) * square_ + (0.125 * h * h - h + 1) * excess_);
    if (q == 0) return {weighted * constant, 0};
    const Real along = c.x == 0 ? c.y * vy_ : c.y == 0 ? c.x * vx_ : c.x * vx_ + c.y * vy_;
    const Real along2 = along * along;
    const Real second = 0.5 - 0.25 * square_ + (0.25 * h - 1.5) * excess_;
    const Real first = 1 - 0.5 * square_ + (0.5 * h - 2) * excess_;
    return {weighted * (constant + along2 * (second + (1.0 / 24) * along2)),
            weighted * (along * (first + (1.0 / 6) * along2))};
  }
  /// Gives the equilibrium of one direction.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real population(int q) const {
    if (q == 0) return of(0).even;
    const Pair pair = of(q % 2 == 1 ? q : q - 1);
    return q % 2 == 1 ? pair.even + pair.odd : pair.even - pair.odd;
  }

 private:
  Real density_;
  Real vx_, vy_;  // c . v is the product of a direction with the velocity, in units of T_0
  Real square_;   // u^2 in units of T_0
  Real excess_;   // T / T_0 - 1
};

/// What the populations of a site have beside their equilibrium to the order of gradients: stress, which has no trace,
/// and flux of heat, in units of T_0. Their shapes are those of c.grad of the equilibrium: where the velocity changes,
/// and where the temperature changes at even pressure.
struct GasFluxes {
  double shear, normal, heat_x, heat_y;

  /// Gives the population along q at a temperature.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE double population(int q, double temperature) const {
    const Velocity2 c = velocity(q);
    const double h = speed2(q) * inverse_temperature;
    const double excess = temperature * inverse_temperature - 1;
    const double of_stress = 1 + (0.5 * h - 2) * excess;
    const double rise = (0.5 * h - 1) + (0.25 * h * h - 2 * h + 2) * excess;  // of the equilibrium with temperature
    const double fall = 1 + excess * ((0.5 * h - 1) + (0.125 * h * h - h + 1) * excess);  // with density
    const double of_heat = (rise - fall / (1 + excess)) / (1 + excess);
    return weight(q) * ((shear * (inverse_temperature * c.x * c.y) +
                         normal * (0.25 * inverse_temperature * (c.x * c.x - c.y * c.y))) *
                            of_stress +
                        (heat_x * c.x + heat_y * c.y) * of_heat);
  }
};

PERM_HOST_DEVICE PERM_ALWAYS_INLINE GasFluxes fluxes_of(const double (&f)[directions], const GasMoments<double>& m) {
  const GasEquilibrium<double> equilibrium(m.density, m.velocity[0], m.velocity[1], m.temperature);
  GasFluxes fluxes{};
  PERM_EACH_DIRECTION
  for (int q = 1; q < directions; ++q) {
    const Velocity2 c = velocity(q);
    const double beside = f[q] - equilibrium.population(q);
    fluxes.shear += inverse_temperature * c.x * c.y * beside;
    fluxes.normal += inverse_temperature * (c.x * c.x - c.y * c.y) * beside;
    fluxes.heat_x += 0.25 * inverse_temperature * inverse_temperature * c.x * speed2(q) * beside;
    fluxes.heat_y += 0.25 * inverse_temperature * inverse_temperature * c.y * speed2(q) * beside;
  }
  const double of_stress = 1 / (m.temperature * inverse_temperature);
  fluxes.shear *= of_stress;
  fluxes.normal *= of_stress;
  return fluxes;
}

/// Operations with floating point of a collision as written here, three of them divisions; a test counts them. What
/// pairs of one speed share is computed once by nvcc: 586 in its PTX.
inline constexpr int collision_operations = 911;

template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void collide(Real (&f)[directions], const GasParameters& gas) {
  const GasMoments<Real> m = moments_of(f);
  const GasEquilibrium<Real> equilibrium(m.density, m.velocity[0] + gas.shift[0], m.velocity[1] + gas.shift[1],
                                         m.temperature - gas.cooling);
  f[0] += gas.omega * (equilibrium.of(0).even - f[0]);
  PERM_EACH_DIRECTION
  for (int q = 1; q < directions; q += 2) {
    const typename GasEquilibrium<Real>::Pair pair = equilibrium.of(q);
    f[q] += gas.omega * ((pair.even + pair.odd) - f[q]);
    f[q + 1] += gas.omega * ((pair.even - pair.odd) - f[q + 1]);
  }
}

/// Gives the fields of the equations of motion from the populations after a collision: half a step of gravity is taken
/// back.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE GasMoments<double> fields_after_collision(const double (&f)[directions],
                                                                              const GasParameters& gas) {
  GasMoments<double> m = moments_of(f);
  m.velocity[0] -= 0.5 * gas.gravity[0];
  m.velocity[1] -= 0.5 * gas.gravity[1];
  m.temperature += gas.heat_of_half;
  return m;
}

}  // namespace perm::thermal
