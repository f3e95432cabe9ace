// SPDX-License-Identifier: Apache-2.0
// A flow with inertia, or several that belong together, which is judged as a whole: by figures (a drag, an exponent, a
// difference) that must lie between limits, each with its reason. Where validation_case.hpp compares K at resolutions,
// a case here solves what it wants and says what came out. Figures and curves are those of verdict.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "solver/cell/settings.hpp"
#include "validation/cases/verdict.hpp"

namespace perm::validation {

inline constexpr const char* inertia_group = "inertia";
inline constexpr const char* thermal_group = "thermal";  ///< a gas that convects

/// What the command line chose, and how a case says what it does. A case may set another precision, where what it
/// measures needs it; it must keep device and collision, and magic too where it does not say why.
struct InertiaMachine {
  SolverSettings solver;
  std::int64_t max_steps{1'000'000};                     ///< of each flow
  Communicator processes;                                ///< share the work of each flow; every case is collective
  std::function<void(const std::string& flow)> begin{};  ///< is told what is solved next; may be empty

  void tell(const std::string& flow) const {
    if (begin) begin(flow);
  }
};

/// What came out of a case, the same on every process. A case without figures fails.
struct InertiaOutcome {
  std::vector<Check> figures;
  std::vector<ResultCurve> curves;
};

struct InertiaCase {
  std::string name;  ///< the group, "-" and more, without blanks
  std::string group{inertia_group};
  std::string title;
  std::string source;  ///< of what the figures are compared with: author, year, equation, or the law that must hold
  Part part{Part::exact};
  std::function<InertiaOutcome(const InertiaMachine&)> run;
};

/// What a figure is held against: low <= value <= high.
struct Allowed {
  double low{0};
  double high{0};
  std::string reason;
};

/// Gives a figure with its verdict; one that is not finite fails. A `what` that begins with "error" is shown in per
/// cent.
Check hold_figure(std::string what, double value, const Allowed& allowed);
/// Gives a figure that has no value, because of `outcome`, and passes ("open"): where nature leaves nothing to measure,
/// as in a flow that is not steady.
Check leave_figure_open(std::string what, const Allowed& allowed, std::string outcome);
/// Gives a figure that has no value, because of `outcome`, and fails: where a flow was not solved.
Check miss_figure(std::string what, const Allowed& allowed, std::string outcome);

/// Runs a case and judges it: all its figures must pass. Collective. Throws what solving throws.
CaseResult run_case(const InertiaCase& one, const InertiaMachine& machine);

}  // namespace perm::validation
