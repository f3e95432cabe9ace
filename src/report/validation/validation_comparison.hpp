// SPDX-License-Identifier: Apache-2.0
// What changed since an earlier validation: K of each case at each resolution then and now, and the verdicts that are
// others now. The earlier one is read from its validation.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "validation/cases/verdict.hpp"

namespace perm {

/// K of a case at one resolution, in the unit of its reference, then and now; absent where one of them was not solved.
struct ValueChange {
  std::string name;
  std::int64_t resolution{0};
  std::optional<double> then;
  std::optional<double> now;
  double iteration_errors{0};  ///< the sum of what both runs state

  /// Gives now over then, less 1; empty where one is absent.
  std::optional<double> change() const;
  /// Tells whether the change is more than both runs' iteration errors can make.
  bool is_beyond_iteration() const;
};

/// Whether a case passed, then and now; absent where it was not run.
struct VerdictChange {
  std::string name;
  std::optional<bool> then;
  std::optional<bool> now;
};

struct ValidationComparison {
  std::string file;
  std::string version;
  std::string commit;                   ///< empty where the earlier file does not say it
  std::vector<ValueChange> values;      ///< in the order of the cases now, then those of then only
  std::vector<VerdictChange> verdicts;  ///< only those that differ
};

/// Compares `cases` with the validation.json at `path`. Throws InputError when that cannot be read or is no such file.
ValidationComparison compare_with(const std::filesystem::path& path, const std::vector<validation::CaseResult>& cases);

/// Gives one line a value and one a verdict that changed.
std::string format_comparison(const ValidationComparison& comparison);

}  // namespace perm
