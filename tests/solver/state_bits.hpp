// SPDX-License-Identifier: Apache-2.0
// Gives the whole state of a backend as bits, for tests that two states are the same to the last bit.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "lattice/d3q19.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Gives all distributions, 19 a cell in cell order.
inline std::vector<double> all_distributions(const Backend& backend) {
  std::vector<double> values(static_cast<std::size_t>(backend.cells() * d3q19::directions));
  backend.read_distributions(0, values);
  return values;
}

/// Gives the bits of all distributions; 0 and -0 differ in them.
inline std::vector<std::uint64_t> state_bits(const Backend& backend) {
  std::vector<std::uint64_t> bits;
  for (const double value : all_distributions(backend)) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

}  // namespace perm
