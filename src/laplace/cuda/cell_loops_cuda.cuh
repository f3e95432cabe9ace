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

#include "device/cuda_graph.hpp"
#include "device/exact_sum.cuh"
#include "laplace/cuda/cell_links.cuh"
#include "laplace/cuda/coarsening_kernels.cuh"
#include "laplace/cuda/laplace_solver_cuda.hpp"
#include "laplace/cuda/views.hpp"
#include "laplace/exact_dot.hpp"
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

template <class Links>
__global__ void __launch_bounds__(cells_a_group)
    visit_links(const __grid_constant__ CellView cells, const __grid_constant__ Links links) {
  const std::uint32_t cell = blockIdx.x * cells_a_group + threadIdx.x;
  if (cell >= cells.cells) return;
  typename Links::Value value{};
  for_each_link(cells, cell, [&](std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
    links.add(value, cell, neighbour, static_cast<float>(quanta), step);
  });
  links.finish(cell, value);
}

/// Sums what a value is for each cell of a piece, in ascending order.
template <class ValueOf>
__global__ void sum_cells(const __grid_constant__ PiecesView pieces, const ValueOf value_of, float* sums) {
  if (item() >= pieces.numbers) return;
  const Members members = pieces.members[item()];
  float sum = 0;
  for (std::uint32_t i = members.first; i < members.last; ++i) sum += value_of(pieces.member_list[i]);
  sums[item()] = sum;
}

/// Does what WithinBlock::solve does. A thread has a block.
inline __global__ void __launch_bounds__(threads)
    solve_within(const __grid_constant__ WordsView image, const __grid_constant__ WithinBlock within,
                 const std::uint8_t* widths, std::uint32_t blocks, float* values) {
  if (item() >= blocks) return;
  const std::uint32_t word = item() / blocks_a_word;
  const unsigned block = item() % blocks_a_word;
  const WordOfBlocks own = word_of_blocks(image, word / image.words_per_row, word % image.words_per_row);
  const unsigned pattern = own.pattern(block);
  if (pattern == 0) return;
  float of_voxels[8];
  float width[8];
  std::uint32_t cell[8];
#pragma unroll
  for (unsigned voxel = 0; voxel < 8; ++voxel) {
    const Word& row = own.rows[voxel / 2];
    const bool is_pore = (pattern >> voxel & 1U) != 0;
    cell[voxel] = row.first + __popc(row.bits & ((1U << (2 * block + voxel % 2)) - 1));
    of_voxels[voxel] = is_pore ? values[cell[voxel]] : 0;
    width[voxel] = is_pore ? widths[cell[voxel]] : 0;
  }
  within.solve(pattern, width, of_voxels);
#pragma unroll
  for (unsigned voxel = 0; voxel < 8; ++voxel)
    if ((pattern >> voxel & 1U) != 0) values[cell[voxel]] = of_voxels[voxel];
}

}  // namespace laplace_cuda

class CellLoopsCuda {
 public:
  template <class Value>
  using List = laplace_cuda::ZeroList<Value>;

  /// Copies what it needs.
  CellLoopsCuda(const Occupancy& occupancy, const FaceRules& rules, std::span<const std::uint8_t> widths,
                Quanta of_edge)
      : image_(occupancy, rules),
        solver_(image_, widths, of_edge),
        within_(occupancy.extent(), rules, static_cast<float>(of_edge)) {}

  std::size_t cells() const { return solver_.cells().cells; }
  std::size_t pieces() const { return solver_.pieces().numbers; }
  const std::uint8_t* widths() const { return solver_.cells().widths; }
  const std::uint32_t* piece_of() const { return solver_.pieces().piece_of; }

  template <class Visit>
  void for_each(std::size_t count, const Visit& visit) const {
    laplace_cuda::for_each(count, visit);
  }

  template <int count, class Terms>
  std::array<double, count> sums(std::size_t items, const Terms& terms) const {
    using namespace laplace_cuda;
    std::array<double, count> sums{};
    if (items == 0) return sums;
    ZeroList<unsigned long long> results(3 * count);  // largest terms, then sums
    unsigned long long bits[3 * count];
    find_largest_terms<count>
        <<<loop_blocks(items), loop_threads, 0, cuda::step_stream()>>>(items, terms, results.data());
    cuda::finish("finding the largest terms");
    results.read(bits, 0, count);
    Scales<count> scales{};
    for (int k = 0; k < count; ++k) {
      const auto largest = std::bit_cast<double>(bits[k]);
      scales.of[k] = std::isfinite(largest) ? ExactDot::quanta_of_one(largest) : 0;
    }
    add_terms<count>
        <<<loop_blocks(items), loop_threads, 0, cuda::step_stream()>>>(items, terms, scales, results.data() + count);
    cuda::finish("summing");
    results.read(bits, 0, 3 * count);
    for (int k = 0; k < count; ++k)
      sums[k] = scales.of[k] > 0 ? static_cast<double>(whole(bits + count + 2 * k)) / scales.of[k]
                                 : std::numeric_limits<double>::quiet_NaN();
    return sums;
  }

  template <class Links>
  void for_each_links(const Links& links) const {
    using namespace laplace_cuda;
    if (cells() == 0) return;
    const auto groups = static_cast<unsigned>((cells() + cells_a_group - 1) / cells_a_group);
    laplace_cuda::visit_links<<<groups, cells_a_group, 0, cuda::step_stream()>>>(solver_.cells(), links);
    cuda::check(cudaGetLastError(), "working on links");
  }

  template <class ValueOf>
  void sum_cells(const ValueOf& value_of, float* sums) const {
    laplace_cuda::launch(pieces(), laplace_cuda::sum_cells<ValueOf>, solver_.pieces(), value_of, sums);
  }
  LaplaceSolution solve(const float* flux, float* potential, double share) {
    return solver_.solve(flux, potential, share);
  }
  void solve_within(float* values) const {
    const laplace_cuda::WordsView& words = image_.view();
    const std::size_t blocks =
        std::size_t{(words.ny + 1) / 2} * ((words.nz + 1) / 2) * words.words_per_row * laplace_cuda::blocks_a_word;
    laplace_cuda::launch(cells() == 0 ? 0 : blocks, laplace_cuda::solve_within, words, within_, widths(),
                         static_cast<std::uint32_t>(blocks), values);
  }

 private:
  laplace_cuda::ImageOnGpu image_;
  LaplaceSolverCuda solver_;
  WithinBlock within_;
};

}  // namespace perm
