// SPDX-License-Identifier: Apache-2.0
#include "report/answers/answers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/units.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/headline_report.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

constexpr const char* not_known = "-";

/// What stands between the axis and the stop.
struct BriefNumber {
  std::string value{not_known};
  std::string low{not_known};
  std::string high{not_known};
  std::string unit;
};

/// Gives K without its interval.
BriefNumber plain_number(const FlowReport& flow, const ImageReport& image,
                         const std::optional<TradeUnitChoice>& units) {
  BriefNumber number;
  const auto& k = flow.result.permeability_voxel2;
  number.unit = "voxel^2";
  if (k) number.value = fmt::format("{:.5g}", *k);
  if (!units || !image.voxel_size_m) return number;
  const TradeValue in_unit = express_permeability(convert_permeability(k.value_or(1), *image.voxel_size_m).m2, 0,
                                                  *units, image.length_m(flow.result.direction));
  number.unit = in_unit.unit;
  if (k) number.value = in_unit.value ? fmt::format("{:.5g}", *in_unit.value) : "infinite";
  return number;
}

/// Puts a headline in place of a number.
BriefNumber number_of(const std::optional<Headline>& headline, BriefNumber number, const FlowReport& flow,
                      const ImageReport& image, const std::optional<TradeUnitChoice>& units) {
  if (!headline) return number;
  const HeadlineWords words = headline_in_words(*headline, image, flow.result.direction, units);
  number.value = words.value;
  if (const std::size_t middle = words.interval.find(" to "); middle != std::string::npos) {
    number.low = words.interval.substr(0, middle);
    number.high = words.interval.substr(middle + 4);
  }
  return number;
}

std::string line_of(Axis direction, const BriefNumber& number, const std::string& end) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", axis_letter(direction), number.value, number.low, number.high,
                     number.unit, end);
}

}  // namespace

std::string object_in_ascii(const std::string& json) { return Json::parse(json).dump(2, ' ', true) + "\n"; }

std::string format_brief(const RunReport& report, const std::optional<TradeUnitChoice>& units) {
  std::string text;
  for (const FlowReport& flow : report.flows) {
    auto unit = unit_along(units, report.image.extent, flow.result.direction, report.flows.size());
    if (!unit && report.image.voxel_size_m) unit = TradeUnitChoice{TradeUnit::millidarcy, {}};
    const BriefNumber k = number_of(flow.headline, plain_number(flow, report.image, unit), flow, report.image, unit);
    text += line_of(flow.result.direction, k, to_string(flow.result.stop));
    if (report.gas) {
      const BriefNumber of_gas = number_of(gas_headline(flow.headline, flow.gas), {}, flow, report.image, unit);
      text += fmt::format("\t{}\t{}\t{}", of_gas.value, of_gas.low, of_gas.high);
    }
    text += "\n";
  }
  return text;
}

std::string format_brief(const ConductReport& report) {
  std::string text;
  for (const Conducted& conducted : report.directions) {
    const double two_sigma = 2 * deviation(conducted, [](double d) { return 1 / d; });
    const double value = 1 / conducted.value;
    const auto show = [](double number) {
      return std::isfinite(number) ? fmt::format("{:.6g}", number) : std::string("infinite");
    };
    BriefNumber number;
    number.unit = "formation_factor";
    number.value = show(value);
    if (conducted.cells > 0) {
      number.low = show(conducted.has_bounds() ? 1 / conducted.upper : value - two_sigma);
      number.high = show(conducted.has_bounds() ? 1 / conducted.lower : value + two_sigma);
    }
    const char* end = conducted.cells == 0 ? "not_percolating" : conducted.is_done ? "converged" : "not_converged";
    text += line_of(conducted.direction, number, end) + "\n";
  }
  return text;
}

}  // namespace perm
