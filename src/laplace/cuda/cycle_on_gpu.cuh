// SPDX-License-Identifier: Apache-2.0
// A cycle over the levels on the GPU, as Multigrid::solve_roughly does it. The visit to the coarser levels is recorded
// once: of small levels, many pieces of work that follow each other are one launch.
#pragma once

#include <cstdint>
#include <vector>

#include "device/cuda_graph.hpp"
#include "laplace/cuda/levels_on_gpu.hpp"
#include "laplace/cuda/sums.cuh"

namespace perm::laplace_cuda {

/// Is called in the order sweep_before(), visit_coarser(), end(): these make levels().views()[0].result from its flux.
class CycleOnGpu {
 public:
  explicit CycleOnGpu(JoinedPieces of_image);

  const LevelsOnGpu& levels() const { return levels_; }
  void sweep_before() const;
  void visit_coarser();
  void end() const;
  /// Sums flux times result, too.
  void end(const DotSums& dot) const;
  /// Makes level.flux what a first correction, made larger (Multigrid::over), leaves of it, where `level` is level 0
  /// with this correction as `first`; and does the sweep before the second one.
  void begin_second(const LevelView& level) const;
  std::int64_t bytes() const { return levels_.bytes() + static_cast<std::int64_t>(steps_.bytes()); }

 private:
  void record(const std::vector<Step>& steps);
  const LevelView& top() const { return levels_.views()[0]; }
  unsigned blocks() const;

  LevelsOnGpu levels_;
  cuda::Array<Step> steps_;
  cuda::Graph visit_;
};

}  // namespace perm::laplace_cuda
