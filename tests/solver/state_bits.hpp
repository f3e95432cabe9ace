// SPDX-License-Identifier: Apache-2.0
// The whole state of a backend as bits, so that "the same" means the same.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "lattice/d3q19.hpp"
#include "solver/backend.hpp"

namespace perm {

/// All distributions, 19 a cell in cell order.
inline std::vector<double> all_distributions(const Backend& backend) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(backend.occupancy().cells() * d3q19::directions));
  std::array<double, d3q19::directions> f{};
  for (std::int64_t cell = 0; cell < backend.occupancy().cells(); ++cell) {
    backend.read_distributions(cell, f);
    values.insert(values.end(), f.begin(), f.end());
  }
  return values;
}

/// Their bits, in which 0 differs from -0.
inline std::vector<std::uint64_t> state_bits(const Backend& backend) {
  std::vector<std::uint64_t> bits;
  for (const double value : all_distributions(backend)) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

}  // namespace perm
