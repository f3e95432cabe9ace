// SPDX-License-Identifier: Apache-2.0
#include "report/validation/figure_tables.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/version.hpp"
#include "input/csv_table.hpp"

namespace perm {
namespace {

std::string number_or_nothing(const std::optional<double>& value) { return value ? fmt::format("{:.8g}", *value) : ""; }

}  // namespace

std::string format_figures_csv(std::span<const validation::CaseResult> cases) {
  std::string text = "case,figure,value,uncertainty,low,high,passed,outcome,reason,source,version,commit\n";
  for (const validation::CaseResult& result : cases) {
    if (result.of.compares_permeability()) continue;
    for (const validation::Check& check : result.checks)
      text += fmt::format(
          "{},{},{},{:.3g},{:.8g},{:.8g},{},{},{},{},{},{}\n", csv_cell(result.of.name), csv_cell(check.what),
          number_or_nothing(check.value), check.uncertainty, check.low, check.high,
          !check.passed ? "no"
          : check.value ? "yes"
                        : "open",
          csv_cell(check.outcome), csv_cell(check.reason), csv_cell(result.of.reference.source), version(), commit());
  }
  return text;
}

std::string format_curves_csv(std::span<const validation::CaseResult> cases) {
  std::string text = "case,curve,x_is,y_is,x,y,reference,low,high\n";
  for (const validation::CaseResult& result : cases)
    for (const validation::ResultCurve& curve : result.curves)
      for (const validation::ResultPoint& point : curve.points)
        text += fmt::format("{},{},{},{},{:.8g},{:.8g},{},{},{}\n", csv_cell(result.of.name), csv_cell(curve.name),
                            csv_cell(curve.x_is), csv_cell(curve.y_is), point.x, point.y,
                            number_or_nothing(point.reference), number_or_nothing(point.low),
                            number_or_nothing(point.high));
  return text;
}

Json describe_curves(const validation::CaseResult& result) {
  Json curves = Json::array();
  for (const validation::ResultCurve& curve : result.curves) {
    Json points = Json::array();
    for (const validation::ResultPoint& point : curve.points)
      points.push_back({{"x", number_or_null(point.x)},
                        {"y", number_or_null(point.y)},
                        {"reference", number_or_null(point.reference)},
                        {"low", number_or_null(point.low)},
                        {"high", number_or_null(point.high)}});
    curves.push_back({{"name", curve.name}, {"x_is", curve.x_is}, {"y_is", curve.y_is}, {"points", std::move(points)}});
  }
  return curves;
}

}  // namespace perm
