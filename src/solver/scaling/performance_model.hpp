// SPDX-License-Identifier: Apache-2.0
// How long a step takes on several ranks: a simple model, with which partitions are chosen and runs on more GPUs than
// there are at hand are predicted. After Calore et al. 2016 (Parallel Computing 58, eqs. 11-20), for slabs and blocks
// of D3Q19 with sparse cells: with N cells in the largest block, N_b of them stepped first because others wait for
// them, and in phase p a message of M_p bytes each way through both of its faces,
//
//   work                       W = beta N + t_s + sum over p of 2 M_p / B_w
//   messages travel meanwhile  T = max(W, beta N_b + sum over p of (t_m + 2 M_p / B))
//   they do not                T = W + sum over p of (t_m + 2 M_p / B)
//
// Messages are exchanged after every step. beta is the time of a cell, t_s that of starting and joining a step's parts,
// B_w the speed of packing and unpacking, which takes its time from stepping, t_m the latency of a phase, and B the
// bandwidth of a rank's link, in and out counted alike.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lattice/partition.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// What a rank is like. Seconds and bytes.
struct RankModel {
  double seconds_a_cell{0};         ///< beta
  double seconds_to_start{0};       ///< t_s
  double seconds_a_phase{0};        ///< t_m
  double packed_a_second{0};        ///< B_w, bytes
  double bytes_a_second{0};         ///< B
  std::int64_t boundary_planes{1};  ///< at either side of a slab, that are stepped first
  bool overlaps_slabs{true};        ///< messages of slabs travel while cells inside are stepped
  bool overlaps_blocks{true};       ///< messages of blocks do, too
};

/// A GPU whose neighbours are in the same node, as measured (see README.md beside this file).
RankModel h200_model(Precision precision);
/// One rank with the given settings: such a GPU, or a CPU core times threads.
RankModel rank_model(const SolverSettings& settings);
/// The same with its neighbours in other nodes: at most 50 GB/s, 20 us more a phase. Assumed, not measured.
RankModel on_another_node(RankModel rank);

/// What a step of a rank has to do.
struct BlockWork {
  double cells{0};                        ///< stepped, copies of a neighbour's cells among them
  double boundary_cells{0};               ///< of these, first
  std::array<double, 2> message_bytes{};  ///< one way through one face, y and z; 0 where the image is not cut
};
double predict_step_seconds(const RankModel& rank, const BlockWork& work);

/// The work of every block; `links_a_cell`: how many of the five links of a cell across a face lead to cells.
std::vector<BlockWork> work_of_blocks(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                                      const RankModel& rank, Precision precision, double links_a_cell);

/// The longest of the steps of all blocks.
double predict_step_seconds(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                            const RankModel& rank, Precision precision);

/// Links across a face that lead to cells, of the five of a cell, between overlapping spheres of one radius in voxels:
/// the two-point function of the Boolean model (Torquato 2002, Random Heterogeneous Materials, section 5.1.1).
double crossing_links_a_cell(double porosity, double radius);

}  // namespace perm
