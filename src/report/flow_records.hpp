// SPDX-License-Identifier: Apache-2.0
// Solved flows in a file, a line of JSON each, written as soon as a flow is done: what a stopped sweep or validation
// goes on from, and how processes tell each other what they have solved.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "darcy/flow_task.hpp"

namespace perm {

/// Records by what describe_task says of their task.
using FlowRecords = std::map<std::string, FlowRecord>;

/// One line, with its end; the version and commit of this program are part of it.
std::string format_flow_record(const std::string& task, const FlowRecord& record);

/// Adds the lines of `text` to `records`. Lines of another version, and what is not whole (a run may end anywhere), are
/// passed over.
void read_flow_records(const std::string& text, FlowRecords& records);
/// The same for every file of records in `folder`; none, where there is no such folder.
FlowRecords read_flow_records(const std::filesystem::path& folder);

/// Appends to the file of records of one process.
class FlowRecordFile {
 public:
  FlowRecordFile(const std::filesystem::path& folder, int rank);
  /// Throws InputError when it cannot be written.
  void append(const std::string& line);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace perm
