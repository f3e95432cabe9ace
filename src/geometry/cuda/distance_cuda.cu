// SPDX-License-Identifier: Apache-2.0
// Of a slab, distances along z are found with so many near planes on either side as the widest pores need.
#include "geometry/cuda/distance_cuda.hpp"

#include <algorithm>
#include <vector>

#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "geometry/cuda/distance_kernels.cuh"
#include "geometry/cuda/gpu_work.hpp"

namespace perm {
namespace distance_cuda {
namespace {

constexpr int threads = 256;
unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

constexpr Ends both(LineEnds ends) { return {ends, ends}; }

/// Lays out what is known of the lines along z.
struct Lines {
  Range known;        ///< planes of the image, which goes on periodically
  Range mapped;       ///< planes that the map has, beyond ends of the image too
  Ends ends;          ///< of the known planes
  bool is_cut;        ///< whether planes that are not known may have a nearer solid voxel
  std::int64_t near;  ///< known planes beyond the own ones, where the lines are cut
};

Lines lines_of_image(const Extent& image, LineEnds ends) {
  const Range all{0, image.nz};
  return {all, all, both(ends), false, 0};
}

Lines lines_of_slab(const Extent& image, LineEnds ends, const Range& planes, std::int64_t near) {
  Lines lines{{planes.first - near, planes.last + near}, {planes.first - 1, planes.last + 1}, {}, true, near};
  lines.ends = both(LineEnds::nothing);
  if (ends == LineEnds::ring) return lines;
  const bool has_low = lines.known.first <= 0;
  const bool has_high = lines.known.last >= image.nz;
  lines.known = {std::max<std::int64_t>(lines.known.first, 0), std::min(lines.known.last, image.nz)};
  if (has_low) lines.ends.low = ends;
  if (has_high) lines.ends.high = ends;
  lines.is_cut = !has_low || !has_high;
  return lines;
}

class Map final : public DistancesOnGpu {
 public:
  /// `words` has the pores of the known planes.
  Map(const Extent& image, std::span<const std::uint32_t> words, const FaceRules& rules, const Lines& lines)
      : plane_(image.nx * image.ny), lines_(lines) {
    const std::int64_t rows = image.ny * lines.known.size();
    const std::int64_t count = image.nx * rows;
    cuda::Array<SquaredDistance> along_x(static_cast<std::size_t>(count));
    {
      cuda::Array<std::uint32_t> bits(words.size());
      bits.write(words.data(), 0, words.size());
      map_rows<<<blocks_for(count), threads>>>(bits.data(), static_cast<std::int64_t>(words.size()) / rows, image.nx,
                                               rows, both(line_ends(rules, Axis::x)), along_x.data());
      cuda::finish("finding distances along x");
    }
    cuda::Array<SquaredDistance> along_y(along_x.size());
    map_lines<<<blocks_for(count), threads>>>(along_x.data(), 0, count, image.nx, image.ny,
                                              both(line_ends(rules, Axis::y)), along_y.data());
    cuda::finish("finding distances along y");
    along_x = {};  // two maps are the most that there are at a time
    map_ = cuda::Array<SquaredDistance>(static_cast<std::size_t>(lines.mapped.size() * plane_));
    if (inside().size() < lines.mapped.size()) map_.clear();
    const std::int64_t voxels = inside().size() * plane_;
    map_lines<<<blocks_for(voxels), threads>>>(along_y.data(), (inside().first - lines.known.first) * plane_, voxels,
                                               plane_, lines.known.size(), lines.ends, begin());
    cuda::finish("finding distances along z");
  }

  const SquaredDistance* data() const override { return map_.data(); }
  void read(std::span<SquaredDistance> map) const override {
    // The system gives memory when it is touched, which is quicker by all threads than while one copies.
    constexpr std::int64_t values_a_page = 2048;
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(map.size()); i += values_a_page)
      map[static_cast<std::size_t>(i)] = 0;
    const std::size_t ghosts = (map_.size() - map.size()) / 2;
    map_.read(map.data(), ghosts, map.size());
  }

  /// Tells whether no plane that is not known can have a nearer solid voxel.
  bool knows_nearest() {
    if (!lines_.is_cut) return true;
    cuda::Array<unsigned> is_larger(1);
    is_larger.clear();
    const std::int64_t voxels = inside().size() * plane_;
    find_larger<<<blocks_for(voxels), threads>>>(begin(), voxels, lines_.near * lines_.near, is_larger.data());
    unsigned found = 0;
    is_larger.read(&found, 0, 1);
    return found == 0;
  }

 private:
  /// Gives the mapped planes that are known.
  Range inside() const {
    return {std::max(lines_.mapped.first, lines_.known.first), std::min(lines_.mapped.last, lines_.known.last)};
  }
  SquaredDistance* begin() { return map_.data() + (inside().first - lines_.mapped.first) * plane_; }

  std::int64_t plane_;  ///< voxels in a plane
  Lines lines_;
  cuda::Array<SquaredDistance> map_;
};

std::int64_t bytes_to_map(const Extent& image, const Lines& lines) {
  return static_cast<std::int64_t>(sizeof(SquaredDistance)) * 2 * image.nx * image.ny * lines.known.size() +
         image.nx * image.ny * lines.known.size() / 8;
}

}  // namespace
}  // namespace distance_cuda

std::unique_ptr<const DistancesOnGpu> map_distances_on_gpu(const PoreSlab& pores, const FaceRules& rules,
                                                           const Range& planes) {
  using namespace distance_cuda;
  const Communicator& processes = pores.processes();
  const LineEnds ends = line_ends(rules, Axis::z);
  const bool is_alone = processes.is_alone();
  const auto fits = [&](const Lines& lines) {
    return !processes.any(planes.size() == 0 || !why_no_cuda().empty() ||
                          bytes_to_map(pores.image(), lines) > gpu_memory().free);
  };
  // Pores are narrow, so that the nearest solid is mostly near. No distance reaches farther than the last number.
  try {
    for (const std::int64_t near : {32, 96, 256}) {
      const Lines lines =
          is_alone ? lines_of_image(pores.image(), ends) : lines_of_slab(pores.image(), ends, planes, near);
      if (!fits(lines)) return nullptr;
      const std::vector<std::uint32_t> words =
          is_alone ? std::vector<std::uint32_t>{} : pores.fetch_planes(lines.known);
      std::unique_ptr<Map> map;
      bool is_whole = false;
      work_together(processes, [&] {
        map = std::make_unique<Map>(pores.image(), is_alone ? pores.pores().words() : std::span(words), rules, lines);
        is_whole = map->knows_nearest();
      });
      if (!processes.any(!is_whole)) return map;
    }
  } catch (const NotOnGpu&) {
    return nullptr;
  }
  return nullptr;
}

}  // namespace perm
