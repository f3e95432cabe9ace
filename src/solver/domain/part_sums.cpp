// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/part_sums.hpp"

#include <limits>
#include <span>

namespace perm {
namespace {

constexpr int quantum_exponent = 40;

double quanta_a_unit(double force) {
  int exponent = 0;
  std::frexp(force, &exponent);
  return std::ldexp(1.0, quantum_exponent - exponent);
}

}  // namespace

PartSums::PartSums(std::int64_t parts, double force)
    : scale_(quanta_a_unit(force)), sums_(static_cast<std::size_t>(parts) + 1) {}

std::vector<double> PartSums::over_all(const Communicator& processes) const {
  std::vector<Sum> sums = sums_;
  processes.sum(std::span<Sum>(sums));
  const bool finite = sums.back() == 0;
  sums.pop_back();
  std::vector<double> densities;
  densities.reserve(sums.size());
  for (const Sum quanta : sums)
    densities.push_back(finite ? static_cast<double>(quanta) / scale_ : std::numeric_limits<double>::quiet_NaN());
  return densities;
}

}  // namespace perm
