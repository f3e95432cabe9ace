// SPDX-License-Identifier: Apache-2.0
// Sends messages between processes on CPUs by plain MPI: one for each face and step, gathered into a buffer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "core/range.hpp"
#include "lattice/occupancy.hpp"
#include "solver/domain/crossing.hpp"

namespace perm {

/// Makes the exchange of one domain. Distributions are stored in `Real`.
template <class Real>
class HaloCpu {
 public:
  HaloCpu(const Domain& domain, const PoreSpace& pores, const Occupancy& occupancy);

  /// Gathers and sends what leaves in a phase; `f` points at the first tile.
  void start(AfterStep after, int phase, const Real* f);
  /// Waits for what comes in, and writes it into its slots.
  void finish(AfterStep after, int phase, Real* f);

 private:
  /// Holds the slots that travel together, in stretches that lie together in memory, and their message.
  struct Slots {
    std::vector<Range> stretches;
    std::vector<Real> message;
    void add(std::int64_t slot);
  };
  struct FaceExchange {
    Face face;
    Slots inner;
    Slots outer;
    Slots& leaving(AfterStep after) { return after == AfterStep::even ? inner : outer; }
    Slots& coming(AfterStep after) { return after == AfterStep::even ? outer : inner; }
  };
  std::span<FaceExchange> in_phase(AfterStep after, int phase);

  Domain domain_;
  std::vector<FaceExchange> exchanges_;  ///< in the order of Domain::faces
  Messages messages_;
};

}  // namespace perm
