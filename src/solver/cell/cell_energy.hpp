// SPDX-License-Identifier: Apache-2.0
// Gives the speed, the momentum and the density of one cell and the energy that its collision takes, from its
// distributions before the collision of an even step. Written once for host and device.
//
// Energy here is sum_q f_q^2/w_q over all cells. Streaming and half-way bounce-back only move values between slots of
// the same weight, so they keep it; a collision changes it by
//     6 F.u - omega+ (2 - omega+) sum_q n+_q^2/w_q - omega- (2 - omega-) sum_q n-_q^2/w_q,
// where n+ and n- say how far the sums and the differences of opposite distributions are from their equilibrium, with
// the momentum of the half force left out. The term with F is power; the rest, divided by 6, is the dissipation. For
// the linear equilibrium this is an identity of the lattice, so in a steady flow power and dissipation differ by
// rounding only. Where the flow is smooth the first term of the rest is 2 nu S:S, with the strain rate S = -3/(2 tau)
// sum_q c c n+ (Krueger, Varnik, Raabe 2009), and the second is of higher order.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Holds numbers in units of `unit`, a power of two near the strongest force, so that their squares have all their
/// digits.
struct EnergyParameters {
  double unit{1};
  double half_force[3]{};    ///< in units
  double plus_factor{0};     ///< turns sum n+^2/w into a permeability in voxel^2
  double minus_factor{0};    ///< turns sum n-^2/w into a permeability in voxel^2
  double power_factor{0};    ///< turns a sixth of an energy into a permeability in voxel^2
  double viscous_factor{0};  ///< turns the square of sum c c n+ into a permeability in voxel^2
  double inverse_rho_unit{
      0};  ///< quadratic equilibrium: the unit, by which density deviations become densities; else 0
};

/// Makes parameters with which energies become permeabilities, nu/g^2 times the energy (0 without a force).
inline EnergyParameters make_energy_parameters(const SolverSettings& settings) {
  EnergyParameters parameters;
  const double strongest = strongest_force(settings);
  int exponent = 0;
  std::frexp(strongest == 0 ? 1.0 : strongest, &exponent);
  parameters.unit = std::ldexp(1.0, exponent);
  double force2 = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const double force = settings.force[a] / parameters.unit;
    parameters.half_force[a] = force / 2;
    force2 += force * force;
  }
  if (settings.equilibrium == Equilibrium::quadratic) parameters.inverse_rho_unit = parameters.unit;
  if (force2 == 0) return parameters;
  const double nu = viscosity(settings.tau);
  const double plus = 1 / settings.tau;
  const double minus = settings.collision == Collision::bgk ? plus : 1 / (0.5 + settings.magic / (settings.tau - 0.5));
  parameters.power_factor = nu / force2;
  parameters.plus_factor = plus * (2 - plus) / 6 * nu / force2;
  parameters.minus_factor = minus * (2 - minus) / 6 * nu / force2;
  parameters.viscous_factor = 2 * nu * 2.25 * plus * plus * nu / force2;
  return parameters;
}

/// `Number` is double, or a vector of them for as many cells.
template <class Number>
struct EnergyOf {
  Number dissipation{};    ///< all of it, as a permeability: voxel^2
  Number viscous{};        ///< the part 2 nu S:S, as a permeability: voxel^2
  Number speed_squared{};  ///< in units^2
  Number density{};        ///< deviation from 1, in units
  Number momentum[3]{};    ///< the half force left out, in units
};
using CellEnergy = EnergyOf<double>;

namespace detail {

/// Adds the energies and the stress of what is left of pair I after its equilibrium is taken away.
template <std::size_t I, class Number>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair_energy(const Number (&f)[d3q19::directions], const Number& density,
                                                         const Number (&momentum)[3], Number& plus_energy,
                                                         Number& minus_energy, Number (&stress)[6]) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr double w = d3q19::weight(Q);
  constexpr d3q19::Velocity c = d3q19::velocity(Q);
  const Number plus = (f[Q] + f[opposite]) / 2 - w * density;
  const Number minus = (f[Q] - f[opposite]) / 2 - 3 * w * along<Q>(momentum[0], momentum[1], momentum[2]);
  plus_energy += plus * plus * (2 / w);
  minus_energy += minus * minus * (2 / w);
  const Number both = 2 * plus;
  if constexpr (c.x != 0) stress[0] += both;
  if constexpr (c.y != 0) stress[1] += both;
  if constexpr (c.z != 0) stress[2] += both;
  if constexpr (c.x * c.y != 0) stress[3] += c.x * c.y * both;
  if constexpr (c.y * c.z != 0) stress[4] += c.y * c.z * both;
  if constexpr (c.x * c.z != 0) stress[5] += c.x * c.z * both;
}

template <class Number, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE EnergyOf<Number> measure_cell(const Number (&f)[d3q19::directions],
                                                                  const EnergyParameters& p,
                                                                  std::index_sequence<I...>) {
  EnergyOf<Number> cell;
  cell.density = f[0];
  Number(&momentum)[3] = cell.momentum;
  ((cell.density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  (add_momentum<d3q19::pairs[I]>(momentum, f[d3q19::pairs[I]] - f[d3q19::opposite(d3q19::pairs[I])]), ...);
  const Number rho = 1 + p.inverse_rho_unit * cell.density;
  for (int a = 0; a < 3; ++a) {
    const Number velocity = (momentum[a] + p.half_force[a]) / rho;
    cell.speed_squared += velocity * velocity;
  }
  const Number rest = f[0] - d3q19::weight(0) * cell.density;
  Number plus_energy = rest * rest * (1 / d3q19::weight(0));
  Number minus_energy{};
  Number stress[6] = {Number{}, Number{}, Number{}, Number{}, Number{}, Number{}};
  (add_pair_energy<I>(f, cell.density, momentum, plus_energy, minus_energy, stress), ...);
  cell.dissipation = p.plus_factor * plus_energy + p.minus_factor * minus_energy;
  cell.viscous = p.viscous_factor * (stress[0] * stress[0] + stress[1] * stress[1] + stress[2] * stress[2] +
                                     2 * (stress[3] * stress[3] + stress[4] * stress[4] + stress[5] * stress[5]));
  return cell;
}

}  // namespace detail

/// Measures a cell with distributions f (deviations from w_q, in units). The energies are for the linear equilibrium.
template <class Number>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE EnergyOf<Number> measure_cell(const Number (&f)[d3q19::directions],
                                                                  const EnergyParameters& p) {
  return detail::measure_cell(f, p, std::make_index_sequence<d3q19::pairs.size()>{});
}

}  // namespace perm
