// SPDX-License-Identifier: Apache-2.0
// The whole state of a backend as bits, so that "the same" means the same.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "lattice/d3q19.hpp"
#include "solver/backend.hpp"

namespace perm {

/// All distributions, 19 a cell in cell order.
inline std::vector<double> all_distributions(const Backend& backend) {
  std::vector<double> values(static_cast<std::size_t>(backend.cells() * d3q19::directions));
  backend.read_distributions(0, values);
  return values;
}

/// Their bits, in which 0 differs from -0.
inline std::vector<std::uint64_t> state_bits(const Backend& backend) {
  std::vector<std::uint64_t> bits;
  for (const double value : all_distributions(backend)) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

}  // namespace perm
