// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what NodeSystem does, with the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "conduction/cuda/cell_system_cuda.cuh"
#include "conduction/cuda/corner_nodes_cuda.cuh"

namespace perm::conduction_cuda {

/// Where one node of a corner is, and one of the voxels around it: the corner is its corner c.
struct AtNode {
  std::uint32_t x, y, z;
  std::uint32_t node;
};

/// Calls add.add(sum, corners, at, c) for the voxels around each node, in the order of their cells within each row, and
/// add.finish(at, sum). A warp has a word of a row of corners, a thread a corner.
template <class Add>
__global__ void __launch_bounds__(laplace_cuda::threads)
    sum_around(const __grid_constant__ CornersView corners, std::uint64_t words, const Add add) {
  const std::uint64_t number = (std::uint64_t{blockIdx.x} * laplace_cuda::threads + threadIdx.x) / 32;
  if (number >= words) return;
  const auto row = static_cast<std::uint32_t>(number / corners.words_per_row);
  const auto word = static_cast<std::uint32_t>(number % corners.words_per_row);
  const Word* const own = corners.words + std::size_t{row} * most_nodes * corners.words_per_row + word;
  AtNode at{32 * word + threadIdx.x % 32, row % corners.ny, row / corners.ny, 0};
  if ((own[0].bits >> at.x % 32 & 1U) == 0) return;
  const unsigned pattern = corners.pattern(at.x, at.y, at.z);
  const bool has_several = (own[corners.words_per_row].bits >> at.x % 32 & 1U) != 0;
  const unsigned count = has_several ? corners.pieces[pattern].count : 1;
  // The first corners of periodic rows come before the last voxels there.
  const unsigned turned = at.x == 0 && corners.nx == corners.voxels.nx ? 1 : 0;
  for (unsigned k = 0; k < count; ++k) {
    at.node = CornersView::numbered(own[k * corners.words_per_row], at.x);
    float sum = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned c = 7 - (i ^ turned);
      if ((pattern >> (7 - c) & 1U) == 0) continue;
      if (has_several && corners.pieces[pattern].of_voxel[7 - c] != k) continue;
      add.add(sum, corners, at, c);
    }
    add.finish(at, sum);
  }
}

/// Calls visit(corners, cell, x, y, z) for each pore voxel. A warp has a word of a row of voxels, a thread a voxel.
template <class Visit>
__global__ void __launch_bounds__(laplace_cuda::threads)
    visit_voxels(const __grid_constant__ CornersView corners, std::uint64_t words, const Visit visit) {
  const std::uint64_t number = (std::uint64_t{blockIdx.x} * laplace_cuda::threads + threadIdx.x) / 32;
  if (number >= words) return;
  const Word own = corners.voxels.words[number];
  const unsigned bit = threadIdx.x % 32;
  if ((own.bits >> bit & 1U) == 0) return;
  const auto row = static_cast<std::uint32_t>(number / corners.voxels.words_per_row);
  const auto word = static_cast<std::uint32_t>(number % corners.voxels.words_per_row);
  visit(corners, CornersView::numbered(own, bit), 32 * word + bit, row % corners.voxels.ny, row / corners.voxels.ny);
}

/// Tells which corners stay: those at faces of the image whose potential is known.
struct KeptCorners {
  bool low[3];
  bool high[3];
  __device__ bool operator()(const CornersView& corners, const AtNode& at) const {
    return (low[0] && at.x == 0) || (high[0] && at.x == corners.nx - 1) || (low[1] && at.y == 0) ||
           (high[1] && at.y == corners.ny - 1) || (low[2] && at.z == 0) || (high[2] && at.z == corners.nz - 1);
  }
};

/// Counts the cells around each node; 0 where the node stays.
struct CellsAround {
  CornersView corners;
  KeptCorners kept;
  std::uint8_t* counts;
  __device__ void add(float& sum, const CornersView&, const AtNode&, unsigned) const { sum += 1; }
  __device__ void finish(const AtNode& at, float sum) const {
    counts[at.node] = kept(corners, at) ? 0 : static_cast<std::uint8_t>(sum);
  }
};

struct ApplyNodes {
  const float* x;
  const std::uint8_t* cells_around;
  float* y;
  __device__ void add(float& sum, const CornersView& corners, const AtNode& at, unsigned c) const {
    const auto value = [&](unsigned apart) { return x[corners.node_of_same_voxel(at.x, at.y, at.z, c, c ^ apart)]; };
    sum += 4 * x[at.node] - ((value(3) + value(5)) + (value(6) + value(7)));
  }
  __device__ void finish(const AtNode& at, float sum) const { y[at.node] = cells_around[at.node] == 0 ? 0 : sum; }
};

struct DriveNodes {
  unsigned axis;
  const std::uint8_t* cells_around;
  float* driven;
  __device__ void add(float& sum, const CornersView&, const AtNode&, unsigned c) const {
    sum += (c >> axis & 1U) != 0 ? 3.0F : -3.0F;
  }
  __device__ void finish(const AtNode& at, float sum) const { driven[at.node] = cells_around[at.node] == 0 ? 0 : sum; }
};

struct AverageOfCells {
  const float* of_cells;
  const std::uint8_t* cells_around;
  float* of_nodes;
  __device__ void add(float& sum, const CornersView& corners, const AtNode& at, unsigned c) const {
    sum += of_cells[corners.cell(at.x, at.y, at.z, c)];
  }
  __device__ void finish(const AtNode& at, float sum) const {
    of_nodes[at.node] = sum * inverse_of(cells_around[at.node]);
  }
};

/// Adds this mean to the sweep of the nodes.
struct AddAverage {
  AverageOfCells average;
  __device__ void add(float& sum, const CornersView& corners, const AtNode& at, unsigned c) const {
    average.add(sum, corners, at, c);
  }
  __device__ void finish(const AtNode& at, float sum) const {
    float& z = average.of_nodes[at.node];
    z = Multigrid::damping / 4 * z + sum * inverse_of(average.cells_around[at.node]);
  }
};

struct SweepNodes {
  const float* r;
  const std::uint8_t* cells_around;
  float* z;
  __device__ void operator()(std::uint32_t i) const { z[i] = r[i] * inverse_of(cells_around[i]); }
};

struct FluxOfCells {
  float units;
  const float* z;
  float* flux;
  __device__ void operator()(const CornersView& corners, std::uint32_t cell, std::uint32_t x, std::uint32_t y,
                             std::uint32_t of_z) const {
    float sum = 0;
    for (unsigned r = 0; r < 4; ++r)
      sum += units * (z[corners.node_of_same_voxel(x, y, of_z, 0, 2 * r)] +
                      z[corners.node_of_same_voxel(x, y, of_z, 0, 2 * r + 1)]);
    flux[cell] = sum;
  }
};

class NodeSystemCuda {
 public:
  /// `cells` precondition; they must outlive this.
  NodeSystemCuda(CornerNodesCuda nodes, const Domain& domain, CellSystemCuda& cells)
      : nodes_(std::move(nodes)),
        cells_(&cells),
        cells_around_(nodes_.nodes()),
        cell_flux_(cells.count()),
        cell_potential_(cells.count()) {
    KeptCorners kept{};
    for (const Axis axis : all_axes) {
      kept.low[static_cast<int>(axis)] = leads_outside(domain, axis, Side::low);
      kept.high[static_cast<int>(axis)] = leads_outside(domain, axis, Side::high);
    }
    sum(CellsAround{nodes_.view(), kept, cells_around_.data()});
  }

  const CornerNodesCuda& nodes() const { return nodes_; }
  std::size_t count() const { return nodes_.nodes(); }
  void apply(std::span<const float> x, std::span<float> y) const {
    sum(ApplyNodes{x.data(), cells_around_.data(), y.data()});
  }
  void drive(Axis along, std::span<float> driven) const {
    sum(DriveNodes{static_cast<unsigned>(along), cells_around_.data(), driven.data()});
  }
  void precondition(std::span<const float> r, std::span<float> z) {
    laplace_cuda::for_each(r.size(), SweepNodes{r.data(), cells_around_.data(), z.data()});
    const std::size_t words = cells_->image().own_words();
    const auto units = static_cast<float>(CellSystemCuda::quanta_of_one() / 12);  // of what cells and nodes conduct
    laplace_cuda::launch(32 * words, visit_voxels<FluxOfCells>, nodes_.view(), std::uint64_t{words},
                         FluxOfCells{units, z.data(), cell_flux_.data()});
    cells_->precondition({cell_flux_.data(), cell_flux_.size()}, {cell_potential_.data(), cell_potential_.size()});
    sum(AddAverage{{cell_potential_.data(), cells_around_.data(), z.data()}});
  }
  void average(std::span<const float> of_cells, std::span<float> of_nodes) const {
    sum(AverageOfCells{of_cells.data(), cells_around_.data(), of_nodes.data()});
  }

 private:
  template <class Add>
  void sum(const Add& add) const {
    laplace_cuda::launch(32 * nodes_.words(), sum_around<Add>, nodes_.view(), std::uint64_t{nodes_.words()}, add);
  }

  CornerNodesCuda nodes_;
  CellSystemCuda* cells_;
  cuda::Array<std::uint8_t> cells_around_;  ///< each node
  cuda::Array<float> cell_flux_;
  cuda::Array<float> cell_potential_;
};

}  // namespace perm::conduction_cuda
