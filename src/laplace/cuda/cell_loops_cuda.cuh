// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what CellLoops does, with the same bits: work that is written for either runs here as kernels.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "device/cuda_graph.hpp"
#include "device/exact_sum.cuh"
#include "laplace/cuda/block_kernels.cuh"
#include "laplace/cuda/cell_links.cuh"
#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/cuda/laplace_solver_cuda.hpp"
#include "laplace/cuda/pieces_on_gpu.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/pieces_on_first.hpp"
#include "laplace/within_block.hpp"

namespace perm {
namespace laplace_cuda {

/// A list of values in device memory, all bits of which are zero at first.
template <class Value>
class ZeroList : public cuda::Array<Value> {
 public:
  explicit ZeroList(std::size_t count) : cuda::Array<Value>(count) { this->clear(); }
};

inline constexpr unsigned loop_threads = 256;
inline constexpr std::size_t most_loop_blocks = 2048;

inline unsigned loop_blocks(std::size_t items) {
  return static_cast<unsigned>(std::min(most_loop_blocks, (items + loop_threads - 1) / loop_threads));
}

/// Calls visit(i) for i = 0 .. count - 1, which the threads of the grid share; they call it the same number of times,
/// at last with `count` where nothing is left for them.
template <class Visit>
__device__ void share_out(std::size_t count, const Visit& visit) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t first = 0; first < count; first += threads) {
    const std::size_t i = first + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    visit(i < count ? i : count);
  }
}

template <class Visit>
__global__ void visit_each(std::size_t count, const Visit visit) {
  share_out(count, [&](std::size_t i) {
    if (i < count) visit(static_cast<std::uint32_t>(i));
  });
}

/// Calls visit(i) for i = 0 .. count - 1.
template <class Visit>
void for_each(std::size_t count, const Visit& visit) {
  if (count == 0) return;
  visit_each<<<loop_blocks(count), loop_threads, 0, cuda::step_stream()>>>(count, visit);
  cuda::check(cudaGetLastError(), "working on cells");
}

/// Adds what quanta_of(i) gives to a sum, in two limbs.
template <class QuantaOf>
__global__ void add_quanta(std::size_t count, const QuantaOf quanta_of, unsigned long long* sum) {
  exact_sum::Limbs own{0, 0};
  share_out(count, [&](std::size_t i) {
    const exact_sum::Limbs more = exact_sum::sum_over(cuda::all_lanes, i < count ? quanta_of(i) : 0);
    own.low += more.low;
    own.rest += more.rest;
  });
  if (cuda::lane() == 0) exact_sum::add(sum, 0, own);
}

/// Finds the bits of the size of the largest of `terms` values each; infinite where one is not finite. The bits of
/// sizes have the order of these.
template <int terms, class Terms>
__global__ void find_largest_terms(std::size_t count, const Terms terms_of, unsigned long long* bits) {
  unsigned long long own[terms] = {};
  share_out(count, [&](std::size_t i) {
    if (i == count) return;
    double values[terms];
    terms_of(static_cast<std::uint32_t>(i), values);
    for (int k = 0; k < terms; ++k) {
      const double size = isfinite(values[k]) ? fabs(values[k]) : HUGE_VAL;
      own[k] = max(own[k], static_cast<unsigned long long>(__double_as_longlong(size)));
    }
  });
  __shared__ unsigned long long of_block[terms];
  if (threadIdx.x < terms) of_block[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < terms; ++k) atomicMax(&of_block[k], own[k]);
  __syncthreads();
  if (threadIdx.x < terms) atomicMax(bits + threadIdx.x, of_block[threadIdx.x]);
}

template <int terms>
struct Scales {
  double of[terms];
};

/// Adds `terms` values each, in quanta, to sums in two limbs each.
template <int terms, class Terms>
__global__ void add_terms(std::size_t count, const Terms terms_of, const Scales<terms> scales,
                          unsigned long long* sums) {
  exact_sum::Limbs own[terms] = {};
  share_out(count, [&](std::size_t i) {
    double values[terms] = {};
    if (i < count) terms_of(static_cast<std::uint32_t>(i), values);
    for (int k = 0; k < terms; ++k) {
      const exact_sum::Limbs more =
          exact_sum::sum_over(cuda::all_lanes, scales.of[k] > 0 ? __double2ll_rn(values[k] * scales.of[k]) : 0);
      own[k].low += more.low;
      own[k].rest += more.rest;
    }
  });
  if (cuda::lane() != 0) return;
  for (int k = 0; k < terms; ++k) exact_sum::add(sums, k, own[k]);
}

inline __int128 whole(const unsigned long long* limbs) {
  return static_cast<__int128>(limbs[0]) + static_cast<__int128>(static_cast<long long>(limbs[1])) * (1LL << 32);
}

/// Gives the sum of quanta_of(i) for i = 0 .. count - 1.
template <class QuantaOf>
__int128 sum_quanta(std::size_t count, const QuantaOf& quanta_of) {
  if (count == 0) return 0;
  ZeroList<unsigned long long> sum(2);
  add_quanta<<<loop_blocks(count), loop_threads, 0, cuda::step_stream()>>>(count, quanta_of, sum.data());
  cuda::finish("summing");
  unsigned long long limbs[2];
  sum.read(limbs, 0, 2);
  return whole(limbs);
}

template <class View, class Links>
__global__ void __launch_bounds__(cells_a_group)
    visit_links(const __grid_constant__ View cells, const __grid_constant__ Links links) {
  const std::uint32_t cell = blockIdx.x * cells_a_group + threadIdx.x;
  if (cell >= cells.cells) return;
  typename Links::Value value{};
  for_each_link(cells, cell, [&](std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
    links.add(value, cell, neighbour, static_cast<float>(quanta), step);
  });
  links.finish(cell, value);
}

}  // namespace laplace_cuda

class CellLoopsCuda {
 public:
  template <class Value>
  using List = laplace_cuda::ZeroList<Value>;

  using Solver = SharedSolver<LaplaceSolverCuda, List<float>>;

  /// make_solver(domain, pieces, joined pieces) makes what solves for the pieces of all processes. Collective.
  template <class MakeSolver>
  CellLoopsCuda(const DomainCells& cells, std::span<const std::uint8_t> widths, Quanta of_edge,
                const MakeSolver& make_solver)
      : processes_(cells.domain().processes()),
        image_(cells),
        cells_(image_, widths, of_edge),
        numbered_(image_, cells),
        solver_(make_solver(cells.domain(), numbered_.shared(),
                            laplace_cuda::join_pieces(image_, cells_.view(), numbered_))),
        within_(cells.domain().image(), cells.domain().rules(), static_cast<float>(of_edge)) {}

  const Communicator& processes() const { return processes_; }
  std::size_t cells() const { return image_.own_cells(); }
  std::size_t cells_with_halo() const { return image_.cells(); }
  std::size_t own_pieces() const { return numbered_.count(); }
  std::size_t pieces() const { return numbered_.shared().known(); }
  const std::uint8_t* widths() const { return cells_.view().widths; }
  const std::uint32_t* piece_of() const { return numbered_.piece_of(); }

  template <class Visit>
  void for_each(std::size_t count, const Visit& visit) const {
    laplace_cuda::for_each(count, visit);
  }

  template <int count, class Terms>
  std::array<double, count> sums(std::size_t items, const Terms& terms) const {
    using namespace laplace_cuda;
    std::array<double, count> largest{};
    std::array<__int128, count> quanta{};
    ZeroList<unsigned long long> results(3 * count);  // largest terms, then sums
    unsigned long long bits[3 * count] = {};
    if (items > 0) {
      find_largest_terms<count>
          <<<loop_blocks(items), loop_threads, 0, cuda::step_stream()>>>(items, terms, results.data());
      cuda::finish("finding the largest terms");
      results.read(bits, 0, count);
    }
    Scales<count> scales{};
    for (int k = 0; k < count; ++k) {
      largest[k] = processes_.max(std::bit_cast<double>(bits[k]));
      scales.of[k] = std::isfinite(largest[k]) ? ExactDot::quanta_of_one(largest[k]) : 0;
    }
    if (items > 0) {
      add_terms<count>
          <<<loop_blocks(items), loop_threads, 0, cuda::step_stream()>>>(items, terms, scales, results.data() + count);
      cuda::finish("summing");
      results.read(bits, 0, 3 * count);
      for (int k = 0; k < count; ++k) quanta[k] = whole(bits + count + 2 * k);
    }
    processes_.sum(std::span<__int128>(quanta));
    std::array<double, count> sums{};
    for (int k = 0; k < count; ++k)
      sums[k] =
          scales.of[k] > 0 ? static_cast<double>(quanta[k]) / scales.of[k] : std::numeric_limits<double>::quiet_NaN();
    return sums;
  }

  template <class Links>
  void for_each_links(const Links& links) const {
    using namespace laplace_cuda;
    if (cells() == 0) return;
    const auto groups = static_cast<unsigned>((cells() + cells_a_group - 1) / cells_a_group);
    laplace_cuda::visit_links<<<groups, cells_a_group, 0, cuda::step_stream()>>>(cells_.view(), links);
    cuda::check(cudaGetLastError(), "working on links");
  }

  template <class ValueOf>
  void sum_cells(const ValueOf& value_of, float* sums) const {
    const std::size_t blocks = laplace_cuda::count_blocks(image_.view());
    laplace_cuda::launch(cells() == 0 ? 0 : blocks, laplace_cuda::sum_cells<ValueOf>, image_.view(), piece_of(), blocks,
                         value_of, sums);
  }
  LaplaceSolution solve(const float* flux, float* potential, double share) {
    return solver_.solve({flux, own_pieces()}, {potential, pieces()}, share);
  }
  void solve_within(float* values) const {
    const std::size_t blocks = laplace_cuda::count_blocks(image_.view());
    laplace_cuda::launch(cells() == 0 ? 0 : blocks, laplace_cuda::solve_within, image_.view(), within_, widths(),
                         blocks, values);
  }
  static void read(const List<float>& list, const Range& pieces, float* values) {
    cuda::finish("reading pieces");
    list.read(values, static_cast<std::size_t>(pieces.first), static_cast<std::size_t>(pieces.size()));
  }
  static void write(const float* values, const Range& pieces, List<float>& list) {
    cuda::finish("writing pieces");
    list.write(values, static_cast<std::size_t>(pieces.first), static_cast<std::size_t>(pieces.size()));
  }
  void fill_halo(List<float>& list) { solver_.fill_halo({list.data(), pieces()}, own_pieces()); }

 private:
  Communicator processes_;
  laplace_cuda::ImageOnGpu image_;
  laplace_cuda::CellsOnGpu cells_;
  laplace_cuda::PiecesOnGpu numbered_;
  Solver solver_;
  WithinBlock within_;
};

}  // namespace perm
