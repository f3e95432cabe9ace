// SPDX-License-Identifier: Apache-2.0
// The results of `bench --streaming`: a table for a person, streaming.csv and streaming.json.
#pragma once

#include <string>
#include <vector>

#include "streaming/streaming_study.hpp"

namespace perm {

struct StreamingReport {
  SolverSettings settings;
  std::string device;  ///< "NVIDIA H200"
  std::string date;    ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  std::vector<StudyRow> rows;
};

/// Gives the head of the table, and the line of each row, which can be printed as soon as it is measured.
std::string format_streaming_head(const StreamingReport& report);
std::string format_streaming_line(const StudyRow& row);
/// Says what the columns mean, and which scheme is fastest in each box.
std::string format_streaming_foot(const StreamingReport& report);

/// Gives a line for each row, with date, commit and device. A box that does not fit has no speed.
std::string format_streaming_csv(const StreamingReport& report);
std::string format_streaming_json(const StreamingReport& report);

}  // namespace perm
