// SPDX-License-Identifier: Apache-2.0
#include "input/look/slice_faults.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace perm {
namespace {

constexpr double far_more = 1.5;
constexpr double fits_better = 0.75;

/// Gives the mean of |difference| of two planes; voxels that are no finite number in one of them do not count.
double difference(const PlaneWatch& watch, std::int64_t a, std::int64_t b) {
  const auto one = watch.sample(a);
  const auto other = watch.sample(b);
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double apart = std::abs(double{one[i]} - double{other[i]});
    if (!std::isfinite(apart)) continue;
    sum += apart;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

SliceFaults find_slice_faults(const PlaneWatch& watch) {
  SliceFaults faults;
  const std::int64_t n = watch.planes();
  for (std::int64_t z = 0; z < n; ++z)
    if (watch.is_blank(z)) faults.blank.push_back(z);
  if (std::ssize(faults.blank) == n) faults.blank.clear();
  std::vector<double> to_next;
  std::vector<double> to_second;
  for (std::int64_t z = 0; z + 1 < n; ++z) to_next.push_back(difference(watch, z, z + 1));
  for (std::int64_t z = 0; z + 2 < n; ++z) to_second.push_back(difference(watch, z, z + 2));
  std::vector<double> sorted = to_next;
  const auto middle = sorted.begin() + std::ssize(sorted) / 2;
  if (!sorted.empty()) std::ranges::nth_element(sorted, middle);
  const double usual = sorted.empty() ? 0 : *middle;
  const auto next = [&](std::int64_t z) { return to_next[static_cast<std::size_t>(z)]; };
  const auto second = [&](std::int64_t z) { return to_second[static_cast<std::size_t>(z)]; };
  for (std::int64_t z = 1; z + 1 < n; ++z) {
    if (watch.is_blank(z)) continue;
    const double least = std::min(next(z - 1), next(z));
    if (least > far_more * second(z - 1) && least > far_more * usual) faults.strange.push_back(z);
  }
  const auto is_strange = [&](std::int64_t z) { return std::ranges::binary_search(faults.strange, z); };
  for (std::int64_t z = 1; z + 2 < n; ++z) {
    if (watch.is_blank(z) || watch.is_blank(z + 1) || is_strange(z) || is_strange(z + 1)) continue;
    const double as_they_are = next(z - 1) + next(z + 1);
    if (second(z - 1) + second(z) < fits_better * as_they_are && second(z - 1) < next(z - 1) && second(z) < next(z + 1))
      faults.swapped.push_back(z);
  }
  return faults;
}

}  // namespace perm
