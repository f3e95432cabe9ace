// SPDX-License-Identifier: Apache-2.0
// The page of a batch: K against porosity, where each point leads to its row, K against the size of tiles, and all
// rows. It needs no other file, and holds nothing that differs from one run to the next.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/batch/batch_csv.hpp"
#include "report/batch/tile_table.hpp"

namespace perm {

inline constexpr const char* batch_page_file = "index.html";

/// Gives the page. `table` is the name of the table beside it. Of many rows it shows the first
/// ten thousand, and says so.
std::string format_batch_page(std::span<const BatchEntry> entries, const std::vector<TileGroup>& tiles,
                              const std::string& table);

}  // namespace perm
