// SPDX-License-Identifier: Apache-2.0
// What pores conduct along one axis, as conduction.json, result.json and the summaries have it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "report/json_values.hpp"
#include "report/summary_line.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Gives the standard deviation of a number that follows from the conductivity of a smooth body; not a number where
/// the conductivity has bounds, or none.
template <class Of>
double deviation(const Conducted& conducted, const Of& of) {
  if (conducted.has_bounds()) return std::numeric_limits<double>::quiet_NaN();
  const double step = 1e-4 * conducted.value;
  return std::abs(of(conducted.value + step) - of(conducted.value - step)) / (2 * step) * conducted.smooth_deviation;
}

/// Gives a number with its bounds, which change places for what falls where the conductivity rises; a smooth body has
/// none.
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

/// Gives the numbers of an axis. What does not exist is null. A porosity that is not a number is none, as of phases
/// that all conduct; then nothing is made with it.
inline Json describe_conducted(const Conducted& conducted, double porosity_of_voxels,
                               const std::optional<double>& voxel_size_m) {
  const double porosity = conducted.porosity_of_body.value_or(porosity_of_voxels);
  return {{"walls", to_string(conducted.walls)},
          {"relative_conductivity", bounded(conducted, [](double d) { return d; })},
          {"formation_factor", bounded(conducted, [](double d) { return 1 / d; })},
          {"tortuosity", bounded(conducted, [porosity](double d) { return porosity / d; })},
          {"root_of_tortuosity", bounded(conducted, [porosity](double d) { return std::sqrt(porosity / d); })},
          {"archie_exponent", bounded(conducted, [porosity](double d) { return std::log(d) / std::log(porosity); })},
          {"smooth_pores", describe_smooth(conducted, porosity)},
          {"lambda", describe_lambda(conducted, voxel_size_m)},
          {"connected_porosity", conducted.connected},
          {"cells", conducted.cells},
          {"is_converged", conducted.is_done},
          {"iterations", conducted.iterations},
          {"seconds", conducted.seconds}};
}

/// Gives the numbers of one image of many; null where nobody asked for them.
inline Json describe_conduction_of_many(const std::optional<Conducted>& conducted, double porosity_of_voxels) {
  if (!conducted) return nullptr;
  const double porosity = conducted->porosity_of_body.value_or(porosity_of_voxels);
  return {{"walls", to_string(conducted->walls)},
          {"relative_conductivity", bounded(*conducted, [](double d) { return d; })},
          {"formation_factor", bounded(*conducted, [](double d) { return 1 / d; })},
          {"tortuosity", bounded(*conducted, [porosity](double d) { return porosity / d; })},
          {"smooth_pores", conducted->has_bounds() ? Json(nullptr)
                                                   : Json{{"relative_conductivity", conducted->value},
                                                          {"standard_deviation", conducted->smooth_deviation}}}};
}

/// Gives what a table of many images has of them, by the names of its columns. An infinite formation factor has no
/// number; the conductivity of 0 beside it says so.
inline std::array<std::pair<const char*, std::optional<double>>, 7> conduction_columns(
    const std::optional<Conducted>& conducted, double porosity_of_voxels) {
  const double porosity = conducted && conducted->porosity_of_body ? *conducted->porosity_of_body : porosity_of_voxels;
  const auto over = [&conducted](double of, double Conducted::*conductivity) -> std::optional<double> {
    if (!conducted || !((*conducted).*conductivity > 0)) return {};
    return of / (*conducted).*conductivity;
  };
  return {{{"relative_conductivity", conducted ? std::optional(conducted->value) : std::nullopt},
           {"formation_factor", over(1, &Conducted::value)},
           {"formation_factor_low", over(1, &Conducted::upper)},
           {"formation_factor_high", over(1, &Conducted::lower)},
           {"tortuosity", over(porosity, &Conducted::value)},
           {"tortuosity_low", over(porosity, &Conducted::upper)},
           {"tortuosity_high", over(porosity, &Conducted::lower)}}};
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

/// Gives "4.30 +- 0.02 (two sigma)".
inline std::string with_deviation(double value, double deviation) {
  const double width = 2 * deviation / std::abs(value);
  const int digits = width > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(width))), 1, 8) : 8;
  return fmt::format("{:.{}g} +- {:.2g} (two sigma)", value, digits, 2 * deviation);
}

template <class Of>
std::string between(const Conducted& conducted, const Of& of) {
  if (!conducted.has_bounds()) return with_deviation(of(conducted.value), deviation(conducted, of));
  return between(of(conducted.value), of(conducted.lower), of(conducted.upper));
}

/// Gives the heads of the columns that tables of sweeps on the terminal have, and a row of them.
inline std::string conduction_heads() { return fmt::format("  {:>9}  {:>19}  {:>10}", "F", "between", "tortuosity"); }
inline std::string describe_conduction_columns() {
  return "F: formation factor, between bounds proven for the voxels, or of bodies with walls between voxels +- two "
         "sigma; of several images of their mean conductivity. Tortuosity: porosity times F.\n";
}
inline std::string conduction_cells(const std::optional<Conducted>& conducted, double porosity_of_voxels) {
  const auto show = [](double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "infinite"; };
  if (!conducted) return fmt::format("  {:>9}  {:>19}  {:>10}", "-", "-", "-");
  const double porosity = conducted->porosity_of_body.value_or(porosity_of_voxels);
  const std::string bounds =
      !conducted->has_bounds() ? fmt::format("+- {:.2g}", 2 * deviation(*conducted, [](double d) { return 1 / d; }))
      : conducted->lower > 0   ? fmt::format("{} to {}", show(1 / conducted->upper), show(1 / conducted->lower))
                               : "-";
  return fmt::format("  {:>9}  {:>19}  {:>10}", show(1 / conducted->value), bounds, show(porosity / conducted->value));
}

/// Gives the lines that all summaries have of it; a porosity that is not a number is none.
inline std::string format_conducted(const Conducted& conducted, double porosity_of_voxels) {
  if (conducted.cells == 0)
    return summary_line("formation factor", conducted.walls == Walls::sub_voxel
                                                ? "infinite: no pores lead from end to end"
                                                : "infinite: no pores are joined through faces from end to end");
  std::string text = summary_line("formation factor",
                                  between(conducted, [](double d) { return 1 / d; }) +
                                      (conducted.has_bounds() ? ": proven for the voxels" : ": of the smooth body"));
  const double porosity = conducted.porosity_of_body.value_or(porosity_of_voxels);
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
