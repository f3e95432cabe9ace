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
/// The same for what has one cell.
template <class Item>
struct WordItem {
  Item item;
  std::uint8_t bit;
};

__device__ std::uint32_t find_cell(const OccupancyWord* words, std::uint32_t number, std::uint8_t bit) {
  const OccupancyWord word = words[number];
  return word.first_cell + detail::count_bits(word.bits & ((1U << bit) - 1U));
}

__global__ void find_cells(const OccupancyWord* words, const WordPair* from, std::int64_t count, FacePair* to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  FacePair pair = from[i].pair;
  for (int side = 0; side < 2; ++side) pair.cell[side] = find_cell(words, pair.cell[side], from[i].bit[side]);
  to[i] = pair;
}

template <class Item>
__global__ void find_cells(const OccupancyWord* words, const WordItem<Item>* from, std::int64_t count, Item* to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  to[i] = from[i].item;
  to[i].cell = find_cell(words, to[i].cell, from[i].bit);
}

/// Gives the items on the device, with the cells as it numbers them.
template <class To, class From>
cuda::Array<To> to_device(const std::vector<From>& found, const CudaIndex& index) {
  cuda::Array<To> items(found.size());
  if (found.empty()) return items;
  cuda::Array<From> on_device(found.size());
  on_device.write(found.data(), 0, found.size());
  const auto count = static_cast<std::int64_t>(found.size());
  find_cells<<<blocks_for(count), threads>>>(index.view().words, on_device.data(), count, items.data());
  cuda::finish("finding the cells at closed faces");
  return items;
}

template <class Storage>
__global__ void reflect_pairs(Storage* f, const FacePair* pairs, std::int64_t count,
                              const __grid_constant__ Reflections<typename Stored<Storage>::Real> reflections) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) reflect<typename CudaSteps<Storage>::Tiles>(f, pairs[i], reflections);
}

template <class Storage>
__global__ void move_links(Storage* f, const MovingLink* links, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) move<typename CudaSteps<Storage>::Tiles>(f, links[i]);
}

template <class Storage>
__global__ void let_cells_out(Storage* f, const OutletCell* outlets, std::int64_t count,
                              typename Stored<Storage>::Real products) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) let_out<typename CudaSteps<Storage>::Tiles>(f, outlets[i], products);
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

FacesCuda::FacesCuda(const Domain& domain, const PoreSpace& pores, const CudaIndex& index,
                     const SolverSettings& settings) {
  const auto word = [&](const VoxelSlot& slot) {
    return static_cast<std::uint32_t>(index.grid().word(slot.x / BrickGrid::word_bits, slot.y, slot.z));
  };
  const auto bit = [](const VoxelSlot& slot) { return static_cast<std::uint8_t>(slot.x % BrickGrid::word_bits); };
  std::vector<WordPair> pairs;
  for_each_face_pair(domain, pores, [&](const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection) {
    pairs.push_back({{{word(a), word(b)}, {static_cast<std::uint8_t>(a.q), static_cast<std::uint8_t>(b.q)}, reflection},
                     {bit(a), bit(b)}});
  });
  pairs_ = to_device<FacePair>(pairs, index);
  std::vector<WordItem<MovingLink>> moving;
  for_each_moving_link(domain, pores, settings, [&](const VoxelSlot& slot, const IncomingValue& value) {
    moving.push_back(
        {{value.added, word(slot), static_cast<std::uint16_t>(slot.q), static_cast<std::uint16_t>(value.kept)},
         bit(slot)});
  });
  moving_ = to_device<MovingLink>(moving, index);
  std::vector<WordItem<OutletCell>> outlets;
  for_each_outlet_cell(domain, pores, settings.faces, [&](const VoxelSlot& cell, std::uint32_t links, double density) {
    outlets.push_back({{density, word(cell), links}, bit(cell)});
  });
  outlets_ = to_device<OutletCell>(outlets, index);
}

template <class Storage>
void FacesCuda::launch(Storage* f, const Reflections<typename Stored<Storage>::Real>& reflections,
                       Equilibrium equilibrium, cudaStream_t stream) const {
  const auto count = [](const auto& items) { return static_cast<std::int64_t>(items.size()); };
  if (count(pairs_) > 0)
    reflect_pairs<Storage>
        <<<blocks_for(count(pairs_)), threads, 0, stream>>>(f, pairs_.data(), count(pairs_), reflections);
  if (count(moving_) > 0)
    move_links<Storage><<<blocks_for(count(moving_)), threads, 0, stream>>>(f, moving_.data(), count(moving_));
  if (count(outlets_) > 0)
    let_cells_out<Storage><<<blocks_for(count(outlets_)), threads, 0, stream>>>(f, outlets_.data(), count(outlets_),
                                                                                has_inertia(equilibrium) ? 1 : 0);
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

template void FacesCuda::launch(float*, const Reflections<float>&, Equilibrium, cudaStream_t) const;
template void FacesCuda::launch(double*, const Reflections<double>&, Equilibrium, cudaStream_t) const;
template void FacesCuda::launch(__half*, const Reflections<float>&, Equilibrium, cudaStream_t) const;
template void start_from_density<float>(const CudaSteps<float>::Lattice&, const StartDensity&, double);
template void start_from_density<double>(const CudaSteps<double>::Lattice&, const StartDensity&, double);
template void start_from_density<__half>(const CudaSteps<__half>::Lattice&, const StartDensity&, double);

}  // namespace perm
