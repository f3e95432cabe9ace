// SPDX-License-Identifier: Apache-2.0
// Says how much of a change of pressure to make, when what it is found by is only near the truth: Anderson's mixing of
// the last two changes (Anderson 1965, "Iterative procedures for nonlinear integral equations"), in the norm of power.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/host_device.hpp"
#include "core/saving/members.hpp"

namespace perm {

/// Holds what is wanted and by what sources, now and at the call before.
struct WantedChanges {
  const float* sources;
  const float* wanted;
  const float* sources_before;
  const float* wanted_before;

  PERM_HOST_DEVICE double outcome(std::uint32_t i) const { return static_cast<double>(wanted[i]) - wanted_before[i]; }
  /// Norm of what has come of the last change, and its product with what is wanted.
  PERM_HOST_DEVICE void operator()(std::uint32_t i, double* values) const {
    const double of_sources = static_cast<double>(sources[i]) - sources_before[i];
    values[0] = outcome(i) * of_sources;
    values[1] = wanted[i] * of_sources;
  }
};

struct MakeChange {
  WantedChanges changes;
  double share;
  double theta;
  float* made;

  PERM_HOST_DEVICE void operator()(std::uint32_t i) const {
    made[i] = static_cast<float>(share * (changes.wanted[i] + theta * changes.outcome(i)) + theta * made[i]);
  }
};

/// What the mixing knows besides its lists.
struct MixingState {
  double share{0.8};
  double size{0};  ///< of the last call; 0 before the first one
};
PERM_MEMBERS(MixingState, share, size)

/// Loops are those of the host or of a GPU (laplace/cell_loops.hpp).
template <class Loops>
class PressureMixing {
 public:
  using List = typename Loops::template List<float>;
  using State = MixingState;

  explicit PressureMixing(std::size_t pieces) : sources_(pieces), wanted_(pieces), made_(pieces) {}

  /// Decides what change to make, where `wanted` is the potential that carries `sources` away. Both are taken, and
  /// other lists left in their places. `size` is that of what is left to change, for instance the root of its power:
  /// where it falls slowly, less is made.
  void mix(const Loops& loops, List& sources, List& wanted, double size) {
    const WantedChanges changes{sources.data(), wanted.data(), sources_.data(), wanted_.data()};
    double theta = 0;
    if (state_.size > 0) {
      state_.share =
          size > slow * state_.size ? std::max(least_share, less * state_.share) : std::min(1.0, more * state_.share);
      const auto [norm, product] = loops.template sums<2>(loops.own_pieces(), changes);
      if (norm > 0) theta = std::clamp(-product / (norm * (1 + ridge)), -1.0, 1.0);
    }
    loops.for_each(made_.size(), MakeChange{changes, state_.share, theta, made_.data()});
    std::swap(sources_, sources);
    std::swap(wanted_, wanted);
    state_.size = size;
  }
  const float* made() const { return made_.data(); }  ///< the last change

  State& state() { return state_; }
  /// Gives what is kept from one call to the next, with the names that it is saved under.
  std::array<std::pair<const char*, List*>, 3> lists() {
    return {{{"sources", &sources_}, {"wanted", &wanted_}, {"made", &made_}}};
  }

 private:
  static constexpr double least_share = 0.1;
  static constexpr double slow = 0.7;  // what is left over what was left, from where on less of a change is made
  static constexpr double less = 0.6;
  static constexpr double more = 1.1;
  static constexpr double ridge = 1e-3;  // of the norm of what has come of the last change

  List sources_;  ///< of the last call
  List wanted_;   ///< of the last call
  List made_;
  State state_;
};

}  // namespace perm
