// SPDX-License-Identifier: Apache-2.0
// What passes between bodies of a network, in whole numbers, so that the order of the summands does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "geometry/network/pore_network.hpp"

namespace perm {

/// Holds the conductance between two bodies that one process has found.
struct Passage {
  std::uint32_t first{0};
  std::uint32_t second{0};  ///< greater than first
  std::int64_t quanta{0};

  bool is_empty() const { return second == 0; }  // `second` is greater than `first`
  std::uint64_t ends() const { return std::uint64_t{first} << 32 | second; }
  static std::uint64_t hash(std::uint64_t ends) { return ends * 0x9e3779b97f4a7c15U >> 20; }
};

/// Makes throats of what all processes have found, for the first of them; the others get none. Each gives a list in
/// order with one passage for a pair. Collective.
std::vector<Throat> throats_for_first(const Communicator& processes, std::span<const Passage> own);

}  // namespace perm
