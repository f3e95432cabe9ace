// SPDX-License-Identifier: Apache-2.0
// Keeps walls between voxels on a GPU: the codes of cut links in brick order, a byte for each, and where those of each
// warp begin. A cell finds its own by counting the cut links of the cells before it in its warp.
#pragma once

#include <cstdint>
#include <memory>

#include "device/cuda_check.hpp"
#include "lattice/domain.hpp"
#include "lattice/wall_coding.hpp"
#include "solver/cell/cut_cell.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

/// Names what a kernel needs of walls; `codes` is null where they stand in the middle of links.
template <class Real>
struct WallView {
  const std::uint8_t* codes{nullptr};
  const std::uint64_t* first{nullptr};     ///< [warp]: its first code
  const CutTable<Real>* table{nullptr};    ///< of steps
  const CutTable<double>* exact{nullptr};  ///< of what is measured
  CutParameters<Real> parameters{};
};

template <class Real>
class WallsCuda {
 public:
  /// Finds the cuts on the GPU where it can (surface_cuts_cuda.hpp), else on the host. `pores` are those of the domain,
  /// with its halo.
  WallsCuda(const Domain& domain, const PoreSpace& pores, const CudaIndex& index, const SlipSurface& surface,
            int threads);

  /// Takes other settings: the relaxation time and the force have changed.
  void use(const SolverSettings& settings);
  WallView<Real> view() const;
  std::int64_t bytes() const;

 private:
  cuda::Array<std::uint8_t> codes_;
  cuda::Array<std::uint64_t> first_;
  cuda::Array<CutTable<Real>> table_;
  cuda::Array<CutTable<double>> exact_;
  CutParameters<Real> parameters_{};
};

}  // namespace perm
