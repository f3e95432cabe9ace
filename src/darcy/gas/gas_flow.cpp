// SPDX-License-Identifier: Apache-2.0
#include "darcy/gas/gas_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/units.hpp"

namespace perm {

double GasFlow::knudsen() const { return std::max(mean_knudsen, narrowest_knudsen.value_or(0)); }

std::optional<GasFlow> find_gas_flow(const GasState& state, const PoresOfGas& pores) {
  if (!pores.voxel_size_m || !(pores.permeability_voxel2.value_or(0) > 0) || !(pores.slope_per_voxel > 0)) return {};
  const double voxel_m = *pores.voxel_size_m;
  GasFlow flow;
  flow.state = state;
  flow.viscosity_pa_s = gas_viscosity(state.gas, state.temperature_k);
  flow.mean_free_path_m = mean_free_path_m(state);
  flow.slip_length_m = slip_length_m(state);
  flow.slope_per_voxel = pores.slope_per_voxel;
  const double grown = flow.slip_length_m / voxel_m * pores.slope_per_voxel;
  const double spread = std::exp(2 * pores.slope_deviation);
  const double b = grown * state.pressure_pa;
  flow.b_pa = {b, b / spread, b * spread};
  const double m2 = convert_permeability(*pores.permeability_voxel2, voxel_m).m2;
  flow.published_b_pa = published_klinkenberg_b(state, m2);
  flow.mean_radius_m = 4 / pores.slope_per_voxel * voxel_m;
  const auto knudsen = [&flow](double radius_m) { return flow.mean_free_path_m / (2 * radius_m); };
  flow.mean_knudsen = knudsen(flow.mean_radius_m);
  if (pores.narrowest_radius_voxel > 0) {
    flow.narrowest_radius_m = pores.narrowest_radius_voxel * voxel_m;
    flow.narrowest_knudsen = knudsen(*flow.narrowest_radius_m);
  }
  if (flow.knudsen() <= most_knudsen) flow.factor = {1 + grown, 1 + grown / spread, 1 + grown * spread};
  return flow;
}

double published_klinkenberg_b(const GasState& state, double permeability_m2) {
  constexpr double atmosphere_pa = 101325;
  const double millidarcy = convert_permeability(permeability_m2, 1).millidarcy;
  const GasState measured{Gas::air, state.pressure_pa, 298.15, 1};
  return 0.777 * atmosphere_pa * std::pow(millidarcy, -0.39) * mean_free_path_m(state) / mean_free_path_m(measured);
}

std::string warning_of(const std::optional<GasFlow>& flow, const PoresOfGas& pores) {
  if (!(pores.permeability_voxel2.value_or(0) > 0)) return {};
  if (!flow)
    return fmt::format("there is no K of the gas, because {}",
                       pores.voxel_size_m ? "no wall of solid bounds the flow" : "the image has no voxel size");
  if (flow->knudsen() <= rough_knudsen) return {};
  const bool is_mean = flow->knudsen() > flow->narrowest_knudsen.value_or(0);
  const double radius_m = is_mean ? flow->mean_radius_m : flow->narrowest_radius_m.value_or(0);
  const std::string where =
      fmt::format("the Knudsen number of the {} throat ({} wide) is {:.2g}", is_mean ? "mean" : "narrowest",
                  format_length(std::stod(fmt::format("{:.2e}", 2 * radius_m))), flow->knudsen());
  if (flow->factor)
    return fmt::format("K of the gas is rough, because {}, and first order holds up to {}", where, rough_knudsen);
  return fmt::format("there is no K of the gas, because {}, and a gas slips along walls up to {}", where, most_knudsen);
}

}  // namespace perm
