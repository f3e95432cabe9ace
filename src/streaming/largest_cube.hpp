// SPDX-License-Identifier: Apache-2.0
// The largest cube that a scheme leaves room for.
#pragma once

#include <cstdint>

#include "core/communicator.hpp"
#include "streaming/streaming_study.hpp"

namespace perm {

/// Gives the edge of the largest cube of this porosity whose lattice takes no more than `bytes` of each process; 0
/// where not even one voxel fits.
std::int64_t find_largest_cube(StreamingScheme scheme, const SolverSettings& settings, double porosity, int processes,
                               std::int64_t bytes);

/// Makes the cube of row.largest_cube with the geometry of the row, steps it, and lets the next one be refused. Where
/// the device says otherwise it goes on by 0.25 % of the edge at a time, at most 1 %. Writes what it found into the
/// row. For a process that is alone.
void try_largest_cube(const StudyRequest& request, StudyRow& row);

}  // namespace perm
