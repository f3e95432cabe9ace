// SPDX-License-Identifier: Apache-2.0
// Makes closed faces on a GPU: the pairs of slots that are reflected after each step, what bounces back from faces that
// prescribe a velocity or a density, and the density that a flow driven by densities starts from.
#pragma once

#include <cstdint>

#include "device/cuda_check.hpp"
#include "device/gpu_runtime.hpp"
#include "solver/closed_faces.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/index/cuda_index.hpp"
#include "solver/prescribed_faces.hpp"

namespace perm {

/// Holds the pairs of one domain, on the device. They are the same for every storage type.
class FacesCuda {
 public:
  FacesCuda(const Domain& domain, const PoreSpace& pores, const CudaIndex& index, const SolverSettings& settings);

  /// Launches what the faces do after a step, on `stream`. The distributions are at `f`. Storage is float, double or
  /// __half, which takes no prescribed faces.
  template <class Storage>
  void launch(Storage* f, const Reflections<typename Stored<Storage>::Real>& reflections, Equilibrium equilibrium,
              cudaStream_t stream) const;
  std::int64_t bytes() const { return static_cast<std::int64_t>(pairs_.bytes() + moving_.bytes() + outlets_.bytes()); }

 private:
  cuda::Array<FacePair> pairs_;
  cuda::Array<MovingLink> moving_;
  cuda::Array<OutletCell> outlets_;
};

/// Puts own cells to rest with that density. Distributions are in units of `unit`.
template <class Storage>
void start_from_density(const typename CudaSteps<Storage>::Lattice& lattice, const StartDensity& density, double unit);

}  // namespace perm
