// SPDX-License-Identifier: Apache-2.0
// What a gas does in pores whose K is known: its molecules slip along the walls, so that more flows than of a liquid.
// To first order in the slip length s, with d ln K/ds from the walls of the solved flow (WallSlope),
//     K_gas(p) = K (1 + s d ln K/ds) = K (1 + b/p),
// which is Klinkenberg's (1941); b = p s d ln K/ds does not depend on the pressure. README.md of this folder has the
// formulae with their sources.
#pragma once

#include <optional>
#include <string>

#include "darcy/gas/gas.hpp"

namespace perm {

inline constexpr double rough_knudsen = 0.1;  ///< beyond it first order is rough
inline constexpr double most_knudsen = 1;     ///< beyond it there is no K of the gas

/// A solved flow in the size of its sample.
struct PoresOfGas {
  std::optional<double> voxel_size_m;
  std::optional<double> permeability_voxel2;
  double slope_per_voxel{0};         ///< d ln K for each voxel of slip length; 0 where no wall is known
  double slope_deviation{0};         ///< standard deviation of that from voxels, relative
  double narrowest_radius_voxel{0};  ///< of the narrowest throat on the widest way; 0 where it is not known
};

/// A number with the ends of the interval that the voxels leave it in 95 of 100 cases.
struct WithEnds {
  double value{0};
  double low{0};
  double high{0};
};

struct GasFlow {
  GasState state;
  double viscosity_pa_s{0};
  double mean_free_path_m{0};
  double slip_length_m{0};
  double slope_per_voxel{0};
  WithEnds b_pa;                               ///< Klinkenberg's b
  double published_b_pa{0};                    ///< that of rocks with the same K, see published_klinkenberg_b
  std::optional<double> narrowest_radius_m{};  ///< of the narrowest throat on the widest way
  double mean_radius_m{0};                     ///< of tubes with this b, 4 over d ln K/ds: the mean throat
  std::optional<double> narrowest_knudsen{};   ///< mean free path over the diameter of that throat
  double mean_knudsen{0};
  std::optional<WithEnds> factor;  ///< K_gas over K: 1 + b/p; absent beyond most_knudsen

  /// Gives the Knudsen number of the narrowest throat, or of the mean one where that is larger, or alone known.
  double knudsen() const;
};

/// Gives what gas in this state does in these pores. Gives nothing where there is no K above 0, no voxel size or no
/// wall.
std::optional<GasFlow> find_gas_flow(const GasState& state, const PoresOfGas& pores);

/// Gives b, in Pa, of rocks with this K, as it was measured with air of 25 C, 0.777 atm (K/mD)^-0.39 (Heid, McMahon,
/// Nielsen and Yuster 1950), times the mean free path of this gas over that of air of 25 C at the same pressure.
double published_klinkenberg_b(const GasState& state, double permeability_m2);
inline constexpr const char* published_b_source = "Heid et al. 1950, rocks with the same K";

/// Says in one sentence that first order is rough, or why a flow with a K above 0 has none of the gas; empty where
/// neither is so.
std::string warning_of(const std::optional<GasFlow>& flow, const PoresOfGas& pores);

}  // namespace perm
