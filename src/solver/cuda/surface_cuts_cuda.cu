// SPDX-License-Identifier: Apache-2.0
#include <cub/device/device_scan.cuh>
#include <vector>

#include "core/errors.hpp"
#include "geometry/distance/distance_surface.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "lattice/wall_cuts.hpp"
#include "solver/cuda/index/index_kernels.cuh"
#include "solver/cuda/surface_cuts_cuda.hpp"

namespace perm {
namespace {

constexpr int threads = 128;

unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

/// Counts the cut links of each warp; the number behind the last is 0.
__global__ void count_links(const CellRecord* records, std::int64_t warps, std::uint64_t* counts) {
  const std::int64_t warp = thread_number();
  if (warp > warps) return;
  std::uint32_t links = 0;
  if (warp < warps)
    for (std::uint32_t i = 0; i < warp_cells; ++i) links += detail::count_bits(records[warp * warp_cells + i].solid());
  counts[warp] = links;
}

/// Where the rows and planes of the domain are in the image.
struct RowsOfImage {
  const std::int64_t* y;
  const std::int64_t* z;
};

/// Each thread takes the cells of a word, words of rows in memory order.
template <class Surface>
__global__ void cut_links(BrickIndex index, BrickGrid grid, RowsOfImage rows, Surface surface,
                          const std::uint64_t* first, std::uint8_t* codes, std::int64_t words) {
  const std::int64_t number = thread_number();
  if (number >= words) return;
  const std::int64_t column = number % grid.words_per_row();
  const std::int64_t row = number / grid.words_per_row();
  const std::int64_t y = row % grid.extent().ny;
  const std::int64_t z = row / grid.extent().ny;
  const OccupancyWord word = index.words[grid.word(column, y, z)];
  std::uint32_t cell = word.first_cell;
  if (word.bits == 0) return;
  std::uint64_t code = first[cell / warp_cells];
  for (std::uint32_t before = cell / warp_cells * warp_cells; before < cell; ++before)
    code += detail::count_bits(index.records[before].solid());  // the codes of warps follow each other
  for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1, ++cell) {
    const CellRecord record = index.records[cell];
    Vector links[d3q19::directions - 1];
    double places[d3q19::directions - 1];
    std::size_t count = 0;
    for (int q = 1; q < d3q19::directions; ++q) {
      const d3q19::Velocity c = d3q19::velocity(q);
      if (record.is_solid(q))
        links[count++] = {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)};
    }
    if (count == 0) continue;
    const int bit = __ffs(static_cast<int>(bits)) - 1;
    surface.cut({static_cast<double>(32 * column + bit) + 0.5, static_cast<double>(rows.y[y]) + 0.5,
                 static_cast<double>(rows.z[z]) + 0.5},
                links, count, places);
    for (std::size_t i = 0; i < count; ++i) codes[code++] = WallCuts::code_of(places[i]);
  }
}

template <class T>
cuda::Array<T> on_gpu(std::span<const T> values) {
  cuda::Array<T> array(values.size());
  array.write(values.data(), 0, values.size());
  return array;
}

template <class ImageRow>
cuda::Array<std::int64_t> rows_of_image(std::int64_t count, const ImageRow& image_row) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < count; ++row) rows.push_back(image_row(row));
  return on_gpu(std::span<const std::int64_t>(rows));
}

/// `surface` has its arrays on the GPU.
template <class Surface>
CutCodes find_cuts(const Domain& domain, const CudaIndex& index, const Surface& surface) {
  const BrickGrid& grid = index.grid();
  const Extent& n = grid.extent();
  const std::int64_t warps = (index.cells() + warp_cells - 1) / warp_cells;
  CutCodes found;
  {
    cuda::Array<std::uint64_t> counts(static_cast<std::size_t>(warps + 1));
    found.first = cuda::Array<std::uint64_t>(counts.size());
    count_links<<<blocks_for(warps + 1), threads>>>(index.view().records, warps, counts.data());
    std::size_t bytes = 0;
    cuda::check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, counts.data(), found.first.data(), warps + 1),
                "counting cut links");
    cuda::Array<unsigned char> scratch(bytes);
    cuda::check(cub::DeviceScan::ExclusiveSum(scratch.data(), bytes, counts.data(), found.first.data(), warps + 1),
                "counting cut links");
    cuda::finish("counting cut links");
  }
  std::uint64_t all = 0;
  found.first.read(&all, static_cast<std::size_t>(warps), 1);
  found.codes = cuda::Array<std::uint8_t>(all);
  found.codes.clear();  // those of the cells behind the last one stay 0

  const auto y = rows_of_image(n.ny, [&](std::int64_t row) { return domain.image_y(row); });
  const auto z = rows_of_image(n.nz, [&](std::int64_t row) { return domain.image_z(row); });
  const std::int64_t words = grid.words_per_row() * n.ny * n.nz;
  cut_links<<<blocks_for(words), threads>>>(index.view(), grid, {y.data(), z.data()}, surface, found.first.data(),
                                            found.codes.data(), words);
  cuda::finish("cutting links");
  return found;
}

CutCodes find_cuts_of(const Domain& domain, const CudaIndex& index, const CapsuleSurface& surface) {
  const cuda::Array<Capsule> capsules = on_gpu(surface.capsules());
  const cuda::Array<std::size_t> first = on_gpu(surface.first());
  const cuda::Array<CapsuleImage> images = on_gpu(surface.images());
  CapsuleGrid on_device = surface.grid();
  on_device.capsules = capsules.data();
  on_device.first = first.data();
  on_device.images = images.data();
  return find_cuts(domain, index, on_device);
}

CutCodes find_cuts_of(const Domain& domain, const CudaIndex& index, const DistanceArray& distances) {
  const cuda::Array<float> values = on_gpu(distances.values());
  DistanceGrid on_device = distances.grid();
  on_device.values = values.data();
  return find_cuts(domain, index, on_device);
}

}  // namespace

std::optional<CutCodes> find_cuts_on_gpu(const Domain& domain, const CudaIndex& index, const Surface& surface) {
  if (domain.rules().closed() != AxisSet{}) return {};
  if (const auto* capsules = dynamic_cast<const CapsuleSurface*>(&surface))
    return find_cuts_of(domain, index, *capsules);
  if (const auto* distances = dynamic_cast<const DistanceSurface*>(&surface)) try {
      return find_cuts_of(domain, index, distances->distances());
    } catch (const MemoryShortage&) {  // the host needs none of the GPU's
    }
  return {};
}

}  // namespace perm
