// SPDX-License-Identifier: Apache-2.0
// The threads of loops over the image, besides those that step: as many as the run has, and its image has work for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/processors/threads.hpp"

namespace perm {

/// Makes all loops of a run use its number of threads, as far as its image has work for them. OpenMP is left as it was.
class LoopThreads {
 public:
  LoopThreads(int threads, std::int64_t voxels)
      : before_(
            set_loop_threads(static_cast<int>(std::clamp<std::int64_t>(voxels / voxels_worth_a_thread, 1, threads)))) {}
  ~LoopThreads() { set_loop_threads(before_); }
  LoopThreads(const LoopThreads&) = delete;
  LoopThreads& operator=(const LoopThreads&) = delete;

 private:
  int before_;
};

}  // namespace perm
