// SPDX-License-Identifier: Apache-2.0
// The outcomes of rows in files, one line of JSON each, written as soon as a row is done: rows.jsonl, and one file a
// shard. A batch that was stopped goes on from these files, whoever wrote them.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "report/batch/batch_row.hpp"

namespace perm {

/// Holds outcomes by the keys of their rows.
using RowRecords = std::map<std::string, BatchOutcome>;

/// Gives one line with its line end, which names the version and commit of this program.
std::string format_row_record(const std::string& key, const BatchOutcome& outcome);

/// Adds the lines of `text`. It skips lines of another version and lines that are not whole, because a batch may be
/// killed while it writes. A result stays where an error follows it.
void read_row_records(const std::string& text, RowRecords& records);
/// Reads every file of rows in `folder`; gives none where there is no such folder.
RowRecords read_row_records(const std::filesystem::path& folder);

}  // namespace perm
