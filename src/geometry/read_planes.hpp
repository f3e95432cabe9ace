// SPDX-License-Identifier: Apache-2.0
// Reads planes of an image by several threads, where its source lets them.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/range.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Keeps the least of the numbers that several threads give.
inline void keep_least(std::atomic<std::int64_t>& least, std::int64_t value) {
  std::int64_t known = least.load();
  while (value < known && !least.compare_exchange_weak(known, value)) {
  }
}

/// Calls `work(image, plane, part)` for the parts of `parts`, each thread with a source and room for a plane of its
/// own, in order of the parts. Ends with the exception of the lowest part that has one.
template <class Work>
void read_parts(PlaneSource& image, Range parts, const Work& work) {
  std::vector<std::unique_ptr<PlaneSource>> others;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t bytes_worth_a_thread = 1 << 16;
  const std::int64_t of_use = image.plane_bytes() * image.extent().nz / bytes_worth_a_thread;
  while (std::ssize(others) + 1 < std::min<std::int64_t>({omp_get_max_threads(), parts.size(), of_use})) {
    auto another = image.for_another_thread();
    if (!another) break;
    others.push_back(std::move(another));
  }
  const auto threads = static_cast<int>(others.size() + 1);
  std::atomic<std::int64_t> failed{none};  // the lowest part with an exception
  std::vector<std::pair<std::int64_t, std::exception_ptr>> failures(static_cast<std::size_t>(threads), {none, nullptr});
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    PlaneSource& source = thread == 0 ? image : *others[static_cast<std::size_t>(thread - 1)];
    std::int64_t part = parts.first + thread;
    try {
      std::vector<std::byte> plane(static_cast<std::size_t>(source.plane_bytes()));
      for (; part < parts.last && part < failed; part += threads) work(source, std::span(plane), part);
    } catch (...) {
      failures[static_cast<std::size_t>(thread)] = {part, std::current_exception()};
      keep_least(failed, part);
    }
  }
  const auto first = std::ranges::min_element(failures, {}, &std::pair<std::int64_t, std::exception_ptr>::first);
  if (first->second) std::rethrow_exception(first->second);
}

}  // namespace perm
