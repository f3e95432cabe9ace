// SPDX-License-Identifier: Apache-2.0
// Compiles the steps in float32 and float64 without contraction to fused multiply-adds, so that they have the CPU's
// bits.
#include "solver/cuda/step_launches.cuh"

namespace perm {

template class CudaSteps<float>;
template class CudaSteps<double>;

void launch_conversion(const CudaSteps<__half>::Lattice& from, double unit, float* to) {
  const std::int64_t count = std::int64_t{from.index.cells} * d3q19::directions;
  if (count == 0) return;
  convert<<<launches::blocks_for(count, launches::threads), launches::threads>>>(from.f, unit, to, count);
  cuda::finish("going on in float32");
}

void launch_plane(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t own_y,
                  std::int64_t z, float* velocity, float* density) {
  gather_plane<<<launches::blocks_for(grid.extent().nx * own_y, launches::threads), launches::threads>>>(
      index, grid, fields, own_y, z, velocity, density);
  cuda::finish("reading a plane");
}

void launch_residual(const BrickIndex& index, const BrickGrid& grid, const OwnRows& rows, const ChangeView& changes,
                     const SumView& sums) {
  const std::int64_t voxels = changes.words.count * WatchedView::word_bits;
  if (voxels == 0) return;
  add_residual<<<launches::blocks_for(voxels, launches::threads), launches::threads, 0, cuda::step_stream()>>>(
      index, grid, rows, changes, sums);
  cuda::check(cudaGetLastError(), "summing changes");
}

void launch_flow(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t own_y,
                 std::int64_t z, std::int64_t voxels, CellField* values) {
  gather_flow<<<launches::blocks_for(voxels, launches::threads), launches::threads>>>(index, grid, fields, own_y, z,
                                                                                      voxels, values);
  cuda::finish("reading a flow");
}

void launch_fields(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, const OwnWords& own,
                   CellField* values) {
  if (own.words.size() == 0) return;
  launches::on_own_cells(index, own, [&](auto all, unsigned blocks) {
    gather_fields<decltype(all)::value><<<blocks, launches::threads>>>(index, grid, fields, own, values);
  });
  cuda::finish("reading fields");
}

}  // namespace perm
