// SPDX-License-Identifier: Apache-2.0
// The classical scheme on a GPU, for comparison: two arrays over all voxels, one read and one written, with the links
// that end in solid in a 32-bit flag a voxel and addresses selected by it (Huang et al. 2015, Eq. 3.1). float32 and
// float64.
#pragma once

#include <array>
#include <memory>

#include "solver/backend.hpp"

namespace perm {

class FullMatrix : public SteppedLattice {
 public:
  /// Over all voxels, lattice units.
  virtual std::array<double, 3> mean_velocity() const = 0;
};

std::unique_ptr<FullMatrix> make_full_matrix(const PoreSpace& pores, const SolverSettings& settings);

}  // namespace perm
