// SPDX-License-Identifier: Apache-2.0
// The connected parts of a pore space, numbered: 1 is the largest, and of parts of one size the one whose first voxel
// comes first (x fastest, then y, then z). Which voxels are joined is said by the same rules as in connectivity.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "geometry/connectivity/link_rules.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class ConnectedParts {
 public:
  /// Finds the parts. Runs of pore voxels are joined by a union-find: 8 bytes a run while it works, and 4 bytes a run
  /// and the pore space afterwards. The numbers are the same for every number of processes. Collective. Throws
  /// InputError where this process has 2^31 runs or more, or the image 2^32 parts.
  explicit ConnectedParts(PoreSlab pores, const LinkRules& rules = {});

  std::int64_t count() const { return count_; }  ///< of the whole image
  /// Gives plane z of the image to the first process: the number of each voxel's part, 0 in solid. The spans of the
  /// other processes are left as they are and may be empty. Collective.
  void read_plane(std::int64_t z, std::span<std::uint32_t> parts) const;

 private:
  void fill_own_plane(std::int64_t z, std::span<std::uint32_t> parts) const;

  PoreSlab pores_;
  std::vector<std::size_t> runs_before_;     ///< of the slab, before each plane; at the end that of all runs
  LargeArray<std::uint32_t> part_of_run_{};  ///< by row, in order of x
  std::int64_t count_{0};
};

}  // namespace perm
