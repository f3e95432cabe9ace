// SPDX-License-Identifier: Apache-2.0
// A block of threads takes rows of voxels of a few planes, a warp for each row, and walks along them in tiles of 32
// voxels. Fields of these voxels, and of those one voxel around the tile, lie in shared memory. So lane l of a warp
// meets voxels l, l + 32, ... of its row, and adds what they have in the order of sum_of_row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conduction/row_sums.hpp"
#include "core/host_device.hpp"
#include "device/cuda_graph.hpp"
#include "laplace/cuda/image_on_gpu.hpp"

namespace perm::conduction_cuda {

using laplace_cuda::ImageOnGpu;
using laplace_cuda::Word;
using laplace_cuda::WordsView;

// A block's own rows along y and z, those with one more on either side, and the columns of a tile with these.
inline constexpr unsigned own_side = 4;
inline constexpr unsigned own_rows = own_side * own_side;
inline constexpr unsigned side = own_side + 2;
inline constexpr unsigned rows_around = side * side;
inline constexpr unsigned tile = cuda::warp_size;
inline constexpr unsigned columns = tile + 2;
inline constexpr unsigned block_threads = own_rows * tile;

inline constexpr std::uint32_t none = ~0U;

/// Shows an image, and along which axes its faces are closed.
struct ImageView {
  WordsView words;
  bool is_closed[3];
};

inline ImageView view_of(const Domain& domain, const ImageOnGpu& image) {
  ImageView view{image.view(), {}};
  for (const Axis axis : all_axes) view.is_closed[static_cast<std::size_t>(axis)] = domain.rules().is_closed(axis);
  return view;
}

/// Gives a place along an axis, from -1 to n, in the image; none beyond a closed face, or further outside.
inline __device__ std::uint32_t place_inside(std::int64_t place, std::uint32_t n, bool is_closed) {
  if (place >= 0 && place < n) return static_cast<std::uint32_t>(place);
  if (is_closed || place < -1 || place > n) return none;
  return place < 0 ? n - 1 : 0;
}

/// Names a row of voxels.
struct Row {
  std::uint32_t y;  ///< none beyond closed faces
  std::uint32_t z;
};

/// Names a pore voxel and its cell.
struct Pore {
  std::uint32_t x;  ///< none in solid
  std::uint32_t cell;
};

/// The rows of a block: of those around, number side * z + y is at place (y - 1, z - 1) from the first own one.
class RowsOfBlock {
 public:
  explicit __device__ RowsOfBlock(const ImageView& image) {
    const std::uint32_t blocks_y = (image.words.ny + own_side - 1) / own_side;
    y_ = blockIdx.x % blocks_y * own_side;
    z_ = blockIdx.x / blocks_y * own_side;
  }

  /// Gives a row around, by its number.
  __device__ Row around(const ImageView& image, unsigned number) const {
    Row row{place_inside(std::int64_t{y_} + number % side - 1, image.words.ny, image.is_closed[1]),
            place_inside(std::int64_t{z_} + number / side - 1, image.words.nz, image.is_closed[2])};
    if (row.z == none) row.y = none;
    return row;
  }
  /// Gives the row of this thread; none where the image ends before.
  __device__ Row own(const ImageView& image) const {
    const unsigned warp = threadIdx.x / tile;
    const Row row{y_ + warp % own_side, z_ + warp / own_side};
    return row.y < image.words.ny && row.z < image.words.nz ? row : Row{none, none};
  }
  /// Gives the number of the row of this thread among those around.
  static __device__ unsigned own_number() {
    const unsigned warp = threadIdx.x / tile;
    return side * (warp / own_side + 1) + warp % own_side + 1;
  }

 private:
  std::uint32_t y_;
  std::uint32_t z_;
};

/// Finds what stands in a column of a tile, the first voxel of which is `tile_x`; column 1 has this voxel.
inline __device__ Pore find_pore(const ImageView& image, const Row& row, std::uint32_t tile_x, unsigned column) {
  const std::uint32_t x = place_inside(std::int64_t{tile_x} + column - 1, image.words.nx, image.is_closed[0]);
  if (x == none || row.y == none) return {none, 0};
  const std::size_t number = std::size_t{row.z} * image.words.ny + row.y;
  const Word word = image.words.words[number * image.words.words_per_row + x / 32];
  if ((word.bits >> (x % 32) & 1U) == 0) return {none, 0};
  return {x, word.first + detail::count_bits(word.bits & ((1U << (x % 32)) - 1U))};
}

/// Gives the sum of what the lanes of a warp have, in the order of sum_of_row.
inline __device__ double sum_of_warp(double value) {
  for (int apart = static_cast<int>(tile) / 2; apart > 0; apart /= 2)
    value += cuda::value_of_lane(value, cuda::lane() ^ apart);
  return value;
}

/// Calls launch(blocks, of_rows), which makes a kernel find what each row adds, and gives the sum.
template <class Sums, class Launch>
Sums sum_over_rows(const WordsView& image, const Launch& launch) {
  const std::size_t blocks = std::size_t{(image.ny + own_side - 1) / own_side} * ((image.nz + own_side - 1) / own_side);
  std::vector<Sums> sums(std::size_t{image.ny} * image.nz);
  cuda::Array<Sums> of_rows(sums.size());
  launch(static_cast<unsigned>(blocks), of_rows.data());
  cuda::finish("summing over rows");
  of_rows.read(sums.data(), 0, sums.size());
  return sum_of_rows<Sums>(sums);
}

/// Lets a kernel use so many bytes of shared memory.
template <class Kernel>
void allow_shared_bytes(Kernel* kernel, std::size_t bytes) {
  cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
}

}  // namespace perm::conduction_cuda
