// SPDX-License-Identifier: Apache-2.0
// The order in which a CPU steps the groups of a domain: those at its boundary first, so that their messages travel
// while the others are stepped.
#pragma once

#include <cstdint>
#include <vector>

#include "core/range.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// Ranges of groups in order. Groups of the halo beyond the last own plane are in none of them, because nobody needs
/// them.
struct GroupCut {
  std::vector<Range> boundary;  ///< groups with a cell at a face, and with copies of a neighbour's cells
  /// The others, in as many parts as there are axes that are cut (one where none is).
  std::vector<std::vector<Range>> interior;
};

/// `group_cells` cells a group; borders fall on multiples of `unit` groups.
GroupCut cut_groups(const Domain& domain, const Occupancy& occupancy, std::int64_t group_cells, std::int64_t unit);

/// The part of `ranges` that thread `thread` of `team` gets; the parts are as equal as possible.
std::vector<Range> part_of(const std::vector<Range>& ranges, std::int64_t thread, std::int64_t team);

}  // namespace perm
