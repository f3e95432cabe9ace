// SPDX-License-Identifier: Apache-2.0
// Decides how many threads a process uses, and on which processors of its node.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/communicator.hpp"

namespace perm {

/// A loop over fewer voxels than this for each thread takes longer than with fewer threads.
inline constexpr std::int64_t voxels_worth_a_thread = 1 << 13;

/// Gives the number of threads that `asked` means on this machine. 0 means OMP_NUM_THREADS where it is set, and
/// otherwise as many threads as there are processors that this process may run on, or fewer where a control group gives
/// it the time of fewer processors (a quota, rounded up). Where several processes of a node may run on the same
/// processors, or are in the same control group, each takes its share of them. Collective when `asked` is 0.
/// Tests give a made-up `root` of files in place of "/".
int resolve_threads(int asked, const Communicator& processes = {}, const std::filesystem::path& root = "/");
/// Undoes what mpirun does unless it is told otherwise: it binds each of one or two processes to one processor, and
/// leaves the others idle. Each process of a node then takes an even part of the processors of the launcher. Nothing is
/// changed where somebody asked for a binding (`--bind-to core`, `mpirun taskset`), where no processor is idle, or in a
/// job of another launcher than that of Open MPI 4. Gives whether it took any. Call it before threads are started.
/// Collective.
bool take_idle_processors(const Communicator& processes);
/// Makes the loops outside the lattices, which this thread starts, use so many threads from now on; gives how many they
/// used before. Those loops are OpenMP's, in geometry and lattice.
int set_loop_threads(int threads);

}  // namespace perm
