// SPDX-License-Identifier: Apache-2.0
// The tables of a batch. batch.csv has a row an image and holds nothing that differs between runs of the same images;
// batch-times.csv has what does. result.csv is the row of a run that stands alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/batch/batch_row.hpp"
#include "report/run_files.hpp"

namespace perm {

/// Which columns there are besides those that are always there. It follows from the whole list alone, so that every
/// shard has the same columns.
struct BatchColumns {
  bool three_directions{false};  ///< columns for x, y and z, with the letter before the name
  bool units{false};             ///< K in the unit of a trade
  bool error_budget{false};      ///< its parts
  bool conduction{false};        ///< formation factor and tortuosity
  bool gas{false};               ///< K of a gas
};

/// A row and its outcome.
struct BatchEntry {
  const BatchRow* row{nullptr};
  const BatchOutcome* outcome{nullptr};
};

/// Gives the warnings of a result, and those of the gas of its row.
std::vector<std::string> warnings_of(const BatchRow& row, const BatchResult& result);

std::string format_batch_csv(std::span<const BatchEntry> entries, const BatchColumns& columns);
/// Gives result.csv: the head, and one row for a run that stands alone, with the columns of batch.csv that say what the
/// image gave, then the tensor in m^2 (voxel^2 without a voxel size), how many warnings there are, and the program.
std::string format_result_csv(const RunReport& report, const RunOutput& output);
std::string format_batch_times_csv(std::span<const BatchEntry> entries);

/// What batch.json says of the tables in its folder.
struct BatchOrigin {
  std::string list_path;
  std::vector<std::string> command_line;
  std::vector<std::int64_t> tile_edges;  ///< in voxels; empty: images are solved whole, and there is no tiles.csv
};

std::string format_batch_json(const BatchOrigin& origin);

}  // namespace perm
