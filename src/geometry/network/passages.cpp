// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/passages.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "core/large_array.hpp"
#include "core/processors/first_error.hpp"
#include "geometry/network/pore_rules.hpp"

namespace perm {
namespace {

using List = std::span<const Passage>;

Throat throat_of(const Passage& passage) {
  return {passage.first, passage.second, static_cast<double>(passage.quanta) / pore_rules::quanta_of_conductance};
}

/// Sums lists that are in order. Hardly any ends are on two lists, so that long runs come from one.
std::vector<Throat> merge(std::vector<List> lists) {
  std::vector<Throat> throats;
  std::size_t all = 0;
  for (const List& list : lists) all += list.size();
  throats.reserve(all);
  while (true) {
    std::erase_if(lists, [](const List& list) { return list.empty(); });
    if (lists.empty()) return throats;
    const auto ends = [](const List& list) { return list.front().ends(); };
    const auto least = std::ranges::min_element(lists, {}, ends);
    Passage sum = least->front();
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();  // of the other lists
    for (auto list = lists.begin(); list != lists.end(); ++list) {
      if (list == least) continue;
      if (ends(*list) == sum.ends()) {
        sum.quanta += list->front().quanta;
        *list = list->subspan(1);
      }
      if (!list->empty()) next = std::min(next, ends(*list));
    }
    throats.push_back(throat_of(sum));
    std::size_t taken = 1;
    for (; taken < least->size() && (*least)[taken].ends() < next; ++taken)
      throats.push_back(throat_of((*least)[taken]));
    *least = least->subspan(taken);
  }
}

/// Gives the part of a list that begins with bodies from `first` to `last` - 1.
List part_of(const List& list, const Range& bodies) {
  const auto place = [&](std::int64_t body) {
    return std::ranges::lower_bound(list, static_cast<std::uint64_t>(body), {},
                                    [](const Passage& passage) { return std::uint64_t{passage.first}; });
  };
  return {place(bodies.first), place(bodies.last)};
}

/// Sums lists that are in order; threads share the bodies.
std::vector<Throat> merge_all(const std::vector<List>& lists) {
  constexpr std::int64_t chunks = 256;
  std::int64_t bodies = 0;
  for (const List& list : lists)
    if (!list.empty()) bodies = std::max(bodies, std::int64_t{list.back().first} + 1);
  std::vector<std::vector<Throat>> of_chunks(chunks);
  std::vector<std::size_t> first(chunks + 1);
  FirstError error;
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
    error.guard([&] {
      std::vector<List> parts;
      for (const List& list : lists) parts.push_back(part_of(list, even_part(bodies, chunk, chunks)));
      of_chunks[static_cast<std::size_t>(chunk)] = merge(std::move(parts));
    });
  error.rethrow();
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) first[chunk + 1] = first[chunk] + of_chunks[chunk].size();
  std::vector<Throat> all(first.back());
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    std::ranges::copy(std::exchange(of_chunks[chunk], {}), all.begin() + static_cast<std::ptrdiff_t>(first[chunk]));
  return all;
}

}  // namespace

std::vector<Throat> throats_for_first(const Communicator& processes, std::span<const Passage> own) {
  if (processes.is_alone()) return merge_all({own});
  const std::int64_t count = std::ssize(own);
  std::vector<Range> places;  // of each process's list in one list of all
  for (const auto& of_rank : processes.gather_to_all(std::span(&count, 1))) {
    const std::int64_t first = places.empty() ? 0 : places.back().last;
    places.push_back({first, first + of_rank.front()});
  }
  LargeArray<Passage> passages(static_cast<std::size_t>(processes.is_first() ? places.back().last : count));
  std::ranges::copy(own, passages.begin());
  processes.gather_to_first(passages.span(), places);
  if (!processes.is_first()) return {};
  std::vector<List> lists;
  for (const Range& place : places)
    lists.push_back(std::as_const(passages).span().subspan(static_cast<std::size_t>(place.first),
                                                           static_cast<std::size_t>(place.size())));
  return merge_all(lists);
}

}  // namespace perm
