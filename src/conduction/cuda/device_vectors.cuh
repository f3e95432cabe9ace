// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what HostVectors does, with the same bits.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "laplace/cuda/cell_loops_cuda.cuh"
#include "laplace/cuda/sums.cuh"

namespace perm::conduction_cuda {

struct ProductOf {
  const float* a;
  const float* b;
  __device__ void operator()(std::uint32_t i, double (&product)[1]) const { product[0] = double{a[i]} * b[i]; }
};
struct Turn {
  const float* scaled;
  float kept;
  float* direction;
  __device__ void operator()(std::uint32_t i) const { direction[i] = scaled[i] + kept * direction[i]; }
};
struct Subtract {
  const float* a;
  float* b;
  __device__ void operator()(std::uint32_t i) const { b[i] -= a[i]; }
};
struct Go {
  float step;
  const float* direction;
  const float* flows;
  float* potential;
  float* residual;
  __device__ void operator()(std::uint32_t i) const {
    potential[i] += step * direction[i];
    residual[i] -= step * flows[i];
  }
};

inline __global__ void __launch_bounds__(laplace_cuda::loop_threads)
    sum_products(std::size_t count, const float* a, const float* b, const laplace_cuda::DotSums dot) {
  laplace_cuda::share_out(count, [&](std::size_t i) { dot.add(i < count ? dot.quanta(a[i], b[i]) : 0); });
}

class DeviceVectors {
 public:
  using List = laplace_cuda::ZeroList<float>;

  DeviceVectors() : sums_(laplace_cuda::sum_words) {}

  double largest_product(std::span<const float> a, std::span<const float> b) const {
    laplace_cuda::ZeroList<unsigned long long> bits(1);
    if (a.empty()) return 0;
    laplace_cuda::find_largest_terms<1>
        <<<laplace_cuda::loop_blocks(a.size()), laplace_cuda::loop_threads, 0, cuda::step_stream()>>>(
            a.size(), ProductOf{a.data(), b.data()}, bits.data());
    cuda::finish("finding the largest product");
    unsigned long long largest = 0;
    bits.read(&largest, 0, 1);
    return std::bit_cast<double>(largest);
  }
  double dot(std::span<const float> a, std::span<const float> b, double size) const {
    const double quanta_of_one = ExactDot::quanta_of_one(size);
    cuda::check(cudaMemsetAsync(sums_.data(), 0, sums_.bytes(), cuda::step_stream()), "clearing sums");
    sum_products<<<laplace_cuda::loop_blocks(a.size()), laplace_cuda::loop_threads, 0, cuda::step_stream()>>>(
        a.size(), a.data(), b.data(), laplace_cuda::DotSums{sums_.data(), quanta_of_one});
    cuda::finish("summing products");
    unsigned long long sums[laplace_cuda::sum_words];
    sums_.read(sums, 0, laplace_cuda::sum_words);
    return laplace_cuda::sum_of(sums, quanta_of_one);
  }
  void turn(std::span<const float> scaled, float kept, std::span<float> direction) const {
    laplace_cuda::for_each(direction.size(), Turn{scaled.data(), kept, direction.data()});
  }
  void subtract(std::span<const float> a, std::span<float> b) const {
    laplace_cuda::for_each(b.size(), Subtract{a.data(), b.data()});
  }
  void go(float step, std::span<const float> direction, std::span<const float> flows, std::span<float> potential,
          std::span<float> residual) const {
    laplace_cuda::for_each(direction.size(),
                           Go{step, direction.data(), flows.data(), potential.data(), residual.data()});
  }

 private:
  mutable cuda::Array<unsigned long long> sums_;
};

}  // namespace perm::conduction_cuda
