// SPDX-License-Identifier: Apache-2.0
// Launches of the step kernels.
#include "solver/cuda_graph.hpp"
#include "solver/step_kernels.cuh"

namespace perm {
namespace {

constexpr int threads = 256;  // of kernels that are not steps

unsigned blocks_for(std::int64_t items, int block) { return static_cast<unsigned>((items + block - 1) / block); }

template <class Storage>
struct Even {
  template <Equilibrium E, class Observer>
  static constexpr auto kernel = step_even<E, Storage, Observer>;
};
template <class Storage>
struct Odd {
  template <Equilibrium E, class Observer>
  static constexpr auto kernel = step_odd<E, Storage, Observer>;
};

template <class Kernels, class Storage, class Observer>
void launch(const typename CudaSteps<Storage>::Lattice& lattice, const StepParameters<Storage>& parameters,
            Equilibrium equilibrium, const Observer& observer) {
  constexpr int block = BlockShape<Storage>::threads;
  const unsigned blocks = blocks_for(lattice.index.cell_count, block);
  if (equilibrium == Equilibrium::linear)
    Kernels::template kernel<Equilibrium::linear, Observer>
        <<<blocks, block, 0, cuda::step_stream()>>>(lattice.f, lattice.index, parameters, observer);
  else
    Kernels::template kernel<Equilibrium::quadratic, Observer>
        <<<blocks, block, 0, cuda::step_stream()>>>(lattice.f, lattice.index, parameters, observer);
  cuda::check(cudaGetLastError(), "launching a step");
}

template <class Kernels, class Storage>
void launch(const typename CudaSteps<Storage>::Lattice& lattice, const StepParameters<Storage>& parameters,
            Equilibrium equilibrium, const Watch& watch) {
  if (watch.sums.limbs != nullptr)
    launch<Kernels, Storage>(lattice, parameters, equilibrium, SumsObserver{watch.sums, lattice.grid});
  else if (watch.fields != nullptr)
    launch<Kernels, Storage>(lattice, parameters, equilibrium, FieldsObserver{watch.fields});
  else
    launch<Kernels, Storage>(lattice, parameters, equilibrium, NoObserver{});
}

}  // namespace

template <class Storage>
void CudaSteps<Storage>::start_from_rest(const Lattice& lattice, const Parameters& parameters) {
  RestState<Storage> rest;
  for (int q = 0; q < d3q19::directions; ++q)
    rest.of[q] = Stored<Storage>::write(rest_distribution(q, parameters.collision.force), parameters.units);
  const std::int64_t count = GpuTiles::count(lattice.index.cell_count) * GpuTiles::values;
  fill<Storage><<<blocks_for(count, threads), threads>>>(lattice.f, count, rest);
  cuda::finish("starting from rest");
}

template <class Storage>
void CudaSteps<Storage>::even(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium,
                              const Watch& watch) {
  launch<Even<Storage>, Storage>(lattice, parameters, equilibrium, watch);
}

template <class Storage>
void CudaSteps<Storage>::odd(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium,
                             const Watch& watch) {
  launch<Odd<Storage>, Storage>(lattice, parameters, equilibrium, watch);
}

template <class Storage>
void CudaSteps<Storage>::gather(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                                std::int64_t count, double* values) {
  exchange<Storage, false>
      <<<blocks_for(count * d3q19::directions, threads), threads>>>(lattice.f, parameters.unit, cells, count, values);
  cuda::finish("reading distributions");
}

template <class Storage>
void CudaSteps<Storage>::scatter(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                                 std::int64_t count, const double* values) {
  exchange<Storage, true><<<blocks_for(count * d3q19::directions, threads), threads>>>(
      lattice.f, parameters.units, cells, count, const_cast<double*>(values));
  cuda::finish("writing distributions");
}

template class CudaSteps<float>;
template class CudaSteps<double>;
template class CudaSteps<__half>;

void launch_conversion(const CudaSteps<__half>::Lattice& from, float unit, float* to) {
  const std::int64_t count = GpuTiles::count(from.index.cell_count) * GpuTiles::values;
  convert<<<blocks_for(count, threads), threads>>>(from.f, unit, to, count);
  cuda::finish("going on in float32");
}

void launch_plane(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t z,
                  float* velocity, float* density) {
  gather_plane<<<blocks_for(grid.extent().plane_voxels(), threads), threads>>>(index, grid, fields, z, velocity,
                                                                               density);
  cuda::finish("reading a plane");
}

}  // namespace perm
