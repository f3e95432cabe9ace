// SPDX-License-Identifier: Apache-2.0
// What pores conduct along one axis, as conduction.json, result.json and the summaries have it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "report/json_values.hpp"
#include "report/summary_line.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Gives a number with its bounds. They change places for what falls where the conductivity rises.
template <class Of>
Json bounded(const Conducted& conducted, const Of& of) {
  const double low = of(conducted.lower);
  const double high = of(conducted.upper);
  return {{"value", number_or_null(of(conducted.value))},
          {"lower", number_or_null(std::fmin(low, high))},
          {"upper", number_or_null(std::fmax(low, high))}};
}

inline Json describe_smooth(const Conducted& conducted, double porosity) {
  if (!conducted.smooth || conducted.cells == 0) return nullptr;
  return {{"relative_conductivity", *conducted.smooth},
          {"standard_deviation", conducted.smooth_deviation},
          {"formation_factor", 1 / *conducted.smooth},
          {"tortuosity", porosity / *conducted.smooth}};
}

/// Gives the length of Johnson, Koplik and Schwartz.
inline Json describe_lambda(const Conducted& conducted, const std::optional<double>& voxel_size_m) {
  if (!conducted.lambda_voxels) return nullptr;
  Json json = {{"voxels", *conducted.lambda_voxels},
               {"standard_deviation_voxels", conducted.lambda_deviation_voxels},
               {"m", nullptr},
               {"standard_deviation_m", nullptr}};
  if (voxel_size_m) {
    json["m"] = *conducted.lambda_voxels * *voxel_size_m;
    json["standard_deviation_m"] = conducted.lambda_deviation_voxels * *voxel_size_m;
  }
  return json;
}

/// Gives M in K = M Lambda^2/(8 F), which is 1 for a tube (Johnson, Koplik and Schwartz 1986); absent without Lambda.
inline std::optional<double> johnson_constant(const Conducted& conducted, double permeability_voxel2) {
  if (!conducted.lambda_voxels) return {};
  return 8 * conducted.formation_factor() * permeability_voxel2 / (*conducted.lambda_voxels * *conducted.lambda_voxels);
}

/// Gives the numbers of an axis. What does not exist is null.
/// Without a porosity, as of phases that all conduct, nothing is made with it.
inline Json describe_conducted(const Conducted& conducted, const ImageReport& image, bool has_porosity = true) {
  const double porosity = has_porosity ? image.porosity() : std::numeric_limits<double>::quiet_NaN();
  return {{"relative_conductivity", bounded(conducted, [](double d) { return d; })},
          {"formation_factor", bounded(conducted, [](double d) { return 1 / d; })},
          {"tortuosity", bounded(conducted, [porosity](double d) { return porosity / d; })},
          {"root_of_tortuosity", bounded(conducted, [porosity](double d) { return std::sqrt(porosity / d); })},
          {"archie_exponent", bounded(conducted, [porosity](double d) { return std::log(d) / std::log(porosity); })},
          {"smooth_pores", describe_smooth(conducted, porosity)},
          {"lambda", describe_lambda(conducted, image.voxel_size_m)},
          {"connected_porosity", static_cast<double>(conducted.cells) / static_cast<double>(image.extent.voxels())},
          {"cells", conducted.cells},
          {"is_converged", conducted.is_done},
          {"iterations", conducted.iterations},
          {"seconds", conducted.seconds}};
}

/// Gives "4.30, between 4.18 and 4.45", with as many digits as the bounds leave a meaning.
inline std::string between(double value, double low, double high) {
  if (low > high) std::swap(low, high);
  if (!(std::isfinite(high) && value > 0)) return fmt::format("{:.3g} or more", low);
  const double width = (high - low) / value;
  const int digits = width > 0 ? std::min(8, std::max(3, 2 - static_cast<int>(std::floor(std::log10(width))))) : 8;
  if (!(high > low)) return fmt::format("{:.{}g} exactly", value, digits);
  return fmt::format("{:.{}g}, between {:.{}g} and {:.{}g}", value, digits, low, digits, high, digits);
}

template <class Of>
std::string between(const Conducted& conducted, const Of& of) {
  return between(of(conducted.value), of(conducted.lower), of(conducted.upper));
}

/// Gives the lines that all summaries have of it; a porosity that is not a number is none.
inline std::string format_conducted(const Conducted& conducted, double porosity) {
  if (conducted.cells == 0)
    return summary_line("formation factor", "infinite: no pores are joined through faces from end to end");
  const std::string text =
      summary_line("formation factor", between(conducted, [](double d) { return 1 / d; }) + ": proven for the voxels");
  if (std::isnan(porosity)) return text;
  return text + summary_line("tortuosity",
                             between(conducted, [porosity](double d) { return porosity / d; }) + ": porosity times F");
}

/// Gives the line of Lambda, where there is one; beside a K it says what both make of K.
inline std::string format_lambda(const Conducted& conducted, const std::optional<double>& voxel_size_m,
                                 const std::optional<double>& permeability_voxel2 = {}) {
  if (!conducted.lambda_voxels) return {};
  std::string text = fmt::format("{:.4g} +- {:.2g} voxels (two sigma)", *conducted.lambda_voxels,
                                 2 * conducted.lambda_deviation_voxels);
  if (voxel_size_m) text += fmt::format(", {:.4g} um", 1e6 * *conducted.lambda_voxels * *voxel_size_m);
  text += ": twice the pores over their surface, as a current sees them";
  if (permeability_voxel2 && *permeability_voxel2 > 0)
    text += fmt::format("; K is {:.2f} Lambda^2/(8 F)", *johnson_constant(conducted, *permeability_voxel2));
  return summary_line("Lambda", text);
}

}  // namespace perm
