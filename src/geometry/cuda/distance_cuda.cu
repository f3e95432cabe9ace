// SPDX-License-Identifier: Apache-2.0
#include "geometry/cuda/distance_cuda.hpp"

#include <utility>

#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "geometry/cuda/distance_kernels.cuh"

namespace perm {
namespace distance_cuda {
namespace {

constexpr int threads = 256;
unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

LineEnds line_ends(const FaceRules& rules, Axis axis) {
  switch (rules.across(axis)) {
    case FaceRule::periodic:
      return LineEnds::ring;
    case FaceRule::sealed:
      return LineEnds::solid;
    default:
      return LineEnds::nothing;
  }
}

class Map final : public DistancesOnGpu {
 public:
  Map(const PoreSlab& pores, const FaceRules& rules)
      : image_(pores.image()), words_per_row_(pores.pores().words_per_row()), map_(voxels()) {
    cuda::Array<SquaredDistance> other(voxels());
    {
      const std::span<const std::uint32_t> words = pores.pores().words();
      cuda::Array<std::uint32_t> bits(words.size());
      bits.write(words.data(), 0, words.size());
      map_rows<<<blocks(), threads>>>(bits.data(), words_per_row_, image_.nx, image_.ny * image_.nz,
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

  std::vector<std::int64_t> count() const override {
    cuda::Array<unsigned long long> counts(std::size_t{saturated_distance} + 1);
    counts.clear();
    constexpr unsigned blocks_of_counts = 1024;
    count_distances<<<blocks_of_counts, threads>>>(map_.data(), static_cast<std::int64_t>(voxels()), counts.data());
    std::vector<unsigned long long> read(counts.size());
    counts.read(read.data(), 0, read.size());
    return {read.begin(), read.end()};
  }

  PoreSpace at_least(std::int64_t squared) const override {
    PoreSpace far(image_);
    const auto words = static_cast<std::int64_t>(far.words().size());
    cuda::Array<std::uint32_t> bits(far.words().size());
    mark_far<<<blocks_for(32 * words), threads>>>(map_.data(), words, words_per_row_, image_.nx, squared, bits.data());
    bits.read(far.row(0, 0).data(), 0, far.words().size());
    return far;
  }

 private:
  std::size_t voxels() const { return static_cast<std::size_t>(image_.voxels()); }
  unsigned blocks() const { return blocks_for(image_.voxels()); }

  Extent image_;
  std::int64_t words_per_row_;
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
