// SPDX-License-Identifier: Apache-2.0
// Links of a coarser level are those of the finer one between its nodes, sorted by the two nodes and summed: the sums
// are whole numbers, so that their order does not matter. Those of pieces are summed block by block.
#include "laplace/cuda/coarsening.hpp"

#include <thrust/functional.h>
#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <utility>

#include "laplace/cuda/coarsening_kernels.cuh"
#include "laplace/cuda/link_kernels.cuh"
#include "laplace/cuda/piece_links.cuh"

namespace perm::laplace_cuda {
namespace {

/// Counts on the device.
class Counter {
 public:
  Counter() : count_(1) { count_.clear(); }
  unsigned long long* data() { return count_.data(); }
  std::size_t read() const {
    unsigned long long count = 0;
    count_.read(&count, 0, 1);
    return count;
  }

 private:
  cuda::Array<unsigned long long> count_;
};

template <class T>
struct TwoArrays {
  cuda::Array<T> first;
  cuda::Array<T> second;

  /// Gives room for so many values; what was there is lost.
  void reserve(std::size_t count) {
    if (count <= first.size()) return;
    for (cuda::Array<T>* const array : {&first, &second}) {
      *array = {};
      *array = cuda::Array<T>(count);
    }
  }
};

/// Sums links; its room serves all levels.
class LinkSums {
 public:
  /// Finds the links of a level whose nodes have been numbered; gives whether any node is joined to another one.
  bool sum(std::size_t items, const LinksOfNodes& links, std::size_t nodes, OrderedLevel& level);

 private:
  TwoArrays<std::uint64_t> keys_;
  TwoArrays<Quanta> quanta_;
};

bool LinkSums::sum(std::size_t items, const LinksOfNodes& links, std::size_t nodes, OrderedLevel& level) {
  const int bits = std::bit_width(nodes);
  const std::size_t listed = [&] {
    Counter counter;
    launch(items, list_links, links, LinkList{bits, counter.data(), nullptr, nullptr});
    return counter.read();
  }();
  keys_.reserve(listed);
  quanta_.reserve(listed);
  Counter counter;
  launch(items, list_links, links, LinkList{bits, counter.data(), keys_.first.data(), quanta_.first.data()});
  cub::DoubleBuffer keys(keys_.first.data(), keys_.second.data());
  cub::DoubleBuffer quanta(quanta_.first.data(), quanta_.second.data());
  Counter sums;
  if (listed > 0) {
    with_scratch([&](void* scratch, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, quanta, listed, 0, 2 * bits, cuda::step_stream());
    });
    with_scratch([&](void* scratch, std::size_t& bytes) {
      return cub::DeviceReduce::ReduceByKey(scratch, bytes, keys.Current(), keys.Alternate(), quanta.Current(),
                                            quanta.Alternate(), sums.data(), thrust::plus<Quanta>{}, listed,
                                            cuda::step_stream());
    });
  }
  const std::size_t count = sums.read();
  const auto nodes_here = static_cast<std::uint32_t>(nodes);
  level.first_link = cuda::Array<std::uint64_t>(nodes + 1);
  level.neighbours = cuda::Array<std::uint32_t>(count);
  level.quanta = cuda::Array<Quanta>(count);
  level.inverse_diagonal = cuda::Array<float>(nodes);
  Counter joined;
  launch(nodes + 1, find_first_links, keys.Alternate(), count, bits, nodes_here, level.first_link.data());
  cuda::check(cudaMemcpyAsync(level.quanta.data(), quanta.Alternate(), level.quanta.bytes(), cudaMemcpyDeviceToDevice,
                              cuda::step_stream()),
              "keeping links");
  launch(nodes, finish_nodes, keys.Alternate(), bits, nodes_here, level.first_link.data(), quanta.Alternate(),
         level.neighbours.data(), level.inverse_diagonal.data(), joined.data());
  return joined.read() != 0;
}

/// Numbers what the nodes in each block of the level above become.
void number_nodes_above(const OrderedLevel& finer, OrderedLevel& level) {
  const OrderedView view = view_of(finer);
  const int bits = std::bit_width(finer.nodes());
  const int bits_of_block = std::bit_width(static_cast<std::uint64_t>(level.extent.voxels()));
  cuda::Array<std::uint32_t> root(view.nodes);
  launch(view.nodes, begin_roots, view.nodes, root.data());
  launch(view.nodes, join_linked, view, root.data());
  TwoArrays<std::uint64_t> lists;
  lists.reserve(view.nodes);
  Counter counter;
  launch(view.nodes, list_roots, view, root.data(), bits, lists.first.data(), counter.data());
  const std::size_t count = counter.read();
  cub::DoubleBuffer roots(lists.first.data(), lists.second.data());
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, roots, count, 0, bits + bits_of_block, cuda::step_stream());
  });
  cuda::Array<std::uint32_t> number(view.nodes);
  level.blocks = cuda::Array<std::uint32_t>(count);
  level.parent = cuda::Array<std::uint32_t>(view.nodes);
  launch(count, number_roots, roots.Current(), static_cast<std::uint32_t>(count), bits, number.data(),
         level.blocks.data());
  launch(view.nodes, find_numbers, view.nodes, root.data(), number.data(), level.parent.data());
  cuda::finish("numbering nodes");
}

template <class View>
JoinedPieces join(const ImageOnGpu& image, const View& cells, const PiecesOnGpu& pieces) {
  const std::size_t blocks = count_blocks(image.view());
  const SharedPieces& shared = pieces.shared();
  const cuda::Array<std::uint32_t> halo = on_gpu(shared.halo.data(), shared.halo.size());
  const PiecesAround around{pieces.piece_of(), shared.first, shared.own, halo.data()};
  JoinedPieces joined;
  OrderedLevel& level = joined.level;
  level.extent = halved({image.view().nx, image.view().ny, image.view().own_nz});
  level.blocks = pieces.list_blocks(image);
  level.first_link = cuda::Array<std::uint64_t>(pieces.count() + 1);
  level.first_link.clear();
  launch(cells.cells == 0 ? 0 : blocks, count_links<View>, image.view(), cells, around, blocks,
         level.first_link.data());
  const std::size_t links = sum_before(level.first_link);
  level.neighbours = cuda::Array<std::uint32_t>(links);
  level.quanta = cuda::Array<Quanta>(links);
  level.inverse_diagonal = cuda::Array<float>(pieces.count());
  Counter others;
  launch(cells.cells == 0 ? 0 : blocks, write_links<View>, image.view(), cells, around, blocks, level.first_link.data(),
         level.neighbours.data(), level.quanta.data(), level.inverse_diagonal.data(), others.data());
  joined.is_joined = others.read() != 0;
  return joined;
}

}  // namespace

JoinedPieces join_pieces(const ImageOnGpu& image, const CellView& cells, const PiecesOnGpu& pieces) {
  return join(image, cells, pieces);
}
JoinedPieces join_pieces(const ImageOnGpu& image, const OpenFacesView& cells, const PiecesOnGpu& pieces) {
  return join(image, cells, pieces);
}

std::vector<OrderedLevel> make_levels(JoinedPieces pieces) {
  LinkSums sums;
  std::vector<OrderedLevel> levels;
  if (pieces.level.nodes() == 0) return levels;
  levels.push_back(std::move(pieces.level));
  for (bool is_joined = pieces.is_joined; is_joined;) {
    const OrderedLevel& finer = levels.back();
    OrderedLevel next;
    next.extent = halved(finer.extent);
    number_nodes_above(finer, next);
    is_joined = sums.sum(finer.nodes(), LinksOfNodes{view_of(finer), next.parent.data()}, next.blocks.size(), next);
    levels.push_back(std::move(next));
  }
  return levels;
}

}  // namespace perm::laplace_cuda
