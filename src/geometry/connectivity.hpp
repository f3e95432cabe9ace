// SPDX-License-Identifier: Apache-2.0
// Which pores can carry flow: connected components of the pore space under the links of the solver (the 18 neighbours
// of D3Q19: faces and edges) on the periodic image. A component carries flow along an axis when it meets its own
// periodic image along that axis, that is when it holds a closed path whose winding number along the axis is not zero.
#pragma once

#include <cstdint>
#include <memory>

#include "geometry/pore_space.hpp"

namespace perm {

/// The connected components of a periodic pore space.
class Connectivity {
 public:
  explicit Connectivity(const PoreSpace& pores);
  ~Connectivity();
  Connectivity(Connectivity&&) noexcept;
  Connectivity& operator=(Connectivity&&) noexcept;

  std::int64_t count_components() const;
  bool percolates(Axis axis) const;
  /// Pore voxels in components that percolate along `axis`.
  std::int64_t count_percolating(Axis axis) const;
  /// The pore space with every voxel that no flow along `axis` can reach turned solid.
  PoreSpace percolating(Axis axis) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace perm
