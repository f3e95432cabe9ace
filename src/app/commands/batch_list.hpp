// SPDX-License-Identifier: Apache-2.0
// Finds the images of a batch, in a table, a folder or by a pattern of names, and makes a row of each, or of each cube
// that is cut out of it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/options/batch_options.hpp"
#include "app/options/solve_options.hpp"
#include "core/errors.hpp"
#include "core/range.hpp"
#include "report/batch/batch_csv.hpp"

namespace perm {

/// A row that can be solved, unless row.problem says why not.
struct ListedRow {
  BatchRow row;
  SolveOptions options;
  std::optional<Error> error;  ///< what row.problem says
};

struct BatchList {
  std::vector<ListedRow> rows;
  BatchColumns columns;
};

/// Gives all rows of the list, in its order, with the options and keys of each. What is wrong with one row is its
/// problem; what is wrong with the list itself, or in the same way with every row, is thrown: InputError or UsageError.
BatchList list_rows(const BatchOptions& options);

/// Gives the boxes with these edges that fit into `extent`, one every `steps` voxels along x, then y, then z.
std::vector<std::array<Range, 3>> cut_tiles(const Extent& extent, const std::array<std::int64_t, 3>& edges,
                                            const std::array<std::int64_t, 3>& steps);

}  // namespace perm
