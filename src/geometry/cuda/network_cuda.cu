// SPDX-License-Identifier: Apache-2.0
#include "geometry/cuda/network_cuda.hpp"

#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "device/gpu.hpp"
#include "geometry/cuda/gpu_work.hpp"
#include "geometry/cuda/network_finder.cuh"

namespace perm {
namespace network_cuda {
namespace {

/// Gives what finding a network takes at most, where bodies are not many: a few cells each.
std::int64_t bytes_to_find(const GhostedWords& pores, std::int64_t cells) {
  constexpr std::int64_t bytes_a_cell = 29;
  const auto words = static_cast<std::int64_t>(pores.words().size());
  const auto map = 2 * static_cast<std::int64_t>(sizeof(SquaredDistance)) * PoreSpace::word_bits * words;
  return bytes_a_cell * cells + map + 2 * static_cast<std::int64_t>(sizeof(std::uint32_t)) * words;
}

std::int64_t count_cells(std::span<const std::uint32_t> words) {
  std::int64_t cells = 0;
#pragma omp parallel for schedule(static) reduction(+ : cells)  // nothing in it throws
  for (std::size_t word = 0; word < words.size(); ++word) cells += std::popcount(words[word]);
  return cells;
}

/// Finds the network of all slabs; each process works on one. Collective.
class NetworkOfSlabs {
 public:
  NetworkOfSlabs(const GhostedWords& pores, const FaceRules& rules)
      : processes_(pores.pores().processes()), rules_(rules) {
    std::vector<Range> planes_by_rank;
    for (const auto& of_rank : processes_.gather_to_all(std::span<const Range>(&pores.planes(), 1)))
      planes_by_rank.push_back(of_rank.front());
    std::unique_ptr<const DistancesOnGpu> map = map_distances_on_gpu(pores.pores(), rules, pores.planes());
    if (!map) throw NotOnGpu{};
    work_together(processes_, [&] {
      slab_.emplace(pores, rules, planes_by_rank);
      finder_.emplace(*slab_);
      finder_->find_paths(*map);
      map.reset();
      summits_ = finder_->find_summits();
    });
  }

  NetworkOfGpu find() {
    name_bodies();
    follow(&NetworkFinder::begin_spheres, &NetworkFinder::follow_spheres, &NetworkFinder::spheres);
    std::vector<std::int64_t> cells = find_shapes();
    follow(&NetworkFinder::begin_resistances, &NetworkFinder::follow_resistances, &NetworkFinder::resistances);
    std::vector<Passage> passages;
    std::shared_ptr<const CellRunsOnGpu> runs;
    work_together(processes_, [&] {
      passages = finder_->find_passages(rules_, summits_);
      runs = finder_->find_runs();
    });
    return {PoreNetwork(std::move(cells), throats_for_first(processes_, passages)), std::move(runs)};
  }

 private:
  /// Bodies are numbered in the order of their summits.
  void name_bodies() {
    std::int64_t first = 0;
    const auto summits = processes_.gather_to_all(std::span<const std::uint32_t>(&summits_, 1));
    for (std::size_t rank = 0; rank < summits.size(); ++rank) {
      if (static_cast<int>(rank) < processes_.rank()) first += summits[rank].front();
      bodies_ += summits[rank].front();
    }
    if (bodies_ >= unknown_body) throw NotOnGpu{};
    const auto first_body = static_cast<std::uint32_t>(first);
    for (bool is_unknown = true; is_unknown;) {
      bool is_unknown_here = false;
      work_together(processes_, [&] { is_unknown_here = finder_->name_edges(first_body); });
      is_unknown = processes_.any(is_unknown_here);
      slab_->fill_ghosts(finder_->bodies());
    }
    work_together(processes_, [&] { finder_->name_all(first_body); });
  }

  /// Follows paths through all slabs: each goes as far as is known, and then tells the others of its edges.
  template <class Begin, class Follow, class Values>
  void follow(Begin begin, Follow follow_here, Values values) {
    work_together(processes_, [&] { std::invoke(begin, *finder_); });
    for (bool is_left = true; is_left;) {
      bool is_left_here = false;
      work_together(processes_, [&] { is_left_here = !std::invoke(follow_here, *finder_); });
      is_left = processes_.any(is_left_here);
      slab_->fill_ghosts(std::invoke(values, *finder_));
    }
  }

  /// Gives the cells of each body.
  std::vector<std::int64_t> find_shapes() {
    std::vector<std::int64_t> cells;
    std::vector<BodyMeasure> shared;
    work_together(processes_, [&] {
      finder_->take_radii();
      cells = finder_->measure_bodies(static_cast<std::uint32_t>(bodies_));
      if (!processes_.is_alone()) shared = finder_->take_shared_measures();
    });
    processes_.sum(cells);
    std::vector<std::vector<BodyMeasure>> of_all;
    if (!processes_.is_alone()) of_all = processes_.gather_to_all(std::span<const BodyMeasure>(shared));
    work_together(processes_, [&] {
      for (const std::vector<BodyMeasure>& some : of_all) finder_->add_measures(some);
      finder_->find_shapes();
    });
    return cells;
  }

  const Communicator processes_;
  FaceRules rules_;
  std::optional<SlabOnGpu> slab_;
  std::optional<NetworkFinder> finder_;
  std::uint32_t summits_{0};  ///< of this slab
  std::int64_t bodies_{0};    ///< of the image
};

}  // namespace
}  // namespace network_cuda

std::optional<NetworkOfGpu> find_network_on_gpu(const PoreSlab& pores, const FaceRules& rules, const Range& planes) {
  using namespace network_cuda;
  const Communicator& processes = pores.processes();
  if (processes.any(planes.size() == 0 || !why_no_cuda().empty())) return {};
  const GhostedWords words(pores, rules, planes);
  const std::int64_t cells = count_cells(words.words());
  const bool has_own = count_cells(words.own_words()) > 0;
  constexpr std::int64_t most_cells = (std::int64_t{1} << 32) - 1024;
  if (processes.any(!has_own || cells > most_cells || bytes_to_find(words, cells) > gpu_memory().free)) return {};
  try {
    return NetworkOfSlabs(words, rules).find();
  } catch (const NotOnGpu&) {
    return {};  // there are more bodies than usual, and no memory for them. Another failure shows when the flow begins
  }
}

}  // namespace perm
