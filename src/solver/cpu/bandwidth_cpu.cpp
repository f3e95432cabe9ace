// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>

#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "solver/cpu/make_cpu.hpp"

namespace perm {
namespace {

/// Computes a = s*a + c in place.
class CpuBandwidth final : public Bandwidth {
 public:
  CpuBandwidth(std::int64_t bytes, int threads)
      : array_(static_cast<std::size_t>(bytes) / sizeof(float)), team_(threads) {
    CpuBandwidth::measure();
  }

  double measure() override {
    using Clock = std::chrono::steady_clock;
    float* a = array_.data();
    const Clock::time_point start = Clock::now();
    team_.run_on_parts(static_cast<std::int64_t>(array_.size()), [a](Range part, int) {
#pragma omp simd
      for (std::int64_t i = part.first; i < part.last; ++i) a[i] = a[i] * 0.999F + 0.001F;
    });
    return 2.0 * static_cast<double>(array_.bytes()) / std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  LargeArray<float> array_;
  ThreadTeam team_;
};

}  // namespace

std::unique_ptr<Bandwidth> make_cpu_bandwidth(std::int64_t bytes, int threads) {
  return std::make_unique<CpuBandwidth>(bytes, threads);
}

}  // namespace perm
