// SPDX-License-Identifier: Apache-2.0
#include "report/validation/validation_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/printable_text.hpp"
#include "core/version.hpp"
#include "input/csv_table.hpp"
#include "report/json_values.hpp"
#include "report/validation/figure_tables.hpp"
#include "validation/cases/case_list.hpp"
#include "validation/cases/parts.hpp"

namespace perm {
namespace {

using validation::CaseResult;
using validation::Check;
using validation::LevelResult;

std::string percent(double fraction) {
  constexpr double half_a_digit = 5e-5;
  return std::abs(fraction) < half_a_digit ? "0.00 %" : fmt::format("{:+.2f} %", 100 * fraction);
}

Json describe_level(const validation::Case& of, const LevelResult& level) {
  const auto known = std::ranges::find(of.levels, level.resolution, &validation::Level::resolution);
  const bool is_known = known != of.levels.end();
  Json json = {
      {"resolution", level.resolution},
      {"placements", level.placements},
      {"permeability", number_or_null(level.permeability)},
      {"error", number_or_null(level.error)},
      {"spread", number_or_null(level.spread)},
      {"equal_volume_error", number_or_null(level.equal_volume_error)},
      {"solid_fraction", number_or_null(level.solid_fraction)},
      {"iteration_error", number_or_null(level.iteration_error)},
      {"voxel_estimate", number_or_null(relative_of(level.voxel_estimate))},
      {"voxel_two_sigma", number_or_null(two_sigma_of(level.voxel_estimate))},
      {"seconds", number_or_null(level.seconds)},
      {"scheme_permeability", is_known && known->of_scheme ? Json(known->of_scheme->permeability) : Json(nullptr)},
      {"scheme_error", number_or_null(level.scheme_error)}};
  if (level.tensor && is_known && known->tensor) {
    json["tensor_voxel2"] = *level.tensor;
    json["known_tensor_voxel2"] = *known->tensor;
  }
  return json;
}

Json describe_check(const Check& check) {
  return {{"what", check.what},
          {"value", number_or_null(check.value)},
          {"uncertainty", number_or_null(check.uncertainty)},
          {"low", number_or_null(check.low)},
          {"limit", number_or_null(check.high)},
          {"reason", check.reason},
          {"outcome", check.outcome},
          {"passed", check.passed}};
}

Json describe_case(const CaseResult& result) {
  Json json = {{"name", result.of.name},
               {"group", result.of.group},
               {"title", result.of.title},
               {"part", to_string(result.of.part)},
               {"ratio", number_or_null(validation::ratio_of(result))},
               {"interval", nullptr},
               {"solid_fraction", number_or_null(result.of.solid_fraction)},
               {"series", nullptr},
               {"resolution_is", result.of.resolution_is},
               {"reference",
                {{"permeability", result.of.reference.permeability},
                 {"unit", result.of.reference.unit},
                 {"source", result.of.reference.source},
                 {"relative_error", result.of.reference.relative_error}}},
               {"levels", Json::array()},
               {"order_of_error", number_or_null(result.order_of_error)},
               {"observed_order", number_or_null(result.observed_order)},
               {"richardson", number_or_null(result.richardson)},
               {"richardson_error", number_or_null(result.richardson_error)},
               {"two_term", number_or_null(result.two_term)},
               {"two_term_error", number_or_null(result.two_term_error)},
               {"checks", Json::array()},
               {"passed", result.passed}};
  if (const auto interval = validation::interval_of(result)) json["interval"] = *interval;
  if (result.of.series)
    json["series"] = {{"permeability", result.of.series->permeability},
                      {"source", result.of.series->source},
                      {"difference", result.of.series->permeability / result.of.reference.permeability - 1}};
  for (const LevelResult& level : result.levels) json["levels"].push_back(describe_level(result.of, level));
  for (const Check& check : result.checks) json["checks"].push_back(describe_check(check));
  if (!result.of.compares_permeability()) {
    json["reference"]["permeability"] = nullptr;
    json["curves"] = describe_curves(result);
  }
  return json;
}

Json describe_comparison(const ValidationComparison& comparison) {
  Json json = {{"file", comparison.file},
               {"version", text_or_null(comparison.version)},
               {"commit", text_or_null(comparison.commit)},
               {"values", Json::array()},
               {"changed_verdicts", Json::array()}};
  for (const ValueChange& value : comparison.values)
    json["values"].push_back({{"case", value.name},
                              {"resolution", value.resolution},
                              {"then", number_or_null(value.then)},
                              {"now", number_or_null(value.now)},
                              {"change", number_or_null(value.change())},
                              {"beyond_iteration_error", value.is_beyond_iteration()}});
  const auto verdict = [](const std::optional<bool>& passed) { return passed ? Json(*passed) : Json(nullptr); };
  for (const VerdictChange& change : comparison.verdicts)
    json["changed_verdicts"].push_back(
        {{"case", change.name}, {"passed_then", verdict(change.then)}, {"passed_now", verdict(change.now)}});
  return json;
}

/// Gives "1.62 % +- 0.1 %, limit 3.5 %" or "0.0018, from 0.0016 to 0.002", or the reason why neither is known.
std::string value_of(const Check& check) {
  if (!check.value) return check.outcome;
  const bool is_error = check.what.find("error") == 0;
  const std::string unit = is_error ? " %" : "";
  const double scale = is_error ? 100 : 1;
  std::string text = fmt::format("{:.4g}{}", scale * *check.value, unit);
  if (check.uncertainty > 0) text += fmt::format(" +- {:.2g}{}", scale * check.uncertainty, unit);
  if (is_error) return text + fmt::format(", limit {:.3g} %", scale * check.high);
  return text + fmt::format(", from {:.4g} to {:.4g}", check.low, check.high);
}

/// Gives three lines, each with a row of the tensor that was found and of the known one.
std::string format_tensor(const validation::Case& of, const LevelResult& level) {
  const auto known = std::ranges::find(of.levels, level.resolution, &validation::Level::resolution);
  std::string text = "  tensor, voxel^2: found, and known\n";
  for (std::size_t i = 0; i < 3; ++i) {
    text += " ";
    for (const auto* tensor : {&*level.tensor, &*known->tensor}) {
      for (const double component : (*tensor)[i]) text += fmt::format(" {:>11.6f}", component);
      text += "   ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string csv_number(const std::optional<double>& value) { return value ? fmt::format("{:.8g}", *value) : ""; }

}  // namespace

int ValidationReport::count_passed() const {
  return static_cast<int>(std::count_if(cases.begin(), cases.end(), [](const CaseResult& one) { return one.passed; }));
}

bool ValidationReport::is_scheme_of_the_limits() const {
  return settings.collision == Collision::trt && settings.magic == SolverSettings{}.magic;
}

std::string format_validation_head() {
  return "K of each case against its reference, the mean over several placements of the geometry on the voxel grid and "
         "their spread.\nSolid walls have the nominal radius; \"equal volume\" is the error against the reference for "
         "the solid volume that the voxels have, and \"estimated\" what the flow itself says of its voxels, with two "
         "sigma.\nA mean breaks a limit when it is beyond it by more than twice its "
         "standard error. Two terms: extrapolated with an error of first and one of second order.\nThe scheme's own K "
         "is what trt with magic 3/16 gives on the same voxels without any error of the iteration.\n";
}

std::string format_case(const CaseResult& result) {
  const validation::Case& of = result.of;
  std::string text = fmt::format("\n{}  {}\n", result.passed ? "pass" : "FAIL", of.title);
  if (of.compares_permeability())
    text += fmt::format("  reference  {:.6g} {} (+- {:.3g} %; {})\n", of.reference.permeability, of.reference.unit,
                        100 * of.reference.relative_error, of.reference.source);
  else
    text += fmt::format("  reference  {}\n", of.reference.source);
  if (of.series)
    text += fmt::format("  series     {:.6g}, {:+.1e} from the reference ({})\n", of.series->permeability,
                        of.series->permeability / of.reference.permeability - 1, of.series->source);
  for (const LevelResult& level : result.levels) {
    text += fmt::format("  {:>5} {}  K {:.6g}  error {}", level.resolution, of.resolution_is, level.permeability,
                        percent(level.error));
    if (level.placements > 1 && !level.tensor)
      text += fmt::format("  spread {:.2f} % of {}", 100 * level.spread, level.placements);
    if (level.equal_volume_error) text += fmt::format("  equal volume {}", percent(*level.equal_volume_error));
    if (level.voxel_estimate && !level.tensor)
      text += fmt::format("  estimated {} +- {:.2f} %", percent(level.voxel_estimate->relative),
                          100 * level.voxel_estimate->two_sigma);
    text += "\n";
    if (level.tensor) text += format_tensor(of, level);
  }
  std::vector<std::string> orders;
  if (result.order_of_error) orders.push_back(fmt::format("order of the error {:.2f}", *result.order_of_error));
  if (result.levels.size() > 2)
    orders.push_back(result.observed_order ? fmt::format("observed order {:.2f}", *result.observed_order)
                                           : std::string("observed order not defined"));
  if (result.richardson)
    orders.push_back(
        fmt::format("Richardson value {:.6g}, error {}", *result.richardson, percent(*result.richardson_error)));
  if (result.two_term)
    orders.push_back(fmt::format("two terms {:.6g}, error {}", *result.two_term, percent(*result.two_term_error)));
  if (!orders.empty()) text += fmt::format("  {}\n", fmt::join(orders, "; "));
  std::string reason;
  for (const Check& check : result.checks) {
    text += fmt::format("  {:<6} {}: {}\n",
                        !check.passed ? "FAIL"
                        : check.value ? "pass"
                                      : "open",
                        check.what, value_of(check));
    if (check.reason != reason) text += fmt::format("         ({})\n", check.reason);
    reason = check.reason;
  }
  return text;
}

std::string format_validation_end(const ValidationReport& report) {
  std::string text = fmt::format("\n{} of {} cases passed, {}, on {}.\n", report.count_passed(), report.cases.size(),
                                 to_string(report.thoroughness), report.device);
  for (const CaseResult& result : report.cases)
    if (!result.passed) text += fmt::format("  failed: {} ({})\n", result.of.name, result.of.title);
  const std::vector<validation::PartSummary> parts = validation::count_parts(report.cases);
  if (!parts.empty()) text += "\nComputed over reference, at each case's finest; the limits are the program's own:\n";
  for (const validation::PartSummary& part : parts)
    text += fmt::format("  {:<15} bias {}, spread {}; {} of {} cases inside the limits\n", to_string(part.part),
                        part.solved > 0 ? percent(part.bias) : "-",
                        part.solved > 1 ? fmt::format("{:.2f} %", 100 * part.spread) : "-", part.inside, part.cases);
  for (const SkippedCases& skipped : report.skipped)
    text += fmt::format("  skipped cases: {} ({})\n", skipped.cases.size(), printable_line(skipped.why));
  if (!report.is_scheme_of_the_limits())
    text += fmt::format(
        "The limits are those of trt with magic 3/16. This run was made with {}, which puts the walls elsewhere: what "
        "failed tells how far, and not that the program is wrong.\n",
        report.settings.collision == Collision::trt ? fmt::format("magic {:g}", report.settings.magic)
                                                    : std::string(to_string(report.settings.collision)));
  return text;
}

std::string format_validation_json(const ValidationReport& report) {
  Json json = {{"schema_version", 1},
               {"kind", "validation"},
               {"version", version()},
               {"commit", commit().empty() ? Json(nullptr) : Json(commit())},
               {"command_line", report.command_line},
               {"device", report.device},
               {"ranks", report.ranks},
               {"precision", to_string(report.settings.precision)},
               {"collision", to_string(report.settings.collision)},
               {"magic", report.settings.collision == Collision::trt ? Json(report.settings.magic) : Json(nullptr)},
               {"limits_hold_for", {{"collision", "trt"}, {"magic", SolverSettings{}.magic}}},
               {"has_scheme_of_the_limits", report.is_scheme_of_the_limits()},
               {"tolerance", report.tolerance},
               {"seconds", report.seconds},
               {"mode", to_string(report.thoroughness)},
               {"resolutions", validation::resolutions(report.thoroughness)},
               {"passed", report.passed()},
               {"parts", Json::array()},
               {"cases", Json::array()},
               {"skipped", Json::array()},
               {"not_validated", validation::not_validated()}};
  for (const validation::PartSummary& part : validation::count_parts(report.cases))
    json["parts"].push_back({{"part", to_string(part.part)},
                             {"cases", part.cases},
                             {"solved", part.solved},
                             {"inside", part.inside},
                             {"bias", part.solved > 0 ? Json(part.bias) : Json(nullptr)},
                             {"spread", part.solved > 1 ? Json(part.spread) : Json(nullptr)}});
  json["compared_with"] = report.comparison ? describe_comparison(*report.comparison) : Json(nullptr);
  for (const SkippedCases& skipped : report.skipped)
    json["skipped"].push_back({{"image", skipped.image}, {"why", skipped.why}, {"cases", skipped.cases}});
  for (const CaseResult& result : report.cases) json["cases"].push_back(describe_case(result));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string format_validation_csv(const ValidationReport& report) {
  std::string text =
      "case,resolution,placements,permeability,unit,reference,error,spread,equal_volume_error,iteration_error,"
      "voxel_estimate,voxel_two_sigma,"
      "order_of_error,observed_order,richardson_error,two_term_error,passed,version,commit,device,ranks,precision,"
      "collision,magic,tolerance\n";
  for (const CaseResult& result : report.cases)
    for (const LevelResult& level : result.levels)
      text += fmt::format(
          "{},{},{},{:.8g},{},{:.8g},{:.5g},{:.3g},{},{:.3g},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:g}"
          "\n",
          csv_cell(result.of.name), level.resolution, level.placements, level.permeability,
          csv_cell(result.of.reference.unit), result.of.reference.permeability, level.error, level.spread,
          csv_number(level.equal_volume_error), level.iteration_error, csv_number(relative_of(level.voxel_estimate)),
          csv_number(two_sigma_of(level.voxel_estimate)), csv_number(result.order_of_error),
          csv_number(result.observed_order), csv_number(result.richardson_error), csv_number(result.two_term_error),
          result.passed ? "yes" : "no", csv_cell(version()), csv_cell(commit()), csv_cell(report.device), report.ranks,
          to_string(report.settings.precision), to_string(report.settings.collision),
          report.settings.collision == Collision::trt ? fmt::format("{}", report.settings.magic) : "",
          report.tolerance);
  return text;
}

}  // namespace perm
