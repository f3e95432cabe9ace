// SPDX-License-Identifier: Apache-2.0
// The classical scheme on a GPU, for comparison. It has two arrays over all voxels, of which one is read and the other
// written. A 32-bit flag a voxel says which links end in solid and selects addresses (Huang et al. 2015, Eq. 3.1).
// float32 and float64.
#pragma once

#include <array>
#include <memory>

#include "solver/backend.hpp"

namespace perm {

class FullMatrix : public SteppedLattice {
 public:
  /// The mean over all voxels, in lattice units.
  virtual std::array<double, 3> mean_velocity() const = 0;
};

std::unique_ptr<FullMatrix> make_full_matrix(const PoreSpace& pores, const SolverSettings& settings);

}  // namespace perm
