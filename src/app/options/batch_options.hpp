// SPDX-License-Identifier: Apache-2.0
// The options of `batch`: those of solve, which a row of the list may change, and those of the whole batch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/options/checkpoint_options.hpp"
#include "app/options/command.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Part number `part` of `parts`, counted from 1.
struct Shard {
  std::int64_t part{1};
  std::int64_t parts{1};
};

/// Cubes that are cut out of an image: edges, and the distance from one to the next.
struct TileChoice {
  std::vector<std::int64_t> edges;  ///< empty: images are solved whole
  std::int64_t step{0};             ///< 0: each edge is its own step
};

struct BatchOptions {
  std::string list;  ///< LIST.csv, a folder, a pattern of names, or one image
  std::filesystem::path output;
  Overwrite overwrite{Overwrite::own_files};
  TileChoice tiles;
  Shard shard;
  bool merges{false};  ///< --merge: nothing is solved
  std::optional<ReportFiles> report;
  CheckpointOptions checkpoint;
  Talk talk{Talk::normal};
  int threads{1};                         ///< of all rows together
  GivenOptions of_rows;                   ///< options of solve that hold for rows without a value of their own
  std::vector<std::string> command_line;  ///< words that repeat the batch
};

std::vector<OptionGroup> batch_option_groups();

/// Reads these options. Throws UsageError and InputError.
BatchOptions read_batch_options(const OptionValues& values);

/// Gives the options of solve that a column of the list may be.
std::vector<Option> row_options();

/// Throws UsageError, which names the column, where it is none of these options.
void require_row_option(const std::string& column, const std::string& list);

/// Gives the options of a row: its own, and those of all rows where it has none. A row that says in one way which
/// voxels are pore, or how the image is resampled, drops what all rows say in another way.
OptionValues values_of_row(const GivenOptions& of_row, const GivenOptions& of_rows);

/// Gives all options on which the numbers of a row depend and that are not their default, in words; equal words on the
/// same image give equal results.
std::string key_of_row(const OptionValues& values);

}  // namespace perm
