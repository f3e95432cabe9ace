// SPDX-License-Identifier: Apache-2.0
// Judges solved flows: their permeabilities pass or fail, limit by limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/flow_record.hpp"
#include "validation/cases/validation_case.hpp"

namespace perm::validation {

/// A case at one resolution, averaged over its placements.
struct LevelResult {
  std::int64_t resolution{0};
  int placements{0};
  double permeability{0};                    ///< mean, in the reference's unit
  double spread{0};                          ///< standard deviation between placements, over the mean; 0 for a tensor
  double error{0};                           ///< mean over reference, less 1
  std::optional<double> equal_volume_error;  ///< as `error`, with the reference at the solid fraction of the voxels
  double solid_fraction{0};                  ///< solid fraction of the voxels, mean over placements
  double iteration_error{0};                 ///< largest of any placement
  std::optional<double> scheme_error;        ///< mean over that of the scheme, less 1, where that is known
  std::optional<TensorRows> tensor;          ///< voxel^2, where the level has a known one
  double tensor_bound{0};                    ///< iteration error of its components, over the largest known one
  std::optional<VoxelEstimate> voxel_estimate;  ///< means over the placements; absent where one has none
  double seconds{0};                            ///< stepping, all placements

  /// Gives the standard error of the mean permeability; 0 for one placement, from which it cannot be found.
  double standard_error() const;
};

/// One limit and the value that it was compared with.
struct Check {
  std::string what;             ///< "error at 128"
  std::optional<double> value;  ///< absent where there was nothing to check; `outcome` says why
  double uncertainty{0};        ///< twice the standard error of the value
  double low{0};
  double high{0};
  std::string reason;
  bool passed{false};
  std::string outcome;  ///< in words, where there is no value
};

/// A point of a curve, with what is known there: a value, or the ends of a band.
struct ResultPoint {
  double x{0};
  double y{0};
  std::optional<double> reference{};
  std::optional<double> low{};
  std::optional<double> high{};
};

/// What a case shows beside its figures, over a length or a number: a profile, a drag over the Reynolds number.
struct ResultCurve {
  std::string name;  ///< "u on the vertical centre line"
  std::string x_is;  ///< "y over the side"
  std::string y_is;  ///< "u over the speed of the lid"
  std::vector<ResultPoint> points;
};

/// The results of one case.
struct CaseResult {
  Case of;
  std::vector<LevelResult> levels;
  std::optional<double> order_of_error;    ///< over all resolutions
  std::optional<double> observed_order;    ///< from the three finest resolutions
  std::optional<double> richardson;        ///< in the reference's unit
  std::optional<double> richardson_error;  ///< over the reference, less 1
  std::optional<double> two_term;          ///< value extrapolated with a first and a second order term
  std::optional<double> two_term_error;    ///< over the reference, less 1
  std::vector<Check> checks;
  std::vector<ResultCurve>
      curves;  ///< only of cases without a permeability to compare with (Case::compares_permeability)
  bool passed{false};
};

/// A Richardson value is trusted only if the observed order lies between these.
inline constexpr double lowest_trusted_order = 0.7;
inline constexpr double highest_trusted_order = 2.3;

/// Judges a case by its `records`, which are in the order of its levels and their trials. A case fails when a flow did
/// not converge; the result says which flow.
CaseResult judge(const Case& validation_case, const std::vector<FlowRecord>& records);

}  // namespace perm::validation
