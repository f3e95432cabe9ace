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
          {"connected_porosity", static_cast<double>(conducted.cells) / static_cast<double>(image.extent.voxels())},
          {"cells", conducted.cells},
          {"is_converged", conducted.is_done},
          {"iterations", conducted.iterations},
          {"seconds", conducted.seconds}};
}

/// Gives the numbers of one image of many; null where nobody asked for them.
inline Json describe_conduction_of_many(const std::optional<Conducted>& conducted, double porosity) {
  if (!conducted) return nullptr;
  return {{"relative_conductivity", bounded(*conducted, [](double d) { return d; })},
          {"formation_factor", bounded(*conducted, [](double d) { return 1 / d; })},
          {"tortuosity", bounded(*conducted, [porosity](double d) { return porosity / d; })}};
}

/// Gives what a table of many images has of them, by the names of its columns. An infinite formation factor has no
/// number; the conductivity of 0 beside it says so.
inline std::array<std::pair<const char*, std::optional<double>>, 7> conduction_columns(
    const std::optional<Conducted>& conducted, double porosity) {
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

template <class Of>
std::string between(const Conducted& conducted, const Of& of) {
  return between(of(conducted.value), of(conducted.lower), of(conducted.upper));
}

/// Gives the heads of the columns that tables of sweeps on the terminal have, and a row of them.
inline std::string conduction_heads() { return fmt::format("  {:>9}  {:>19}  {:>10}", "F", "between", "tortuosity"); }
inline std::string describe_conduction_columns() {
  return "F: formation factor, between bounds proven for the voxels; of several images of their mean conductivity. "
         "Tortuosity: porosity times F.\n";
}
inline std::string conduction_cells(const std::optional<Conducted>& conducted, double porosity) {
  const auto show = [](double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "infinite"; };
  if (!conducted) return fmt::format("  {:>9}  {:>19}  {:>10}", "-", "-", "-");
  const std::string bounds =
      conducted->lower > 0 ? fmt::format("{} to {}", show(1 / conducted->upper), show(1 / conducted->lower)) : "-";
  return fmt::format("  {:>9}  {:>19}  {:>10}", show(1 / conducted->value), bounds, show(porosity / conducted->value));
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

}  // namespace perm
