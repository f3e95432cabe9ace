// SPDX-License-Identifier: Apache-2.0
// The outcomes of rows in files, rows.jsonl and one a shard, from which a batch that was stopped goes on, whoever wrote
// them (kept_records.hpp).
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "report/batch/batch_row.hpp"

namespace perm {

/// Holds outcomes by the keys of their rows.
using RowRecords = std::map<std::string, BatchOutcome>;

/// Gives one line with its line end.
std::string format_row_record(const std::string& key, const BatchOutcome& outcome);

/// Adds the lines of `text`, and skips those that are not whole or of another version. A result stays where an error
/// follows it.
void read_row_records(const std::string& text, RowRecords& records);
/// Gives the lines of every file of rows in `folder`; none where there is no such folder.
std::string row_record_text(const std::filesystem::path& folder);

}  // namespace perm
