// SPDX-License-Identifier: Apache-2.0
// Models, in a simple way, how long a step takes on several ranks. The program chooses partitions by this model, and
// predicts runs on more GPUs than are available. It follows Calore et al. 2016 (Parallel Computing 58, eqs. 11-20), for
// slabs and blocks of D3Q19 with sparse cells. The largest block has N cells, of which N_b are stepped first because
// other ranks wait for them. In phase p a message of M_p bytes goes each way through both faces of the block:
//
//   work                       W = beta N + t_s + sum over p of 2 M_p / B_w
//   messages travel meanwhile  T = max(W, beta N_b + sum over p of (t_m + 2 M_p / B))
//   they do not                T = W + sum over p of (t_m + 2 M_p / B)
//
// Messages are exchanged after every step. beta is the time of a cell, t_s the time of starting and joining the parts
// of a step, B_w the speed of gathering and scattering messages, during which no cell is stepped, t_m the latency of a
// phase, and B the bandwidth of the connection of a rank, where bytes in and bytes out both count.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lattice/partition.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Holds the speeds of one rank, in seconds and bytes.
struct RankModel {
  double seconds_a_cell{0};         ///< beta
  double seconds_to_start{0};       ///< t_s
  double seconds_a_phase{0};        ///< t_m
  double gathered_a_second{0};      ///< B_w, bytes
  double bytes_a_second{0};         ///< B
  std::int64_t boundary_planes{1};  ///< planes at either side of a slab that are stepped first
  bool overlaps_slabs{true};        ///< messages of slabs travel while cells inside are stepped
  bool overlaps_blocks{true};       ///< messages of blocks travel while cells inside are stepped
};

/// Describes an H200 whose neighbours are in the same node, as measured.
RankModel h200_model(Precision precision);
/// Describes one rank with the given settings: an H200, or as many CPU cores as it has threads (at least one).
RankModel rank_model(const SolverSettings& settings);
/// Says in words whose speed that is: "an idle H200", "2 idle cores of a recent server".
std::string machine_of_rank_model(const SolverSettings& settings);
/// Describes the same rank with its neighbours in other nodes: at most 50 GB/s, and 20 us more a phase. These values
/// are assumed, not measured.
RankModel on_another_node(RankModel rank);

/// Describes the work of one rank in one step.
struct BlockWork {
  double cells{0};                        ///< all that are stepped, copies of a neighbour's cells included
  double boundary_cells{0};               ///< the cells that are stepped first
  std::array<double, 2> message_bytes{};  ///< one way through one face across y and z; 0 where the image is not cut
};
/// Gives the seconds of a step with this work, by the formula above.
double predict_step_seconds(const RankModel& rank, const BlockWork& work);

/// Gives the work of every block. `cells_by_row` has the cells of every row of the image, [z][y]; `links_a_cell` says
/// how many of the five links of a cell across a face lead to cells.
std::vector<BlockWork> work_of_blocks(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                                      const RankModel& rank, Precision precision, double links_a_cell);

/// Gives the seconds of a step of the slowest block.
double predict_step_seconds(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                            const RankModel& rank, Precision precision);

/// Says how many of the five links of a cell across a face lead to cells, on average, between overlapping spheres of
/// one radius in voxels. It uses the two-point function of the Boolean model (Torquato 2002, Random Heterogeneous
/// Materials, section 5.1.1).
double crossing_links_a_cell(double porosity, double radius);

}  // namespace perm
