// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cuda/pieces_on_first_cuda.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "darcy/pressure/cuda/messages_with_first.hpp"
#include "device/cuda_graph.hpp"
#include "laplace/block_pieces.hpp"
#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/cuda/launches.cuh"

namespace perm {
namespace {

using laplace_cuda::item;
using laplace_cuda::launch;

__global__ void pick(std::uint32_t count, const std::uint32_t* pieces, const float* all, float* picked) {
  if (item() < count) picked[item()] = all[pieces[item()]];
}

template <class Number>
__global__ void add_to_each(std::size_t count, Number more, Number* numbers) {
  if (item() < count) numbers[item()] += more;
}

template <class T>
void copy(T* to, const T* from, std::size_t count) {
  cuda::check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDefault, cuda::step_stream()), "copying pieces");
}

class PiecesOnFirstCuda final : public PiecesOnFirst {
 public:
  PiecesOnFirstCuda(const Communicator& processes, const SharedPieces& pieces, Transport asked)
      : rank_(processes.rank()), parts_(pieces.parts), messages_(processes, bytes(processes, pieces), asked) {
    if (!processes.is_first()) return;
    for (const std::vector<std::uint32_t>& halo : pieces.halos)
      halos_.push_back(laplace_cuda::on_gpu(halo.data(), halo.size()));
  }

  void gather(std::span<const float> own, std::span<float> all) override {
    if (rank_ > 0) copy(reinterpret_cast<float*>(messages_.leaving(rank_)), own.data(), own.size());
    messages_.send_to_first();
    for (std::size_t rank = 0; rank < halos_.size(); ++rank) {
      const auto* const from =
          rank == 0 ? own.data() : reinterpret_cast<const float*>(messages_.come(static_cast<int>(rank)));
      copy(all.data() + parts_[rank].first, from, static_cast<std::size_t>(parts_[rank].size()));
    }
    cuda::finish("bringing values of pieces to the first process");
  }

  void scatter(std::span<const float> all, std::span<float> local) override {
    for (std::size_t rank = 0; rank < halos_.size(); ++rank) {
      const auto own = static_cast<std::size_t>(parts_[rank].size());
      auto* const to = rank == 0 ? local.data() : reinterpret_cast<float*>(messages_.leaving(static_cast<int>(rank)));
      copy(to, all.data() + parts_[rank].first, own);
      launch(halos_[rank].size(), pick, static_cast<std::uint32_t>(halos_[rank].size()), halos_[rank].data(),
             all.data(), to + own);
    }
    messages_.send_from_first();
    if (rank_ > 0) copy(local.data(), reinterpret_cast<const float*>(messages_.come(rank_)), local.size());
    cuda::finish("bringing values of pieces to a process");
  }

 private:
  static BytesWithFirst bytes(const Communicator& processes, const SharedPieces& pieces) {
    BytesWithFirst bytes;
    for (const Range& part : pieces.parts)
      bytes.to_first.push_back(static_cast<std::size_t>(part.size()) * sizeof(float));
    const auto known = static_cast<std::int64_t>(pieces.known() * sizeof(float));
    for (const auto& of_process : processes.gather_to_all(std::span<const std::int64_t>(&known, 1)))
      bytes.from_first.push_back(static_cast<std::size_t>(of_process[0]));
    return bytes;
  }

  int rank_;
  std::vector<Range> parts_;
  std::vector<cuda::Array<std::uint32_t>> halos_;  ///< of each process, on the first one
  MessagesWithFirst messages_;
};

struct Sizes {
  std::size_t nodes;
  std::size_t links;
};

/// Visits the lists of a level that travel, and those of another level beside: visit(list, other list, values before
/// those of a process, values of it).
template <class Visit>
void for_each_list(laplace_cuda::OrderedLevel& level, laplace_cuda::OrderedLevel& other, const Sizes& before,
                   const Sizes& own, const Visit& visit) {
  visit(level.first_link, other.first_link, before.nodes, own.nodes);
  visit(level.quanta, other.quanta, before.links, own.links);
  visit(level.blocks, other.blocks, before.nodes, own.nodes);
  visit(level.inverse_diagonal, other.inverse_diagonal, before.nodes, own.nodes);
  visit(level.neighbours, other.neighbours, before.links, own.links);
}

std::size_t count_bytes(const Sizes& own) {
  return own.nodes * (sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(float)) +
         own.links * (sizeof(Quanta) + sizeof(std::uint32_t));
}

}  // namespace

std::unique_ptr<PiecesOnFirst> make_pieces_on_first_cuda(const Communicator& processes, const SharedPieces& pieces,
                                                         Transport transport) {
  return std::make_unique<PiecesOnFirstCuda>(processes, pieces, transport);
}

laplace_cuda::JoinedPieces gather_pieces(const Domain& domain, const SharedPieces& pieces,
                                         laplace_cuda::JoinedPieces own, Transport transport) {
  const Communicator& processes = domain.processes();
  const Extent blocks = halved(domain.image());
  struct OfProcess {
    std::int64_t links;
    std::int64_t blocks_before;
  };
  const OfProcess here{static_cast<std::int64_t>(own.level.neighbours.size()),
                       domain.own().z.first / 2 * blocks.plane_voxels()};
  const auto all = processes.gather_to_all(std::span<const OfProcess>(&here, 1));
  std::vector<Sizes> sizes;
  BytesWithFirst bytes;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    sizes.push_back(
        {static_cast<std::size_t>(pieces.parts[rank].size()), static_cast<std::size_t>(all[rank][0].links)});
    bytes.to_first.push_back(count_bytes(sizes.back()));
    bytes.from_first.push_back(0);
  }
  const bool is_joined = processes.any(own.is_joined);
  MessagesWithFirst messages(processes, std::move(bytes), transport);
  const auto rank_here = static_cast<std::size_t>(processes.rank());
  if (!processes.is_first()) {
    std::byte* to = messages.leaving(processes.rank());
    for_each_list(own.level, own.level, {0, 0}, sizes[rank_here],
                  [&](auto& list, const auto&, std::size_t, std::size_t count) {
                    copy(reinterpret_cast<decltype(list.data())>(to), list.data(), count);
                    to += count * sizeof(*list.data());
                  });
  }
  messages.send_to_first();
  if (!processes.is_first()) return {};
  Sizes whole{0, 0};
  for (const Sizes& of_process : sizes) whole = {whole.nodes + of_process.nodes, whole.links + of_process.links};
  laplace_cuda::JoinedPieces gathered{{.extent = blocks,
                                       .parent = {},
                                       .blocks = cuda::Array<std::uint32_t>(whole.nodes),
                                       .inverse_diagonal = cuda::Array<float>(whole.nodes),
                                       .first_link = cuda::Array<std::uint64_t>(whole.nodes + 1),
                                       .neighbours = cuda::Array<std::uint32_t>(whole.links),
                                       .quanta = cuda::Array<Quanta>(whole.links)},
                                      is_joined};
  laplace_cuda::OrderedLevel& level = gathered.level;
  Sizes before{0, 0};
  for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
    const Sizes& count = sizes[rank];
    const std::byte* from = rank == 0 ? nullptr : messages.come(static_cast<int>(rank));
    for_each_list(level, own.level, before, count,
                  [&](auto& list, auto& of_first, std::size_t first, std::size_t values) {
                    using Value = std::remove_reference_t<decltype(*list.data())>;
                    if (rank == 0) return copy<Value>(list.data(), of_first.data(), values);
                    copy(list.data() + first, reinterpret_cast<const Value*>(from), values);
                    from += values * sizeof(Value);
                  });
    launch(count.nodes, add_to_each<std::uint64_t>, count.nodes, static_cast<std::uint64_t>(before.links),
           level.first_link.data() + before.nodes);
    launch(count.nodes, add_to_each<std::uint32_t>, count.nodes, static_cast<std::uint32_t>(all[rank][0].blocks_before),
           level.blocks.data() + before.nodes);
    before = {before.nodes + count.nodes, before.links + count.links};
  }
  const std::uint64_t end = whole.links;
  level.first_link.write(&end, whole.nodes, 1);
  cuda::finish("gathering pieces");
  return gathered;
}

}  // namespace perm
