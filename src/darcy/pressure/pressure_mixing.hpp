// SPDX-License-Identifier: Apache-2.0
// Says how much of a change of pressure to make, when what it is found by is only near the truth: Anderson's mixing of
// the last two changes (Anderson 1965, "Iterative procedures for nonlinear integral equations"), in the norm of power.
#pragma once

#include <cstddef>
#include <span>

#include "core/large_array.hpp"
#include "darcy/pressure/darcy_flow.hpp"

namespace perm {

class PressureMixing {
 public:
  explicit PressureMixing(std::size_t cells) : sources_(cells), wanted_(cells), made_(cells) {}

  /// Gives the change to make, where `wanted` is the potential that carries `sources` away. `size` is that of what is
  /// left to change, for instance the root of its power: where it falls slowly, less is made.
  std::span<const float> mix(const DarcyFlow& flow, std::span<const float> sources, std::span<const float> wanted,
                             double size);

 private:
  LargeArray<float> sources_;  ///< of the last call
  LargeArray<float> wanted_;   ///< of the last call
  LargeArray<float> made_;     ///< the last change
  double share_{0.8};
  double size_{0};  ///< of the last call; 0 before the first one
};

}  // namespace perm
