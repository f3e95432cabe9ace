// SPDX-License-Identifier: Apache-2.0
// Finds the network of a slab on a GPU, step by step: what follows from the cells of the slab and from what is known of
// its ghosts. network_cuda.cu puts the steps in order and lets slabs tell each other of their edges.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_radix_sort.cuh>
#include <memory>
#include <utility>
#include <vector>

#include "device/cuda_check.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/cuda/launches.cuh"
#include "geometry/cuda/run_kernels.cuh"
#include "geometry/cuda/slab_on_gpu.cuh"
#include "geometry/cuda/throat_kernels.cuh"
#include "geometry/cuda/watershed_kernels.cuh"
#include "geometry/network/passages.hpp"
#include "geometry/network/pore_network.hpp"

namespace perm::network_cuda {

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
  explicit NetworkFinder(const SlabOnGpu& slab)
      : slab_(slab),
        pores_(slab.view()),
        own_(slab.own()),
        all_(slab.all()),
        distance_(all_.size()),
        up_(all_.size()),
        next_(all_.size()) {}

  void find_paths(const DistancesOnGpu& map) {
    const PathView paths{distance_.data(), up_.data(), next_.data()};
    climb<<<word_blocks(), threads>>>(pores_, map.data(), paths);
    for (const std::int64_t plane : slab_.ghost_planes())
      note_ghosts<<<blocks_for(pores_.kept.nx * pores_.kept.ny), threads>>>(pores_, map.data(), plane, paths);
    cuda::finish("climbing the distance map");
  }

  /// Finds the summit of each own cell, or the ghost at which its path leaves the slab. Gives the number of summits.
  std::uint32_t find_summits() {
    number_ = cuda::Array<std::uint32_t>(own_.size());
    sum_before(
        thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(own_.first), IsSummit{next_.data()}),
        number_.data(), own_.size());
    summit_ = cuda::Array<std::uint32_t>(all_.size());
    cuda::check(cudaMemcpy(summit_.data(), next_.data(), next_.bytes(), cudaMemcpyDeviceToDevice), "copying paths");
    follow([&](Progress* progress) { jump<<<blocks_of(own_), threads>>>(own_, summit_.data(), progress); });
    body_ = cuda::Array<std::uint32_t>(all_.size());
    fill(body_, 0xff);  // unknown_body
    std::uint32_t last = 0;
    std::uint32_t next_of_last = 0;
    number_.read(&last, own_.size() - 1, 1);
    next_.read(&next_of_last, own_.last - 1, 1);
    return last + (next_of_last == own_.last - 1 ? 1 : 0);
  }

  /// Finds the bodies of the cells beside ghosts, as far as those of the ghosts are known. Says whether one is unknown.
  bool name_edges(std::uint32_t first_body) {
    if (slab_.ghost_planes().empty()) return false;
    cuda::Array<unsigned> is_unknown(1);
    is_unknown.clear();
    for (const Cells& edge : slab_.edges()) {
      name_bodies(edge, first_body);
      if (edge.size() > 0) find_unknown<<<blocks_of(edge), threads>>>(edge, body_.data(), is_unknown.data());
    }
    unsigned found = 0;
    is_unknown.read(&found, 0, 1);
    return found != 0;
  }
  void name_all(std::uint32_t first_body) {
    name_bodies(own_, first_body);
    cuda::finish("numbering bodies");
    number_ = {};
    summit_ = {};
  }

  void begin_spheres() {
    spheres_ = cuda::Array<PackedSphere>(all_.size());
    fill(spheres_, 0xff);  // unknown_sphere
  }
  /// Follows paths as far as is known, and says whether to their ends.
  bool follow_spheres() {
    const PathView paths{distance_.data(), up_.data(), next_.data()};
    return follow([&](Progress* progress) {
      network_cuda::follow_spheres<<<blocks_of(own_), threads>>>(own_, paths, spheres_.data(), progress);
    });
  }
  void take_radii() {
    radius_ = cuda::Array<float>(all_.size());
    network_cuda::take_radii<<<blocks_of(all_), threads>>>(all_, spheres_.data(), radius_.data());
    cuda::finish("finding the widest spheres");
    spheres_ = {};
  }

  /// Counts cells and walls of the own cells of each body. Gives the cells.
  std::vector<std::int64_t> measure_bodies(std::uint32_t bodies) {
    bodies_ = bodies;
    const std::size_t places = std::size_t{bodies_} * octave_count;
    cells_of_octaves_ = cuda::Array<Count>(places);
    walls_of_octaves_ = cuda::Array<Count>(places);
    cells_of_octaves_.clear();
    walls_of_octaves_.clear();
    measure_octaves<<<word_blocks(), threads>>>(pores_, body_.data(), radius_.data(), octaves_, measures());
    cuda::Array<Count> sums(bodies_);
    sum_octaves<<<blocks_for(bodies_), threads>>>(bodies_, cells_of_octaves_.data(), sums.data());
    cuda::finish("measuring the bodies of pores");
    std::vector<std::int64_t> cells_of_bodies(bodies_);
    cuda::check(cudaMemcpy(cells_of_bodies.data(), sums.data(), sums.bytes(), cudaMemcpyDeviceToHost),
                "copying from the device");
    return cells_of_bodies;
  }
  /// Gives the measures of bodies that reach to the edges of the slab, and takes them out of the own ones.
  std::vector<BodyMeasure> take_shared_measures() {
    is_shared_ = cuda::Array<std::uint8_t>(bodies_);
    is_shared_.clear();
    for (const auto& some : {slab_.edges(), slab_.ghosts()})
      for (const Cells& cells : some)
        if (cells.size() > 0) mark_bodies<<<blocks_of(cells), threads>>>(cells, body_.data(), is_shared_.data());
    cuda::Array<Count> count(1);
    const auto take = [&](BodyMeasure* list) {
      count.clear();
      take_measures<<<blocks_for(bodies_), threads>>>(bodies_, is_shared_.data(), measures(), list, count.data());
      Count found = 0;
      count.read(&found, 0, 1);
      return static_cast<std::size_t>(found);
    };
    cuda::Array<BodyMeasure> list(take(nullptr));
    std::vector<BodyMeasure> shared(take(list.data()));
    list.read(shared.data(), 0, shared.size());
    return shared;
  }
  /// Adds what a process has found of bodies that reach to an edge of this slab.
  void add_measures(const std::vector<BodyMeasure>& found) {
    if (found.empty()) return;
    cuda::Array<BodyMeasure> list(found.size());
    list.write(found.data(), 0, found.size());
    network_cuda::add_measures<<<blocks_for(static_cast<std::int64_t>(found.size())), threads>>>(
        static_cast<std::int64_t>(found.size()), list.data(), is_shared_.data(), measures());
    cuda::finish("adding the measures of bodies");
  }
  void find_shapes() {
    shape_ = cuda::Array<float>(all_.size());
    network_cuda::find_shapes<<<blocks_of(all_), threads>>>(all_, body_.data(), radius_.data(), octaves_, measures(),
                                                            shape_.data());
    cuda::finish("measuring the shapes of pores");
    cells_of_octaves_ = {};
    walls_of_octaves_ = {};
    is_shared_ = {};
  }

  void begin_resistances() {
    resistance_ = cuda::Array<float>(all_.size());
    fill(resistance_, 0xff);  // no numbers
  }
  /// Follows paths as far as is known, and says whether to their ends.
  bool follow_resistances() {
    return follow([&](Progress* progress) {
      network_cuda::follow_resistances<<<blocks_of(own_), threads>>>(own_, up_.data(), next_.data(), view(),
                                                                     resistance_.data(), progress);
    });
  }

  std::uint32_t* bodies() { return body_.data(); }
  PackedSphere* spheres() { return spheres_.data(); }
  float* resistances() { return resistance_.data(); }

  /// Gives what passes between bodies through own cells, in order; `summits` is the number of own ones.
  std::vector<Passage> find_passages(const FaceRules& rules, std::uint32_t summits) {
    up_ = {};
    next_ = {};
    ThroatView throats{body_.data(), view(), resistance_.data(), {false, false, false}};
    for (const Axis axis : all_axes)
      throats.holds_density[static_cast<std::size_t>(axis)] = holds_density(rules.across(axis));
    Count places = 1 << 16;
    while (places < Count{summits} * 8) places *= 2;
    for (;; places *= 4) {
      cuda::Array<Count> keys(places);
      cuda::Array<Count> quanta(places);
      cuda::Array<unsigned> is_full(1);
      keys.clear();
      quanta.clear();
      is_full.clear();
      const PassageTable table{keys.data(), quanta.data(), places, is_full.data()};
      network_cuda::find_passages<<<word_blocks(), threads>>>(pores_, throats, table);
      cuda::finish("finding throats");
      unsigned full = 0;
      is_full.read(&full, 0, 1);
      if (full == 0) return list(table);
    }
  }

  std::shared_ptr<const CellRunsOnGpu> find_runs() const {
    const std::int64_t rows = pores_.own_rows();
    cuda::Array<std::int64_t> first(static_cast<std::size_t>(rows + 1));
    {
      cuda::Array<std::int64_t> counts(first.size());
      counts.clear();
      count_runs<<<blocks_for(rows), threads>>>(pores_, body_.data(), own_.last, counts.data());
      sum_before(counts.data(), first.data(), rows + 1);
    }
    std::int64_t runs = 0;
    first.read(&runs, static_cast<std::size_t>(rows), 1);
    auto found = std::make_shared<Runs>(std::move(first), static_cast<std::size_t>(runs));
    write_runs<<<blocks_for(rows), threads>>>(pores_, body_.data(), own_.last, found->first.data(), found->part.data(),
                                              found->cells.data());
    cuda::finish("finding runs of cells");
    return found;
  }

 private:
  unsigned word_blocks() const { return blocks_for(32 * pores_.own_rows() * pores_.words_per_row); }
  static unsigned blocks_of(const Cells& cells) { return blocks_for(cells.size()); }
  CellView view() const { return {distance_.data(), radius_.data(), shape_.data()}; }
  MeasureView measures() { return {cells_of_octaves_.data(), walls_of_octaves_.data()}; }
  void name_bodies(const Cells& cells, std::uint32_t first_body) {
    if (cells.size() > 0)
      take_bodies<<<blocks_of(cells), threads>>>(cells, own_, summit_.data(), number_.data(), first_body, body_.data());
  }

  static std::vector<Passage> list(const PassageTable& table) {
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
    std::vector<Passage> passages(found);
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (std::size_t i = 0; i < passages.size(); ++i)
      passages[i] = {static_cast<std::uint32_t>(ends[i] >> 32), static_cast<std::uint32_t>(ends[i]),
                     static_cast<std::int64_t>(sums[i])};
    return passages;
  }

  const SlabOnGpu& slab_;
  PoreView pores_;
  Cells own_;
  Cells all_;
  std::uint32_t bodies_{0};  ///< of the image
  const Octaves octaves_;
  cuda::Array<SquaredDistance> distance_;  ///< this and the following have a value for each cell, ghosts too
  cuda::Array<std::uint8_t> up_;
  cuda::Array<std::uint32_t> next_;
  cuda::Array<std::uint32_t> summit_;  ///< the last own cell of the path, or a ghost
  cuda::Array<std::uint32_t> body_;
  cuda::Array<PackedSphere> spheres_;
  cuda::Array<float> radius_;
  cuda::Array<float> shape_;
  cuda::Array<float> resistance_;
  cuda::Array<std::uint32_t> number_;    ///< of each own cell: the own summits before it
  cuda::Array<Count> cells_of_octaves_;  ///< this and the following have a value for each body and octave
  cuda::Array<Count> walls_of_octaves_;
  cuda::Array<std::uint8_t> is_shared_;  ///< of each body: whether it reaches to an edge of the slab
};

}  // namespace perm::network_cuda
