// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertia_case.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perm::validation {
namespace {

Check without_value(std::string what, const Allowed& allowed, std::string outcome) {
  Check check;
  check.what = std::move(what);
  check.low = allowed.low;
  check.high = allowed.high;
  check.reason = allowed.reason;
  check.outcome = std::move(outcome);
  return check;
}

}  // namespace

Check hold_figure(std::string what, double value, const Allowed& allowed) {
  if (!std::isfinite(value)) return miss_figure(std::move(what), allowed, "it is not finite");
  Check check = without_value(std::move(what), allowed, "");
  check.value = value;
  check.passed = value >= allowed.low && value <= allowed.high;
  return check;
}

Check leave_figure_open(std::string what, const Allowed& allowed, std::string outcome) {
  Check check = without_value(std::move(what), allowed, std::move(outcome));
  check.passed = true;
  return check;
}

Check miss_figure(std::string what, const Allowed& allowed, std::string outcome) {
  return without_value(std::move(what), allowed, std::move(outcome));
}

CaseResult run_case(const InertiaCase& one, const InertiaMachine& machine) {
  CaseResult result;
  result.of.name = one.name;
  result.of.group = one.group;
  result.of.title = one.title;
  result.of.reference.source = one.source;
  result.of.part = one.part;
  InertiaOutcome outcome = one.run(machine);
  result.checks = std::move(outcome.figures);
  result.curves = std::move(outcome.curves);
  result.passed = !result.checks.empty() && std::ranges::all_of(result.checks, &Check::passed);
  return result;
}

}  // namespace perm::validation
