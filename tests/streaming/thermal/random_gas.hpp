// SPDX-License-Identifier: Apache-2.0
// Gases for tests: fields at random, and those of formulas.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "streaming/thermal/make_gas.hpp"

namespace perm::thermal {

/// Fields of every site of a box, as [x][y][4], off rest by a twentieth.
inline std::vector<double> random_fields(const GasBox& box, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> off(-0.05, 0.05);
  std::vector<double> fields;
  for (std::int64_t site = 0; site < box.nx * box.ny; ++site)
    fields.insert(fields.end(), {1 + off(random), off(random), off(random), reference_temperature * (1 + off(random))});
  return fields;
}

/// Gives the part of the values of all sites, so many a site, that a rectangle has.
inline std::vector<double> part_of(const std::vector<double>& all, const GasBox& box, const Rectangle& part, int each) {
  std::vector<double> own;
  for (std::int64_t x = part.x.first; x < part.x.last; ++x)
    for (std::int64_t y = part.y.first; y < part.y.last; ++y)
      for (int i = 0; i < each; ++i) own.push_back(all[static_cast<std::size_t>((x * box.ny + y) * each + i)]);
  return own;
}

/// Gives fields by a formula of x and y.
template <class Formula>
std::vector<double> fields_of(const GasBox& box, const Formula& formula) {
  std::vector<double> fields;
  for (std::int64_t x = 0; x < box.nx; ++x)
    for (std::int64_t y = 0; y < box.ny; ++y) {
      const std::array<double, field_count> site = formula(static_cast<double>(x), static_cast<double>(y));
      fields.insert(fields.end(), site.begin(), site.end());
    }
  return fields;
}

}  // namespace perm::thermal
