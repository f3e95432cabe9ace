// SPDX-License-Identifier: Apache-2.0
// The pores of a slab in the memory of a GPU, with the planes beside it, the ghosts, where other processes have other
// slabs.
#pragma once

#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/boundary.hpp"
#include "device/cuda_check.hpp"
#include "geometry/cuda/launches.cuh"
#include "geometry/cuda/pore_view.cuh"
#include "geometry/pore_slab.hpp"

namespace perm::network_cuda {

struct CountBits {
  __device__ std::uint32_t operator()(std::uint32_t bits) const { return static_cast<std::uint32_t>(__popc(bits)); }
};

/// The words of some planes of an image, with those of the ghosts where several processes have the image.
class GhostedWords {
 public:
  /// Fetches `planes`, which this process works on. Collective.
  GhostedWords(const PoreSlab& pores, const FaceRules& rules, const Range& planes) : planes_(planes), pores_(pores) {
    if (pores.processes().is_alone()) {
      words_ = pores.pores().words();
      return;
    }
    fetched_ = pores.fetch_planes({planes.first - 1, planes.last + 1});
    const auto plane_words = static_cast<std::ptrdiff_t>(words_per_row() * pores.image().ny);
    if (rules.is_closed(Axis::z)) {
      if (planes.first == 0) std::fill_n(fetched_.begin(), plane_words, 0U);
      if (planes.last == pores.image().nz) std::fill_n(fetched_.end() - plane_words, plane_words, 0U);
    }
    words_ = fetched_;
  }
  GhostedWords(const GhostedWords&) = delete;
  GhostedWords& operator=(const GhostedWords&) = delete;

  std::span<const std::uint32_t> words() const { return words_; }
  /// Gives those of planes that are no ghosts.
  std::span<const std::uint32_t> own_words() const {
    const auto own = static_cast<std::size_t>(words_per_row() * pores_.image().ny * planes_.size());
    return words_.subspan((words_.size() - own) / 2, own);
  }
  std::int64_t words_per_row() const { return (pores_.image().nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits; }
  const Range& planes() const { return planes_; }
  const PoreSlab& pores() const { return pores_; }

 private:
  Range planes_;
  const PoreSlab& pores_;
  std::vector<std::uint32_t> fetched_;
  std::span<const std::uint32_t> words_;
};

class SlabOnGpu {
 public:
  /// Copies words to the device. `planes_by_rank` are those that each process works on.
  SlabOnGpu(const GhostedWords& pores, const FaceRules& rules, const std::vector<Range>& planes_by_rank)
      : processes_(pores.pores().processes()), words_(pores.words().size()), first_cell_(words_.size() + 1) {
    const Extent& image = pores.pores().image();
    const std::int64_t ghosts = processes_.is_alone() ? 0 : 1;
    const Range& planes = pores.planes();
    view_.kept = {image.nx, image.ny, planes.size() + 2 * ghosts};
    view_.own = {ghosts, ghosts + planes.size()};
    view_.first_plane = planes.first - ghosts;
    view_.planes_of_image = image.nz;
    view_.words_per_row = pores.words_per_row();
    for (const Axis axis : all_axes) view_.closed[static_cast<std::size_t>(axis)] = rules.is_closed(axis);
    words_.write(pores.words().data(), 0, words_.size());
    view_.words = words_.data();
    view_.first_cell = first_cell_.data();
    const std::uint32_t none = 0;
    first_cell_.write(&none, 0, 1);
    with_scratch(
        [&](void* scratch, std::size_t& bytes) {
          return cub::DeviceScan::InclusiveSum(scratch, bytes,
                                               thrust::make_transform_iterator(words_.data(), CountBits{}),
                                               first_cell_.data() + 1, static_cast<std::int64_t>(words_.size()));
        },
        "counting pores");
    all_ = {0, first_cell_of(view_.kept.nz)};
    own_ = {first_cell_of(view_.own.first), first_cell_of(view_.own.last)};
    if (ghosts == 0) return;
    edges_ = {{own_.first, first_cell_of(view_.own.first + 1)}, {first_cell_of(view_.own.last - 1), own_.last}};
    ghosts_ = {{0, own_.first}, {own_.last, all_.last}};
    const auto holder_of = [&](std::int64_t plane) {
      const std::int64_t z = (plane + image.nz) % image.nz;
      if (z != plane && rules.is_closed(Axis::z)) return nobody;
      return static_cast<int>(
          std::ranges::find_if(planes_by_rank, [z](const Range& range) { return range.contains(z); }) -
          planes_by_rank.begin());
    };
    below_ = holder_of(planes.first - 1);
    above_ = holder_of(planes.last);
  }

  const PoreView& view() const { return view_; }
  const Communicator& processes() const { return processes_; }
  const Cells& all() const { return all_; }
  const Cells& own() const { return own_; }
  // The following are empty where one process has the whole image; else they have two elements, the lower one first.
  const std::vector<Cells>& edges() const { return edges_; }  ///< own cells beside ghosts
  const std::vector<Cells>& ghosts() const { return ghosts_; }
  std::vector<std::int64_t> ghost_planes() const {
    return ghosts_.empty() ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{0, view_.kept.nz - 1};
  }

  /// Gives the ghosts of `values`, which has one value a cell on the device, the values of their slabs. Collective.
  template <class T>
  void fill_ghosts(T* values) const {
    if (ghosts_.empty()) return;
    const std::vector<T> first = read(values, edges_.front());
    const std::vector<T> last = read(values, edges_.back());
    std::vector<T> from_below(ghosts_.front().size()), from_above(ghosts_.back().size());
    Messages messages;
    constexpr int upwards = 0, downwards = 1;
    if (below_ != nobody) {
      processes_.start_to_receive(below_, upwards, std::as_writable_bytes(std::span(from_below)), messages);
      processes_.start_to_send(below_, downwards, std::as_bytes(std::span(first)), messages);
    }
    if (above_ != nobody) {
      processes_.start_to_receive(above_, downwards, std::as_writable_bytes(std::span(from_above)), messages);
      processes_.start_to_send(above_, upwards, std::as_bytes(std::span(last)), messages);
    }
    messages.wait();
    write(from_below, values, ghosts_.front());
    write(from_above, values, ghosts_.back());
  }

 private:
  static constexpr int nobody = -1;

  std::uint32_t first_cell_of(std::int64_t plane) const {
    std::uint32_t cell = 0;
    first_cell_.read(&cell, static_cast<std::size_t>(plane * view_.kept.ny * view_.words_per_row), 1);
    return cell;
  }
  template <class T>
  static std::vector<T> read(const T* values, const Cells& cells) {
    std::vector<T> host(cells.size());
    cuda::check(cudaMemcpy(host.data(), values + cells.first, host.size() * sizeof(T), cudaMemcpyDeviceToHost),
                "copying the edge of a slab");
    return host;
  }
  template <class T>
  static void write(const std::vector<T>& host, T* values, const Cells& cells) {
    cuda::check(cudaMemcpy(values + cells.first, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice),
                "copying the ghosts of a slab");
  }

  Communicator processes_;
  cuda::Array<std::uint32_t> words_;
  cuda::Array<std::uint32_t> first_cell_;  ///< before each word; at the end, the number of all
  PoreView view_{};
  Cells all_;
  Cells own_;
  std::vector<Cells> edges_;
  std::vector<Cells> ghosts_;
  int below_{nobody};  ///< the process with the slab below
  int above_{nobody};
};

}  // namespace perm::network_cuda
