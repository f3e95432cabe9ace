// SPDX-License-Identifier: Apache-2.0
#include "report/validation/validation_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.hpp"
#include "core/printable_text.hpp"
#include "core/text_file.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

Json read_earlier(const std::filesystem::path& path) {
  const std::string text = read_text_file(path, "the earlier validation");
  try {
    Json json = Json::parse(text);
    if (json.at("kind") == "validation" && json.at("cases").is_array()) return json;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // the error below says what it is not
  }
  throw InputError(fmt::format("'{}' is no earlier validation", path.string()),
                   "it does not hold what validate writes into validation.json",
                   "Give --compare the validation.json of an earlier run");
}

std::optional<double> number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string text_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Adds what an earlier case gave to the values and verdicts that are listed already.
void add_earlier(const Json& one, ValidationComparison& comparison) {
  const std::string name = text_of(one, "name");
  const auto passed = one.find("passed");
  if (passed != one.end() && passed->is_boolean()) {
    auto verdict = std::ranges::find(comparison.verdicts, name, &VerdictChange::name);
    if (verdict == comparison.verdicts.end()) verdict = comparison.verdicts.insert(verdict, {name, {}, {}});
    verdict->then = passed->get<bool>();
  }
  const auto levels = one.find("levels");
  if (levels == one.end() || !levels->is_array()) return;
  for (const Json& level : *levels) {
    const auto resolution = number_of(level, "resolution");
    if (!resolution) continue;
    const auto at = static_cast<std::int64_t>(*resolution);
    auto value = std::ranges::find_if(
        comparison.values, [&](const ValueChange& known) { return known.name == name && known.resolution == at; });
    if (value == comparison.values.end()) value = comparison.values.insert(value, {name, at, {}, {}, 0});
    value->then = number_of(level, "permeability");
    value->iteration_errors += number_of(level, "iteration_error").value_or(0);
  }
}

std::string value_or_dash(const std::optional<double>& value) { return value ? fmt::format("{:.8g}", *value) : "-"; }

const char* verdict_name(const std::optional<bool>& passed) {
  return !passed ? "not run" : *passed ? "passed" : "failed";
}

}  // namespace

std::optional<double> ValueChange::change() const {
  if (!then || !now || *then == 0) return {};
  return *now / *then - 1;
}

bool ValueChange::is_beyond_iteration() const {
  const auto by = change();
  return by && std::abs(*by) > iteration_errors;
}

ValidationComparison compare_with(const std::filesystem::path& path, const std::vector<validation::CaseResult>& cases) {
  const Json earlier = read_earlier(path);
  ValidationComparison comparison{path.string(), text_of(earlier, "version"), text_of(earlier, "commit"), {}, {}};
  for (const validation::CaseResult& result : cases) {
    comparison.verdicts.push_back({result.of.name, {}, result.passed});
    for (const validation::LevelResult& level : result.levels)
      comparison.values.push_back({result.of.name, level.resolution, {}, level.permeability, level.iteration_error});
  }
  for (const Json& one : earlier["cases"])
    if (one.is_object()) add_earlier(one, comparison);
  std::erase_if(comparison.verdicts, [](const VerdictChange& verdict) { return verdict.then == verdict.now; });
  return comparison;
}

std::string format_comparison(const ValidationComparison& comparison) {
  const auto both =
      std::ranges::count_if(comparison.values, [](const auto& value) { return value.change().has_value(); });
  const auto beyond = std::ranges::count_if(comparison.values, &ValueChange::is_beyond_iteration);
  std::string text = fmt::format(
      "\nAgainst {} (version {}{}): {} of {} values changed by more than the iteration errors, {} verdicts changed.\n"
      "  {:<20} {:>6} {:>14} {:>14} {:>10}\n",
      printable_line(comparison.file), printable_line(comparison.version),
      comparison.commit.empty() ? "" : ", commit " + printable_line(comparison.commit), beyond, both,
      comparison.verdicts.size(), "case", "voxels", "then", "now", "change");
  for (const ValueChange& value : comparison.values) {
    const auto change = value.change();
    text += fmt::format("  {:<20} {:>6} {:>14} {:>14} {:>10}{}\n", printable_line(value.name), value.resolution,
                        value_or_dash(value.then), value_or_dash(value.now),
                        change ? fmt::format("{:+.1e}", *change) : "-", value.is_beyond_iteration() ? "  changed" : "");
  }
  for (const VerdictChange& verdict : comparison.verdicts)
    text += fmt::format("  {}: {} then, {} now\n", printable_line(verdict.name), verdict_name(verdict.then),
                        verdict_name(verdict.now));
  return text;
}

}  // namespace perm
