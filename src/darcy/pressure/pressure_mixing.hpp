// SPDX-License-Identifier: Apache-2.0
// Says how much of a change of pressure to make, when what it is found by is only near the truth: Anderson's mixing of
// the last two changes (Anderson 1965, "Iterative procedures for nonlinear integral equations"), in the norm of power.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/host_device.hpp"

namespace perm {

/// Holds what is wanted and by what sources, now and at the call before. Sources::source(cell) gives those of now.
template <class Sources>
struct WantedChanges {
  Sources sources;
  const float* wanted;
  float* sources_before;
  const float* wanted_before;

  PERM_HOST_DEVICE double outcome(std::uint32_t cell) const {
    return static_cast<double>(wanted[cell]) - wanted_before[cell];
  }
  /// Norm of what has come of the last change, and its product with what is wanted.
  PERM_HOST_DEVICE void operator()(std::uint32_t cell, double* values) const {
    const double of_sources = static_cast<double>(sources.source(cell)) - sources_before[cell];
    values[0] = outcome(cell) * of_sources;
    values[1] = wanted[cell] * of_sources;
  }
};

/// Makes the change, and keeps the sources that it was made of.
template <class Sources>
struct MakeChange {
  WantedChanges<Sources> changes;
  double share;
  double theta;
  float* made;

  PERM_HOST_DEVICE void operator()(std::uint32_t cell) const {
    made[cell] =
        static_cast<float>(share * (changes.wanted[cell] + theta * changes.outcome(cell)) + theta * made[cell]);
    changes.sources_before[cell] = changes.sources.source(cell);
  }
};

/// Loops are those of the host or of a GPU (laplace/cell_loops.hpp).
template <class Loops>
class PressureMixing {
 public:
  using List = typename Loops::template List<float>;

  explicit PressureMixing(std::size_t cells) : sources_(cells), wanted_(cells), made_(cells) {}

  /// Decides what change to make, where `wanted` is the potential that carries `sources` away; it is taken, and another
  /// list left in its place. `size` is that of what is left to change, for instance the root of its power: where it
  /// falls slowly, less is made.
  template <class Sources>
  void mix(const Loops& loops, const Sources& sources, List& wanted, double size) {
    const WantedChanges<Sources> changes{sources, wanted.data(), sources_.data(), wanted_.data()};
    double theta = 0;
    if (size_ > 0) {
      share_ = size > slow * size_ ? std::max(least_share, less * share_) : std::min(1.0, more * share_);
      const auto [norm, product] = loops.template sums<2>(changes);
      if (norm > 0) theta = std::clamp(-product / (norm * (1 + ridge)), -1.0, 1.0);
    }
    loops.for_each(MakeChange<Sources>{changes, share_, theta, made_.data()});
    std::swap(wanted_, wanted);
    size_ = size;
  }
  const float* made() const { return made_.data(); }  ///< the last change

 private:
  static constexpr double least_share = 0.1;
  static constexpr double slow = 0.7;  // what is left over what was left, from where on less of a change is made
  static constexpr double less = 0.6;
  static constexpr double more = 1.1;
  static constexpr double ridge = 1e-3;  // of the norm of what has come of the last change

  List sources_;  ///< of the last call
  List wanted_;   ///< of the last call
  List made_;
  double share_{0.8};
  double size_{0};  ///< of the last call; 0 before the first one
};

}  // namespace perm
