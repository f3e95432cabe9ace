// SPDX-License-Identifier: Apache-2.0
// Measures how fast a GPU copies within its memory.
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "solver/cuda/make_cuda.hpp"

namespace perm {
namespace {

/// Copies half of an array to the other half.
class CudaBandwidth final : public Bandwidth {
 public:
  explicit CudaBandwidth(std::int64_t bytes)
      : from_(static_cast<std::size_t>(bytes)), to_(static_cast<std::size_t>(bytes)) {
    from_.clear();
    cuda::check(cudaEventCreate(&start_), "creating an event");
    cuda::check(cudaEventCreate(&end_), "creating an event");
    CudaBandwidth::measure();
  }
  ~CudaBandwidth() override {
    cudaEventDestroy(start_);
    cudaEventDestroy(end_);
  }
  double measure() override {
    cuda::check(cudaEventRecord(start_), "timing a copy");
    cuda::check(cudaMemcpyAsync(to_.data(), from_.data(), from_.bytes(), cudaMemcpyDeviceToDevice), "copying");
    cuda::check(cudaEventRecord(end_), "timing a copy");
    cuda::check(cudaEventSynchronize(end_), "copying");
    float milliseconds = 0;
    cuda::check(cudaEventElapsedTime(&milliseconds, start_, end_), "timing a copy");
    return 2e3 * static_cast<double>(from_.bytes()) / static_cast<double>(milliseconds);
  }

 private:
  cuda::Array<unsigned char> from_;
  cuda::Array<unsigned char> to_;
  cudaEvent_t start_{};
  cudaEvent_t end_{};
};

}  // namespace

std::unique_ptr<Bandwidth> make_cuda_bandwidth(std::int64_t bytes) {
  require_cuda();
  return std::make_unique<CudaBandwidth>(bytes);
}

}  // namespace perm
