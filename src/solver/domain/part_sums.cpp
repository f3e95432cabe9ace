// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/part_sums.hpp"

#include <limits>
#include <span>

#include "core/range.hpp"

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
  const std::size_t parts = sums_.size() - 1;
  const bool finite = !processes.any(sums_[parts] != 0);
  const auto in_units = [&](Sum quanta) {
    return finite ? static_cast<double>(quanta) / scale_ : std::numeric_limits<double>::quiet_NaN();
  };
  std::vector<double> densities(processes.is_alone() ? parts : 0);
  if (processes.is_alone()) {
#pragma omp parallel for schedule(static)
    for (std::size_t part = 0; part < parts; ++part) densities[part] = in_units(sums_[part]);
    return densities;
  }
  // Each process sums some of the parts for all, which moves half as much as if all summed all.
  const auto ranks = static_cast<std::size_t>(processes.size());
  std::vector<std::vector<Sum>> to(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const Range some = even_part(static_cast<std::int64_t>(parts), static_cast<std::int64_t>(rank), processes.size());
    to[rank].assign(sums_.data() + some.first, sums_.data() + some.last);
  }
  const std::vector<std::vector<Sum>> from = processes.exchange(to);
  std::vector<double> own(from.front().size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < own.size(); ++i) {
    Sum sum = 0;
    for (const std::vector<Sum>& of_rank : from) sum += of_rank[i];
    own[i] = in_units(sum);
  }
  densities.reserve(parts);
  for (const std::vector<double>& some : processes.gather_to_all(std::span<const double>(own)))
    densities.insert(densities.end(), some.begin(), some.end());
  return densities;
}

}  // namespace perm
