// SPDX-License-Identifier: Apache-2.0
// Finds the order in which a CPU steps the groups of a domain: groups at its boundary come first, so that their
// messages travel while the others are stepped.
#pragma once

#include <cstdint>
#include <vector>

#include "core/range.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"
#include "solver/cpu/lattice_data.hpp"

namespace perm {

/// Holds ranges of groups in order. Groups of the halo beyond the last own plane are in no range, because nothing needs
/// them.
struct GroupCut {
  std::vector<Range> boundary;  ///< groups with a cell at a face, and with copies of a neighbour's cells
  /// The other groups, in as many parts as there are axes that are cut (one where none is).
  std::vector<std::vector<Range>> interior;
};

struct GroupSizes {
  std::int64_t cells;  ///< of a group
  std::int64_t unit;   ///< borders fall on multiples of so many groups
};

GroupCut cut_groups(const Domain& domain, const Occupancy& occupancy, GroupSizes sizes);

/// Holds for each thread the groups that it steps.
using SharedGroups = std::vector<std::vector<GroupRange>>;

/// Holds a GroupCut, shared out among threads.
struct SharedCut {
  SharedGroups boundary;
  std::vector<SharedGroups> interior;
};

/// Gives the threads parts of `cut` that are as equal as possible, and finds the groups that are alone. Those are whole
/// units, if there is more than one thread.
SharedCut share_out(const GroupCut& cut, const Occupancy& occupancy, GroupSizes sizes, std::int64_t threads);

}  // namespace perm
