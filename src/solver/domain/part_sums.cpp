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

std::vector<double> PartSums::over_all(const Communicator& processes) && {
  if (!processes.is_alone()) processes.sum(sums_.span());
  std::vector<double> densities(sums_.size() - 1);
  const bool finite = sums_[densities.size()] == 0;
#pragma omp parallel for schedule(static)
  for (std::size_t part = 0; part < densities.size(); ++part)
    densities[part] = finite ? static_cast<double>(sums_[part]) / scale_ : std::numeric_limits<double>::quiet_NaN();
  return densities;
}

}  // namespace perm
