// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "solver/cuda/faces_cuda.hpp"

namespace perm {
namespace {

constexpr int threads = 256;

unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

/// Describes a pair as the host knows it: it names each cell by its word in brick order and its bit.
struct WordPair {
  FacePair pair;
  std::uint8_t bit[2];
};

__global__ void find_cells(const OccupancyWord* words, const WordPair* from, std::int64_t count, FacePair* to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  FacePair pair = from[i].pair;
  for (int side = 0; side < 2; ++side) {
    const OccupancyWord word = words[pair.cell[side]];
    pair.cell[side] = word.first_cell + detail::count_bits(word.bits & ((1U << from[i].bit[side]) - 1U));
  }
  to[i] = pair;
}

template <class Storage>
__global__ void reflect_pairs(Storage* f, const FacePair* pairs, std::int64_t count,
                              const __grid_constant__ Reflections<typename Stored<Storage>::Real> reflections) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) reflect<typename CudaSteps<Storage>::Tiles>(f, pairs[i], reflections);
}

/// Each thread takes one word.
template <class Storage>
__global__ void set_density(Storage* f, const OccupancyWord* words, const __grid_constant__ BrickGrid grid,
                            const __grid_constant__ OwnRows rows, Axis axis, const double* deviation, double unit) {
  using Tiles = typename CudaSteps<Storage>::Tiles;
  using Real = typename Stored<Storage>::Real;
  const std::int64_t number = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (number >= grid.words()) return;
  const OccupancyWord word = words[number];
  const BrickGrid::Place at = grid.place(number);
  if (at.y >= rows.own_y || at.z >= rows.own_z) return;
  std::uint32_t cell = word.first_cell;
  for (std::uint32_t left = word.bits; left != 0; left &= left - 1, ++cell) {
    const std::int64_t x = BrickGrid::word_bits * at.column + __ffs(static_cast<int>(left)) - 1;
    const std::int64_t plane = axis == Axis::x ? x : axis == Axis::y ? rows.image_y + at.y : rows.image_z + at.z;
    for (int q = 0; q < d3q19::directions; ++q)
      f[Tiles::slot(cell, q)] = Stored<Storage>::write(static_cast<Real>(d3q19::weight(q) * deviation[plane] / unit));
  }
}

}  // namespace

FacesCuda::FacesCuda(const Domain& domain, const PoreSpace& pores, const CudaIndex& index) {
  std::vector<WordPair> found;
  for_each_face_pair(domain, pores, [&](const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection) {
    const auto word = [&](const VoxelSlot& slot) {
      return static_cast<std::uint32_t>(index.grid().word(slot.x / BrickGrid::word_bits, slot.y, slot.z));
    };
    const auto bit = [](const VoxelSlot& slot) { return static_cast<std::uint8_t>(slot.x % BrickGrid::word_bits); };
    found.push_back({{{word(a), word(b)}, {static_cast<std::uint8_t>(a.q), static_cast<std::uint8_t>(b.q)}, reflection},
                     {bit(a), bit(b)}});
  });
  pairs_ = cuda::Array<FacePair>(found.size());
  if (found.empty()) return;
  cuda::Array<WordPair> on_device(found.size());
  on_device.write(found.data(), 0, found.size());
  const auto count = static_cast<std::int64_t>(found.size());
  find_cells<<<blocks_for(count), threads>>>(index.view().words, on_device.data(), count, pairs_.data());
  cuda::finish("finding the cells at closed faces");
}

template <class Storage>
void FacesCuda::launch(Storage* f, const Reflections<typename Stored<Storage>::Real>& reflections,
                       cudaStream_t stream) const {
  const auto count = static_cast<std::int64_t>(pairs_.size());
  if (count == 0) return;
  reflect_pairs<Storage><<<blocks_for(count), threads, 0, stream>>>(f, pairs_.data(), count, reflections);
  cuda::check(cudaGetLastError(), "reflecting at closed faces");
}

template <class Storage>
void start_from_density(const typename CudaSteps<Storage>::Lattice& lattice, const StartDensity& density, double unit) {
  cuda::Array<double> deviation(density.deviation.size());
  deviation.write(density.deviation.data(), 0, density.deviation.size());
  set_density<Storage><<<blocks_for(lattice.grid.words()), threads>>>(
      lattice.f, lattice.index.words, lattice.grid, lattice.rows, density.axis, deviation.data(), unit);
  cuda::finish("starting from a density");
}

template void FacesCuda::launch(float*, const Reflections<float>&, cudaStream_t) const;
template void FacesCuda::launch(double*, const Reflections<double>&, cudaStream_t) const;
template void FacesCuda::launch(__half*, const Reflections<float>&, cudaStream_t) const;
template void start_from_density<float>(const CudaSteps<float>::Lattice&, const StartDensity&, double);
template void start_from_density<double>(const CudaSteps<double>::Lattice&, const StartDensity&, double);
template void start_from_density<__half>(const CudaSteps<__half>::Lattice&, const StartDensity&, double);

}  // namespace perm
