// SPDX-License-Identifier: Apache-2.0
// The memory of a GPU that a run says it will take is what the GPU counts in the end: the peak is 0.90 to 1.02 of the
// prediction from 256^3 voxels on. Nothing else may use the GPU meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr std::int64_t size = 256;

/// Looks at the memory of the GPU again and again, from its making to its end.
class PeakOfGpu {
 public:
  PeakOfGpu() : thread_([this] { watch(); }) {}
  PeakOfGpu(const PeakOfGpu&) = delete;
  PeakOfGpu& operator=(const PeakOfGpu&) = delete;
  ~PeakOfGpu() {
    ended_ = true;
    thread_.join();
  }
  std::int64_t bytes() const { return peak_; }

 private:
  void watch() {
    while (!ended_) {
      peak_ = std::max(peak_.load(), facts_of(Device::cuda).used_bytes());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  std::atomic<bool> ended_{false};
  std::atomic<std::int64_t> peak_{0};
  std::thread thread_;
};

/// What the first run of a process allocates for good, its end does not give back: so all runs count from this moment.
class PeakOfGpuMemory : public testing::Test {
 protected:
  static void SetUpTestSuite() { before_ = facts_of(Device::cuda).used_bytes(); }

  static void expect_prediction(const PoreSpace& pores, Method method, Precision precision) {
    FlowOptions options;
    options.method = method;
    options.tolerance = 0.05;
    options.max_steps = 1000;
    options.solver.device = Device::cuda;
    options.solver.precision = precision;
    const RunEstimate estimate = estimate_run(pores, options);
    const PeakOfGpu peak;
    const FlowResult flow = SteadyFlow(pores, options, estimate).run().result();
    const auto taken = static_cast<double>(peak.bytes() - before_);
    const auto predicted = static_cast<double>(estimate.bytes);
    EXPECT_GT(flow.steps, 0);
    EXPECT_GE(taken / predicted, 0.90) << taken << " bytes of " << predicted << ", " << to_string(method) << ", "
                                       << to_string(precision);
    EXPECT_LE(taken / predicted, 1.02) << taken << " bytes of " << predicted << ", " << to_string(method) << ", "
                                       << to_string(precision);
    RecordProperty(std::string(to_string(method)) + "_" + std::string(to_string(precision)),
                   std::to_string(taken) + " of " + std::to_string(predicted));
  }

 private:
  static inline std::int64_t before_{0};
};

TEST_F(PeakOfGpuMemory, is_what_was_predicted_of_rock) {
  const PoreSpace rock = percolating_spheres(size, 10, 0.12);
  for (const Method method : {Method::pressure, Method::plain})
    for (const Precision precision : {Precision::float32, Precision::float64, Precision::float16})
      expect_prediction(rock, method, precision);
}

TEST_F(PeakOfGpuMemory, is_what_was_predicted_of_wide_pores) {
  expect_prediction(percolating_spheres(size, 10, 0.6), Method::pressure, Precision::float32);
}

TEST_F(PeakOfGpuMemory, is_what_was_predicted_of_voxels_at_random) {
  std::mt19937 random(1);
  PoreSpace pores({size, size, size});
  for (std::int64_t z = 0; z < size; ++z)
    for (std::int64_t y = 0; y < size; ++y)
      for (std::int64_t x = 0; x < size; ++x)
        if (random() % 10 < 4) pores.set_pore(x, y, z);
  const PoreSpace noise = Connectivity(std::move(pores)).percolating(Axis::x).pores();
  expect_prediction(noise, Method::pressure, Precision::float32);
}

}  // namespace
}  // namespace perm
