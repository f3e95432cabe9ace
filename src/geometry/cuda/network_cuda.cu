// SPDX-License-Identifier: Apache-2.0
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_radix_sort.cuh>
#include <memory>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/cuda/launches.cuh"
#include "geometry/cuda/network_cuda.hpp"
#include "geometry/cuda/run_kernels.cuh"
#include "geometry/cuda/throat_kernels.cuh"
#include "geometry/cuda/watershed_kernels.cuh"

namespace perm {
namespace network_cuda {
namespace {

struct CountBits {
  __device__ std::uint32_t operator()(std::uint32_t bits) const { return static_cast<std::uint32_t>(__popc(bits)); }
};
struct IsSummit {
  const std::uint32_t* next;
  __device__ std::uint32_t operator()(std::uint32_t cell) const { return next[cell] == cell ? 1 : 0; }
};

struct Runs final : CellRunsOnGpu {
  Runs(cuda::Array<std::int64_t> first_of_rows, std::size_t runs)
      : first(std::move(first_of_rows)), part(runs), cells(runs) {}
  std::int64_t rows() const override { return static_cast<std::int64_t>(first.size()) - 1; }
  std::int64_t runs() const override { return static_cast<std::int64_t>(part.size()); }
  const std::int64_t* first_run() const override { return first.data(); }
  const std::uint32_t* part_of_run() const override { return part.data(); }
  const std::uint8_t* cells_of_run() const override { return cells.data(); }

  cuda::Array<std::int64_t> first;
  cuda::Array<std::uint32_t> part;
  cuda::Array<std::uint8_t> cells;
};

class NetworkFinder {
 public:
  NetworkFinder(const PoreSlab& slab, const FaceRules& rules)
      : rules_(rules),
        words_(slab.pores().words().size()),
        first_cell_(words_.size()),
        pores_{words_.data(),
               first_cell_.data(),
               slab.image(),
               slab.pores().words_per_row(),
               {rules.is_closed(Axis::x), rules.is_closed(Axis::y), rules.is_closed(Axis::z)}},
        cells_(static_cast<std::uint32_t>(slab.pores().count_pores())),
        distance_(cells_),
        up_(cells_),
        next_(cells_) {
    words_.write(slab.pores().words().data(), 0, words_.size());
    sum_before(thrust::make_transform_iterator(words_.data(), CountBits{}), first_cell_.data(),
               static_cast<std::int64_t>(words_.size()));
  }

  void find_paths(const DistancesOnGpu& map) {
    climb<<<word_blocks(), threads>>>(pores_, map.data(), {distance_.data(), up_.data(), next_.data()});
    cuda::finish("climbing the distance map");
  }

  void number_bodies() {
    cuda::Array<std::uint32_t> number(cells_);
    sum_before(thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0), IsSummit{next_.data()}),
               number.data(), cells_);
    cuda::Array<std::uint32_t> summit(cells_);
    cuda::check(cudaMemcpy(summit.data(), next_.data(), next_.bytes(), cudaMemcpyDeviceToDevice), "copying paths");
    follow([&](unsigned* is_left) { jump<<<cell_blocks(), threads>>>(cells_, summit.data(), is_left); });
    body_ = cuda::Array<std::uint32_t>(cells_);
    network_cuda::number_bodies<<<cell_blocks(), threads>>>(cells_, summit.data(), number.data(), body_.data());
    cuda::finish("numbering bodies");
    std::uint32_t last = 0;
    std::uint32_t next_of_last = 0;
    number.read(&last, cells_ - 1, 1);
    next_.read(&next_of_last, cells_ - 1, 1);
    bodies_ = last + (next_of_last == cells_ - 1 ? 1 : 0);
  }

  void find_radii() {
    cuda::Array<PackedSphere> spheres(cells_);
    fill(spheres, 0xff);
    const PathView paths{distance_.data(), up_.data(), next_.data()};
    follow(
        [&](unsigned* is_left) { follow_spheres<<<cell_blocks(), threads>>>(cells_, paths, spheres.data(), is_left); });
    radius_ = cuda::Array<float>(cells_);
    take_radii<<<cell_blocks(), threads>>>(cells_, spheres.data(), radius_.data());
    cuda::finish("finding the widest spheres");
  }

  /// Gives the cells of each body.
  std::vector<std::int64_t> find_shapes() {
    const Octaves octaves;
    const std::size_t places = std::size_t{bodies_} * octave_count;
    cuda::Array<Count> cells(places);
    cuda::Array<Count> walls(places);
    cells.clear();
    walls.clear();
    const MeasureView measures{cells.data(), walls.data()};
    measure_octaves<<<word_blocks(), threads>>>(pores_, body_.data(), radius_.data(), octaves, measures);
    shape_ = cuda::Array<float>(cells_);
    network_cuda::find_shapes<<<cell_blocks(), threads>>>(cells_, body_.data(), radius_.data(), octaves, measures,
                                                          shape_.data());
    cuda::Array<Count> sums(bodies_);
    sum_octaves<<<blocks_for(bodies_), threads>>>(bodies_, cells.data(), sums.data());
    cuda::finish("measuring the shapes of pores");
    std::vector<std::int64_t> cells_of_bodies(bodies_);
    cuda::check(cudaMemcpy(cells_of_bodies.data(), sums.data(), sums.bytes(), cudaMemcpyDeviceToHost),
                "copying from the device");
    return cells_of_bodies;
  }

  void find_resistances() {
    resistance_ = cuda::Array<float>(cells_);
    fill(resistance_, 0xff);  // no numbers
    follow([&](unsigned* is_left) {
      follow_resistances<<<cell_blocks(), threads>>>(cells_, up_.data(), next_.data(), view(), resistance_.data(),
                                                     is_left);
    });
    up_ = {};
    next_ = {};
  }

  std::vector<Throat> find_throats() {
    ThroatView throats{body_.data(), view(), resistance_.data(), {false, false, false}};
    for (const Axis axis : all_axes)
      throats.holds_density[static_cast<std::size_t>(axis)] = holds_density(rules_.across(axis));
    Count places = 1 << 16;
    while (places < Count{bodies_} * 8) places *= 2;
    for (;; places *= 4) {
      cuda::Array<Count> keys(places);
      cuda::Array<Count> quanta(places);
      cuda::Array<unsigned> is_full(1);
      keys.clear();
      quanta.clear();
      is_full.clear();
      const PassageTable table{keys.data(), quanta.data(), places, is_full.data()};
      find_passages<<<word_blocks(), threads>>>(pores_, throats, table);
      cuda::finish("finding throats");
      unsigned full = 0;
      is_full.read(&full, 0, 1);
      if (full == 0) return list(table);
    }
  }

  std::shared_ptr<const CellRunsOnGpu> find_runs() const {
    const std::int64_t rows = pores_.image.ny * pores_.image.nz;
    cuda::Array<std::int64_t> first(static_cast<std::size_t>(rows + 1));
    {
      cuda::Array<std::int64_t> counts(first.size());
      counts.clear();
      count_runs<<<blocks_for(rows), threads>>>(pores_, body_.data(), cells_, counts.data());
      sum_before(counts.data(), first.data(), rows + 1);
    }
    std::int64_t runs = 0;
    first.read(&runs, static_cast<std::size_t>(rows), 1);
    auto found = std::make_shared<Runs>(std::move(first), static_cast<std::size_t>(runs));
    write_runs<<<blocks_for(rows), threads>>>(pores_, body_.data(), cells_, found->first.data(), found->part.data(),
                                              found->cells.data());
    cuda::finish("finding runs of cells");
    return found;
  }

 private:
  unsigned word_blocks() const { return blocks_for(32 * static_cast<std::int64_t>(words_.size())); }
  unsigned cell_blocks() const { return blocks_for(cells_); }
  CellView view() const { return {distance_.data(), radius_.data(), shape_.data()}; }

  static std::vector<Throat> list(const PassageTable& table) {
    cuda::Array<Count> count(1);
    count.clear();
    const auto most = static_cast<std::size_t>(table.places);
    cuda::Array<Count> keys(most), sorted_keys(most), quanta(most), sorted(most);
    list_passages<<<blocks_for(static_cast<std::int64_t>(most)), threads>>>(table, keys.data(), quanta.data(),
                                                                            count.data());
    Count found = 0;
    count.read(&found, 0, 1);
    with_scratch(
        [&](void* scratch, std::size_t& bytes) {
          return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted_keys.data(), quanta.data(),
                                                 sorted.data(), static_cast<std::int64_t>(found));
        },
        "sorting throats");
    std::vector<Count> ends(found), sums(found);
    sorted_keys.read(ends.data(), 0, ends.size());
    sorted.read(sums.data(), 0, sums.size());
    std::vector<Throat> throats(found);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < throats.size(); ++i)
      throats[i] = {static_cast<std::uint32_t>(ends[i] >> 32), static_cast<std::uint32_t>(ends[i]),
                    static_cast<double>(static_cast<std::int64_t>(sums[i])) / pore_rules::quanta_of_conductance};
    return throats;
  }

  FaceRules rules_;
  cuda::Array<std::uint32_t> words_;
  cuda::Array<std::uint32_t> first_cell_;
  PoreView pores_;
  std::uint32_t cells_;
  std::uint32_t bodies_{0};
  cuda::Array<SquaredDistance> distance_;  ///< this and the following have a value for each cell
  cuda::Array<std::uint8_t> up_;
  cuda::Array<std::uint32_t> next_;
  cuda::Array<std::uint32_t> body_;
  cuda::Array<float> radius_;
  cuda::Array<float> shape_;
  cuda::Array<float> resistance_;
};

/// Gives what finding a network takes at most, where bodies are not many: a few cells each.
std::int64_t bytes_to_find(const PoreSlab& slab, std::int64_t cells) {
  constexpr std::int64_t bytes_a_cell = 29;
  return bytes_a_cell * cells + 2 * static_cast<std::int64_t>(sizeof(SquaredDistance)) * slab.image().voxels() +
         2 * static_cast<std::int64_t>(slab.pores().words().size_bytes());
}

}  // namespace
}  // namespace network_cuda

std::optional<NetworkOfGpu> find_network_on_gpu(const PoreSlab& pores, const FaceRules& rules) {
  if (!pores.processes().is_alone() || !why_no_cuda().empty()) return {};
  const std::int64_t cells = pores.pores().count_pores();
  constexpr std::int64_t most_cells = (std::int64_t{1} << 32) - 1024;
  if (cells == 0 || cells > most_cells || network_cuda::bytes_to_find(pores, cells) > gpu_memory().free) return {};
  try {
    std::unique_ptr<const DistancesOnGpu> map = map_distances_on_gpu(pores, rules);
    network_cuda::NetworkFinder finder(pores, rules);
    finder.find_paths(*map);
    map.reset();
    finder.number_bodies();
    finder.find_radii();
    std::vector<std::int64_t> cells_of_bodies = finder.find_shapes();
    finder.find_resistances();
    std::vector<Throat> throats = finder.find_throats();
    return NetworkOfGpu{PoreNetwork(std::move(cells_of_bodies), std::move(throats)), finder.find_runs()};
  } catch (const DeviceError&) {
    return {};  // there are more bodies than usual, and no memory for them. Another failure shows when the flow begins
  }
}

}  // namespace perm
