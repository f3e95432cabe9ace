// SPDX-License-Identifier: Apache-2.0
// Measures the streaming schemes of papers beside the lattice that the program solves with: how fast each is, what it
// takes of memory, and which cube it leaves room for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "streaming/sites/streaming_lattice.hpp"
#include "streaming/study_box.hpp"

namespace perm {

/// Whether the largest cube is only computed, or made too, and the next one refused.
enum class LargestCube { computed, tried };

struct StudyRequest {
  SolverSettings settings;  ///< device, precision, collision and so on
  std::vector<StreamingScheme> schemes;
  std::vector<int> blocks{64};             ///< threads of a block on a GPU; compact and ghost have their own
  std::map<std::string, PoreSlab> images;  ///< by the names that boxes have
  std::vector<StudyBox> boxes;             ///< each scheme is measured in each
  double seconds{1};                       ///< of each measurement
  LargestCube largest{LargestCube::computed};
  std::int64_t device_bytes{0};  ///< the device counts as one with so much memory; 0: as what it is
};

/// One scheme in one box, of all processes together.
struct StudyRow {
  StreamingScheme scheme{StreamingScheme::compact};
  StudyBox box;
  double porosity{0};  ///< of the voxels
  int block{0};        ///< 0: the scheme has its own
  int ranks{1};
  std::int64_t bytes_needed{0};  ///< of one process; on a CPU with the memory whose bandwidth is measured
  std::int64_t bytes_free{0};    ///< on its device before; 0 where the system does not tell

  /// What was measured; nothing where the box does not fit.
  struct Speed {
    std::int64_t steps{0};
    double mflups{0};
    double mflups_deviation{0};  ///< standard deviation of the batches
    double bandwidth_gb_s{0};
    double bytes_per_update{0};
    double limit_mflups{0};  ///< bandwidth over bytes an update
    double fraction_of_limit{0};
    int registers{0};  ///< 0 on a CPU
    int passes{0};     ///< over the cells, a step
  };
  std::optional<Speed> speed;
  double bytes_per_voxel{0};
  double bytes_per_pore_voxel{0};
  std::int64_t largest_cube{0};                ///< edge of the largest cube at this porosity, computed; 0: not known
  std::optional<std::int64_t> allocated_cube;  ///< edge of a cube that was made and stepped
  std::optional<std::int64_t> refused_cube;    ///< edge of a cube for which the memory did not suffice
};

/// Throws UsageError or InputError for a scheme, a block or a number of processes that do not go together, before
/// anything is measured.
void require_study(const StudyRequest& request, int processes);

/// Measures row by row and calls row_done after each, which may throw to end the study. Collective. Throws
/// MemoryShortage, with what is needed, what is free and the largest cube, where no row fits.
std::vector<StudyRow> run_streaming_study(const StudyRequest& request, const Communicator& processes,
                                          const std::function<void(const StudyRow&)>& row_done);

}  // namespace perm
