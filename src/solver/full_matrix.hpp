// SPDX-License-Identifier: Apache-2.0
// Makes the classical scheme on a GPU, for comparison, in float32 and float64. It has two arrays over all voxels, of
// which one is read and the other written. A 32-bit flag for each voxel says which links end in solid and selects
// addresses (Huang et al. 2015, Eq. 3.1).
#pragma once

#include <array>
#include <memory>

#include "solver/backend.hpp"

namespace perm {

class FullMatrix : public SteppedLattice {
 public:
  /// Gives the mean velocity over all voxels, in lattice units.
  virtual std::array<double, 3> mean_velocity() const = 0;
};

std::unique_ptr<FullMatrix> make_full_matrix(const PoreSpace& pores, const SolverSettings& settings);

}  // namespace perm
