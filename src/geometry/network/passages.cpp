// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/passages.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "geometry/network/pore_rules.hpp"

namespace perm {
namespace {

using Passages = std::vector<Passage>;

/// Sums two lists that are in order.
Passages merge(const Passages& a, const Passages& b) {
  Passages all;
  all.reserve(a.size() + b.size());
  auto next = b.begin();
  for (const Passage& passage : a) {
    while (next != b.end() && next->ends() < passage.ends()) all.push_back(*next++);
    all.push_back(passage);
    if (next != b.end() && next->ends() == passage.ends()) all.back().quanta += (next++)->quanta;
  }
  all.insert(all.end(), next, b.end());
  return all;
}

Passages merge_all(std::vector<Passages> lists) {
  while (lists.size() > 1) {
    std::vector<Passages> fewer((lists.size() + 1) / 2);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < fewer.size(); ++i) {
      if (2 * i + 1 < lists.size())
        fewer[i] = merge(std::exchange(lists[2 * i], {}), std::exchange(lists[2 * i + 1], {}));
      else
        fewer[i] = std::move(lists[2 * i]);
    }
    lists = std::move(fewer);
  }
  return std::move(lists.front());
}

}  // namespace

std::vector<Throat> throats_of(const Communicator& processes, std::vector<Passage> own) {
  if (!processes.is_alone()) own = merge_all(processes.gather_to_all(std::span<const Passage>(own)));
  std::vector<Throat> throats(own.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < own.size(); ++i)
    throats[i] = {own[i].first, own[i].second, static_cast<double>(own[i].quanta) / pore_rules::quanta_of_conductance};
  return throats;
}

}  // namespace perm
