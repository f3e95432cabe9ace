// SPDX-License-Identifier: Apache-2.0
// Solves for the potentials of the pieces of an image roughly, by one cycle over levels of larger blocks. The cycle is
// a symmetric, positive linear function of the fluxes with a fixed number of sweeps, so it serves conjugate gradients.
//
// A piecewise constant potential conducts too well, so that a coarser level alone gives too small a correction, and the
// more so the coarser it is. On the first levels a correction is therefore made twice, and made larger by 1.7 each
// time: x0 = M b, x = s (x0 + M (b - s A x0)). This is symmetric, and positive as long as s < 2 and the largest
// eigenvalue of M A is 1; below, cycles are plain ones (Braess 1995 has the larger correction, "Towards algebraic
// multigrid for elliptic problems of second order").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "laplace/block_graph.hpp"

namespace perm {

class Multigrid {
 public:
  static constexpr float damping = 0.7F;          ///< of a sweep
  static constexpr float over = 1.7F;             ///< a correction is made so much larger,
  static constexpr std::size_t levels_twice = 3;  ///< and made twice, on so many levels

  /// Makes levels until no node is joined to another one: what is joined at all has one node then. Level 0 has the
  /// pieces. Their threads must outlive this.
  explicit Multigrid(BlockGraph pieces);

  /// Gives in `potential` one cycle for what flows out of each piece. Both spans are different; `flux` is left as it
  /// is.
  void solve_roughly(std::span<const float> flux, std::span<float> potential);

  std::size_t levels() const { return levels_.size(); }
  const BlockGraph& graph(std::size_t level) const { return levels_[level].graph; }
  /// Tells which node of a level above level 0 each node of the finer one belongs to.
  const Aggregation& aggregation(std::size_t level) const { return levels_[level].aggregation; }

  /// Takes from `values` the mean over each set of pieces that are joined, where nothing leads from these to the
  /// outside: whatever flows in there must flow out. Sums are exact; `size` is about that of the largest value.
  void take_means_out(std::span<float> values, double size) const;
  /// Gives the number of quanta that a value of 1 has in these sums.
  static double quanta_of_one(double size);
  /// Tells whether corrections by a level are made twice.
  static constexpr bool is_twice(std::size_t level) { return level > 0 && level <= levels_twice; }

 private:
  struct Level {
    Aggregation aggregation;  ///< of the finer level
    BlockGraph graph;
    LargeArray<float> flux;  ///< and potential: level 0 has those of the caller
    LargeArray<float> potential;
    LargeArray<float> room;
    LargeArray<float> first;  ///< the first of two corrections, where there are two
  };
  void cycle(std::size_t level, std::span<const float> flux, std::span<float> potential);
  void correct(std::size_t level);
  void find_components();

  const ThreadTeam* team_;
  std::vector<Level> levels_;
  LargeArray<std::uint32_t> component_;  ///< of each piece: its node on the last level
  std::vector<double> pieces_of_component_;
};

}  // namespace perm
