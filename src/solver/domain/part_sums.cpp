// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/part_sums.hpp"

#include <cstddef>
#include <numeric>

namespace perm {

std::int64_t PartSums::count_filled() const {
  std::int64_t filled = 0;
#pragma omp parallel for schedule(static) reduction(+ : filled)  // nothing in it throws
  for (std::size_t part = 0; part < sums_.size(); ++part) filled += sum(part) != 0 ? 1 : 0;
  return filled;
}

std::vector<PartSum> PartSums::list_beyond(const Range& own) const {
  std::vector<PartSum> beyond;
  for (const Range& some : {Range{0, own.first}, Range{own.last, parts()}})
    for (std::int64_t part = some.first; part < some.last; ++part)
      if (const Sum quanta = sum(static_cast<std::size_t>(part)); quanta != 0) beyond.push_back({part, quanta});
  return beyond;
}

void PartSums::add(std::span<const PartSum> more) {
  for (const PartSum& sum : more) add_quanta(sum.part, sum.quanta);
}

void PartSums::read_sums(std::int64_t first, std::span<double> in_units) const {
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t i = 0; i < in_units.size(); ++i)
    in_units[i] = static_cast<double>(sum(static_cast<std::size_t>(first) + i)) / scale_;
}

std::vector<Range> own_parts(std::int64_t parts, std::span<const std::int64_t> filled) {
  const auto all = static_cast<double>(std::accumulate(filled.begin(), filled.end(), std::int64_t{0}));
  std::vector<Range> own;
  double before = 0;
  std::int64_t first = 0;
  for (std::size_t rank = 0; rank < filled.size(); ++rank) {
    before += static_cast<double>(filled[rank]);
    const bool is_last = rank + 1 == filled.size() || all == 0;
    const std::int64_t last = is_last ? parts : static_cast<std::int64_t>(before / all * static_cast<double>(parts));
    own.push_back({first, last});
    first = last;
  }
  return own;
}

}  // namespace perm
