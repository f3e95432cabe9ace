// SPDX-License-Identifier: Apache-2.0
// Solved flows in a file, one line of JSON each, written as soon as a flow is done. A stopped sweep or validation goes
// on from these files, and processes tell each other in these lines what they have solved. Lattice units.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "darcy/tasks/flow_task.hpp"
#include "report/record_file.hpp"

namespace perm {

/// Holds records by the key of their task (describe_task).
using FlowRecords = std::map<std::string, FlowRecord>;

/// Gives one line with its line end; it contains the version and commit of this program. A number that is not finite
/// becomes null.
std::string format_flow_record(const std::string& task, const FlowRecord& record);

/// Adds the lines of `text` to `records`. It skips lines of another version and lines that are not whole, because a run
/// may be stopped while it writes.
void read_flow_records(const std::string& text, FlowRecords& records);
/// Reads every file of records in `folder`; gives no records when there is no such folder.
FlowRecords read_flow_records(const std::filesystem::path& folder);

/// The file in which one process (`rank`) keeps its records, "solved-<rank>.jsonl".
class FlowRecordFile : public RecordFile {
 public:
  FlowRecordFile(const std::filesystem::path& folder, int rank);
};

}  // namespace perm
