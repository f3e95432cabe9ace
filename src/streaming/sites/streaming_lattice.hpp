// SPDX-License-Identifier: Apache-2.0
// The ways to move distributions that papers propose, on a full periodic box: for comparison with the lattice that the
// program solves with, which is `compact` here. All collide alike (solver/cell/cell_update.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "core/named_values.hpp"
#include "solver/backend.hpp"

namespace perm {

/// compact: the pore voxels only, as the program solves. pull, push: two arrays. readonly, shared, shuffle: pull, with
/// what Mawson and Revell 2014 tried. ghost, swap: one array (Valero-Lara et al.). ntemp1 to ntemp3: one array a
/// direction and 1 to 3 more (Sheida et al.). out_of_core: pull with one array in the memory of the host.
enum class StreamingScheme {
  compact,
  pull,
  push,
  readonly,
  shared,
  shuffle,
  ghost,
  swap,
  ntemp1,
  ntemp2,
  ntemp3,
  out_of_core
};
template <>
inline constexpr std::array names_of<StreamingScheme>{
    NamedValue{StreamingScheme::compact, "compact"}, NamedValue{StreamingScheme::pull, "pull"},
    NamedValue{StreamingScheme::push, "push"},       NamedValue{StreamingScheme::readonly, "readonly"},
    NamedValue{StreamingScheme::shared, "shared"},   NamedValue{StreamingScheme::shuffle, "shuffle"},
    NamedValue{StreamingScheme::ghost, "ghost"},     NamedValue{StreamingScheme::swap, "swap"},
    NamedValue{StreamingScheme::ntemp1, "ntemp1"},   NamedValue{StreamingScheme::ntemp2, "ntemp2"},
    NamedValue{StreamingScheme::ntemp3, "ntemp3"},   NamedValue{StreamingScheme::out_of_core, "out-of-core"}};

struct StreamingChoice {
  StreamingScheme scheme{StreamingScheme::pull};
  int block{64};                 ///< threads of a block on a GPU, 32 to most_block; ghost has 512
  std::int64_t device_bytes{0};  ///< that out_of_core may take of the card; 0: as it needs
};

class StreamingLattice : public SteppedLattice {
 public:
  /// Gives what has arrived at every pore voxel, before the next collision, as deviations from rest: 19 values a voxel,
  /// in the order of voxels and of directions. It needs as much memory of the host as the lattice has.
  virtual std::vector<double> arrived() const = 0;
  virtual int passes_per_step() const = 0;  ///< over the box
};

}  // namespace perm
