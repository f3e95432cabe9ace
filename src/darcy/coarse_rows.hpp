// SPDX-License-Identifier: Apache-2.0
// Hands the flow of a half image on to the image, whose blocks may be cut in another way and belong to more processes.
// A process gets the rows that its own block needs, with the values of pores only; nobody holds the whole half image.
#pragma once

#include "core/communicator.hpp"
#include "lattice/partition.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Gives the captured flow in the own rows of a process, 16 bytes a pore, as the rows of a coarse flow.
CoarseFlow read_own_rows(const Backend& backend);

/// Gives this process the coarse rows that its block `fine` of the image of twice as many voxels needs. `own` are the
/// rows that the process has of the half image; they may be none, but its extent must be set. Collective.
CoarseFlow fetch_coarse_rows(const CoarseFlow& own, const Block& fine, const Communicator& processes);

}  // namespace perm
