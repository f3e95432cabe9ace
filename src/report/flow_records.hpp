// SPDX-License-Identifier: Apache-2.0
// Solved flows in files of an output folder, "solved-<rank>.jsonl", from which a stopped sweep or validation goes on
// (kept_records.hpp). Lattice units.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "run/flow_record.hpp"

namespace perm {

/// Holds records by their keys, which name everything that decides the flow.
using FlowRecords = std::map<std::string, FlowRecord>;

/// Gives one line with its line end. A number that is not finite becomes null.
std::string format_flow_record(const std::string& key, const FlowRecord& record);

/// Adds the lines of `text` to `records`, and skips those that are not whole or of another version. A line without
/// conduction does not replace one with it, whichever comes first.
void read_flow_records(const std::string& text, FlowRecords& records);
/// Gives the lines of every file of records in `folder`; none where there is no such folder.
std::string flow_record_text(const std::filesystem::path& folder);

/// Gives the file in which the process `rank` keeps its records.
std::filesystem::path flow_record_file(const std::filesystem::path& folder, int rank);

}  // namespace perm
