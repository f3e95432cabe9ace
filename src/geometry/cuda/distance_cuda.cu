// SPDX-License-Identifier: Apache-2.0
#include "geometry/cuda/distance_cuda.hpp"

#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "geometry/cuda/distance_kernels.cuh"

namespace perm {
namespace distance_cuda {
namespace {

constexpr int threads = 256;
unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

class Map final : public DistancesOnGpu {
 public:
  Map(const PoreSlab& pores, const FaceRules& rules) : image_(pores.image()), map_(voxels()) {
    cuda::Array<SquaredDistance> other(voxels());
    {
      const std::span<const std::uint32_t> words = pores.pores().words();
      cuda::Array<std::uint32_t> bits(words.size());
      bits.write(words.data(), 0, words.size());
      map_rows<<<blocks(), threads>>>(bits.data(), pores.pores().words_per_row(), image_.nx, image_.ny * image_.nz,
                                      line_ends(rules, Axis::x), map_.data());
      cuda::finish("finding distances along x");
    }
    const auto count = static_cast<std::int64_t>(voxels());
    map_lines<<<blocks(), threads>>>(map_.data(), count, image_.nx, image_.ny, line_ends(rules, Axis::y), other.data());
    map_lines<<<blocks(), threads>>>(other.data(), count, image_.nx * image_.ny, image_.nz, line_ends(rules, Axis::z),
                                     map_.data());
    cuda::finish("finding distances along y and z");
  }

  const SquaredDistance* data() const override { return map_.data(); }

 private:
  std::size_t voxels() const { return static_cast<std::size_t>(image_.voxels()); }
  unsigned blocks() const { return blocks_for(image_.voxels()); }

  Extent image_;
  cuda::Array<SquaredDistance> map_;
};

}  // namespace
}  // namespace distance_cuda

std::unique_ptr<const DistancesOnGpu> map_distances_on_gpu(const PoreSlab& pores, const FaceRules& rules) {
  if (!pores.processes().is_alone() || !why_no_cuda().empty()) return nullptr;
  const std::int64_t bytes = 2 * static_cast<std::int64_t>(sizeof(SquaredDistance)) * pores.image().voxels() +
                             static_cast<std::int64_t>(pores.pores().words().size_bytes());
  if (bytes > gpu_memory().free) return nullptr;
  return std::make_unique<const distance_cuda::Map>(pores, rules);
}

}  // namespace perm
