// SPDX-License-Identifier: Apache-2.0
#include "report/headline_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/units.hpp"
#include "report/json_values.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

int power_of_ten(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

/// Gives the decimals that a number with such an error has: two digits of the error where it begins with 1 to 3.54,
/// else one (the rule of the Particle Data Group).
int decimals_of(double error) {
  const int power = power_of_ten(error);
  return (error / std::pow(10.0, power) < 3.55 ? 1 : 0) - power;
}

/// Gives the number with so many decimals, which may be below 0, and with two digits at least.
std::string with_decimals(double number, int decimals) {
  if (!(std::abs(number) > 0)) return "0";
  const int power = power_of_ten(number);
  const int used = std::max(decimals, 1 - power);
  if (used > 6 || power > 6) return fmt::format("{:.{}g}", number, used + power + 1);
  const double unit = std::pow(10.0, used);
  return fmt::format("{:.{}f}", std::round(number * unit) / unit, std::max(used, 0));
}

/// Gives "17 %", "1.3 %", "0.096 %".
std::string share_in_words(double fraction) {
  return fmt::format("{} %", with_decimals(100 * fraction, fraction < 0.1 ? 1 - power_of_ten(100 * fraction) : 0));
}

/// Gives K of voxel^2 in the unit of a headline.
class HeadlineUnit {
 public:
  HeadlineUnit(double k_voxel2, const ImageReport& image, Axis direction, const std::optional<TradeUnitChoice>& units)
      : image_(image), direction_(direction), units_(units) {
    constexpr double many_millidarcy = 1e4;
    if (image.voxel_size_m && !units &&
        convert_permeability(k_voxel2, *image.voxel_size_m).millidarcy >= many_millidarcy)
      units_ = TradeUnitChoice{TradeUnit::darcy, {}};
    else if (image.voxel_size_m && !units)
      units_ = TradeUnitChoice{TradeUnit::millidarcy, {}};
  }

  TradeValue express(double k_voxel2) const {
    if (!image_.voxel_size_m || !units_) return {k_voxel2, {}, "voxel^2", "permeability", "permeability", "k", "", {}};
    return express_permeability(convert_permeability(k_voxel2, *image_.voxel_size_m).m2, 0, *units_,
                                image_.length_m(direction_));
  }

 private:
  const ImageReport& image_;
  Axis direction_;
  std::optional<TradeUnitChoice> units_;
};

}  // namespace

HeadlineWords headline_in_words(const Headline& headline, const ImageReport& image, Axis direction,
                                const std::optional<TradeUnitChoice>& units) {
  const HeadlineUnit unit(headline.permeability_voxel2, image, direction, units);
  const TradeValue k = unit.express(headline.permeability_voxel2);
  HeadlineWords words{k.label, k.unit, "infinite", "", "", ""};  // where the inverse of K is no number
  if (k.value) words.value = with_decimals(*k.value, 3 - power_of_ten(*k.value));
  if (headline.low_voxel2 && k.value) {
    const double value = *k.value;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double one = unit.express(*headline.low_voxel2).value.value_or(infinity);
    const double other = unit.express(*headline.high_voxel2).value.value_or(infinity);
    const double low = std::min(one, other);  // a resistance falls with K
    const double high = std::max(one, other);
    const double error = low < value && high > value ? std::min(value - low, high - value) : high - low;
    const int decimals = error > 0 ? decimals_of(error) : 4 - power_of_ten(value);
    words.value = with_decimals(value, decimals);
    words.interval = fmt::format("{} to {}", with_decimals(low, decimals),
                                 std::isfinite(high) ? with_decimals(high, decimals) : std::string("infinity"));
  }
  for (const IntervalPart& part : headline.parts) {
    const double share = part.cause == "iteration" ? part.two_sigma : std::expm1(part.two_sigma);
    words.causes += fmt::format("{}{} {}", words.causes.empty() ? "" : ", ", part.cause, share_in_words(share));
  }
  for (const std::string& cause : headline.unknown) words.unknown += (words.unknown.empty() ? "" : ", ") + cause;
  return words;
}

std::string interval_in_table(const std::optional<Headline>& headline, const std::optional<double>& voxel_size_m) {
  if (!headline || !headline->low_voxel2) return "-";
  ImageReport image;
  image.voxel_size_m = voxel_size_m;
  return headline_in_words(*headline, image, Axis::x, TradeUnitChoice{TradeUnit::millidarcy, {}}).interval;
}

std::string format_headline(const HeadlineWords& words) {
  const bool has_interval = !words.interval.empty();
  std::string text =
      summary_line(words.label, words.text() + (has_interval ? " in 95 of 100 cases" : ", without an interval"));
  std::string below = words.causes;
  if (!words.unknown.empty())
    below += (below.empty() ? "" : "; ") + ((has_interval ? "not in it: " : "not known: ") + words.unknown);
  return text + (below.empty() ? "" : summary_line("", below));
}

nlohmann::ordered_json describe_headline(const Headline& headline, const ImageReport& image,
                                         const HeadlineWords& words) {
  const auto in = [&](const std::optional<double>& k_voxel2, double PermeabilityUnits::*unit) {
    return k_voxel2 && image.voxel_size_m ? number_or_null(convert_permeability(*k_voxel2, *image.voxel_size_m).*unit)
                                          : Json(nullptr);
  };
  Json json = {{"text", words.text()}, {"value", words.value},   {"interval", text_or_null(words.interval)},
               {"unit", words.unit},   {"causes", words.causes}, {"unknown", text_or_null(words.unknown)}};
  const std::optional<double> k = headline.permeability_voxel2;
  for (const auto& [name, value] :
       {std::pair{"permeability", k}, {"low", headline.low_voxel2}, {"high", headline.high_voxel2}}) {
    json[std::string(name) + "_voxel2"] = number_or_null(value);
    json[std::string(name) + "_m2"] = in(value, &PermeabilityUnits::m2);
    json[std::string(name) + "_mD"] = in(value, &PermeabilityUnits::millidarcy);
  }
  json["parts"] = Json::array();
  for (const IntervalPart& part : headline.parts)
    json["parts"].push_back({{"cause", part.cause}, {"two_sigma", number_or_null(part.two_sigma)}});
  return json;
}

}  // namespace perm
