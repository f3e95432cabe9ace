// SPDX-License-Identifier: Apache-2.0
// conduction.json is the record of a `conduct` run for programs, by the rules of result.json: keys are a promise, and
// what does not exist is null. An infinite formation factor is null, beside a relative conductivity of 0.
#pragma once

#include <string>

#include "report/conduct/conduct_words.hpp"
#include "report/run_files.hpp"
#include "run/conduct.hpp"

namespace perm {

inline constexpr int conduction_schema_version = 1;

/// Gives the text of conduction.json, with a newline at its end. Of `output` the command line, the path of the input,
/// the time and the host are used.
std::string format_conduction_json(const ConductReport& report, const ConductWords& words, const RunOutput& output);

/// Gives conduction.csv: the head, and one row, with the columns that batch.csv has of conduction. Those of several
/// directions begin with the letter of theirs.
std::string format_conduction_csv(const ConductReport& report, const RunOutput& output);

}  // namespace perm
