// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>

#include "core/large_array.hpp"
#include "solver/cpu/make_cpu.hpp"

namespace perm {
namespace {

/// Computes a = s*a + c in place.
class CpuBandwidth final : public Bandwidth {
 public:
  CpuBandwidth(std::int64_t bytes, int threads)
      : array_(static_cast<std::size_t>(bytes) / sizeof(float)), threads_(threads) {
    CpuBandwidth::measure();
  }

  double measure() override {
    using Clock = std::chrono::steady_clock;
    float* a = array_.data();
    const auto count = static_cast<std::ptrdiff_t>(array_.size());
    const Clock::time_point start = Clock::now();
#pragma omp parallel for simd schedule(static) num_threads(threads_)
    for (std::ptrdiff_t i = 0; i < count; ++i) a[i] = a[i] * 0.999F + 0.001F;
    return 2.0 * static_cast<double>(array_.bytes()) / std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  LargeArray<float> array_;
  int threads_;
};

}  // namespace

std::unique_ptr<Bandwidth> make_cpu_bandwidth(std::int64_t bytes, int threads) {
  return std::make_unique<CpuBandwidth>(bytes, threads);
}

}  // namespace perm
