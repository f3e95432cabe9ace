// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cuda/pieces_on_first_cuda.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "device/cuda_graph.hpp"
#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/cuda/launches.cuh"
#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm {
namespace {

using laplace_cuda::item;

__global__ void pick(std::uint32_t count, const std::uint32_t* pieces, const float* all, float* picked) {
  if (item() < count) picked[item()] = all[pieces[item()]];
}

void copy(float* to, const float* from, std::size_t count) {
  cuda::check(cudaMemcpyAsync(to, from, count * sizeof(float), cudaMemcpyDefault, cuda::step_stream()),
              "copying values of pieces");
}

/// Shows what a process has on the GPU of the first one.
struct ProcessOnGpu {
  Range own;
  cuda::Array<std::uint32_t> halo;
};

class PiecesOnFirstCuda final : public PiecesOnFirst {
 public:
  PiecesOnFirstCuda(const Communicator& processes, std::size_t own, std::size_t all,
                    const std::vector<PiecesOfProcess>& on_first, Transport asked)
      : transport_(make_transport(asked, processes)) {
    std::vector<std::size_t> counts;  // of the pieces of other processes, with those of the halo
    for (const PiecesOfProcess& process : on_first) {
      const Range range = process.own.empty() ? Range{0, 0} : process.own.front();
      processes_.push_back({range, laplace_cuda::on_gpu(process.halo.data(), process.halo.size())});
      if (processes_.size() > 1) counts.push_back(process.count_own() + process.halo.size());
    }
    if (!processes.is_first()) counts.push_back(all);
    // Messages both ways have places of their own. A process and the first one send theirs with the number of the
    // former as a tag.
    std::size_t floats = 0;
    for (const std::size_t count : counts) floats += 2 * count;
    memory_ = cuda::Array<std::byte>(HaloTransport::own_bytes + floats * sizeof(float), cuda::MemorySource::device);
    std::byte* place = memory_.data() + HaloTransport::own_bytes;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::size_t bytes = counts[i] * sizeof(float);
      const int rank = processes.is_first() ? static_cast<int>(i) + 1 : processes.rank();
      const int odd = processes.is_first() ? 1 : 0;
      parcels_.push_back(
          {processes.is_first() ? rank : 0, 2 * rank + odd, 2 * rank + 1 - odd, place, bytes, place + bytes, bytes});
      place += 2 * bytes;
    }
    own_ = own;
    transport_->prepare(memory_.data(), parcels_);
  }

  void gather(std::span<const float> own, std::span<float> all) override {
    if (processes_.empty()) {
      copy(leaving(parcels_[0]), own.data(), own_);
      exchange({own_ * sizeof(float)}, {0});
      return;
    }
    copy(all.data() + processes_[0].own.first, own.data(), own_);
    std::vector<std::size_t> coming;
    for (std::size_t rank = 1; rank < processes_.size(); ++rank)
      coming.push_back(static_cast<std::size_t>(processes_[rank].own.size()) * sizeof(float));
    exchange(std::vector<std::size_t>(coming.size()), coming);
    for (std::size_t rank = 1; rank < processes_.size(); ++rank) {
      const Range& range = processes_[rank].own;
      copy(all.data() + range.first, reinterpret_cast<const float*>(parcels_[rank - 1].coming),
           static_cast<std::size_t>(range.size()));
    }
    cuda::finish("bringing values of pieces to the first process");
  }

  void scatter(std::span<const float> all, std::span<float> local) override {
    if (processes_.empty()) {
      exchange({0}, {parcels_[0].coming_bytes});
      copy(local.data(), reinterpret_cast<const float*>(parcels_[0].coming), local.size());
      cuda::finish("bringing values of pieces to a process");
      return;
    }
    std::vector<std::size_t> leave;
    for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
      const ProcessOnGpu& process = processes_[rank];
      const auto own = static_cast<std::size_t>(process.own.size());
      float* const to = rank == 0 ? local.data() : leaving(parcels_[rank - 1]);
      copy(to, all.data() + process.own.first, own);
      laplace_cuda::launch(process.halo.size(), pick, static_cast<std::uint32_t>(process.halo.size()),
                           process.halo.data(), all.data(), to + own);
      if (rank > 0) leave.push_back(parcels_[rank - 1].leaving_bytes);
    }
    exchange(leave, std::vector<std::size_t>(leave.size()));
  }

 private:
  float* leaving(const Parcel& parcel) const { return reinterpret_cast<float*>(transport_->where_to_write(parcel)); }
  /// Sends and gets so many bytes of each parcel.
  void exchange(const std::vector<std::size_t>& leave, const std::vector<std::size_t>& come) {
    std::vector<Parcel> parcels = parcels_;
    for (std::size_t i = 0; i < parcels.size(); ++i) {
      parcels[i].leaving_bytes = leave[i];
      parcels[i].coming_bytes = come[i];
    }
    transport_->exchange(parcels, cuda::step_stream());
    cuda::finish("bringing values of pieces to another process");
  }

  std::vector<ProcessOnGpu> processes_;  ///< all of them, on the first one only
  std::vector<Parcel> parcels_;          ///< of the first one: with each other one, by rank
  std::size_t own_{0};
  cuda::Array<std::byte> memory_;  ///< what belongs to the transport, then values
  std::unique_ptr<HaloTransport> transport_;
};

}  // namespace

std::unique_ptr<PiecesOnFirst> make_pieces_on_first_cuda(const Communicator& processes, std::size_t own,
                                                         std::size_t all, const std::vector<PiecesOfProcess>& on_first,
                                                         Transport transport) {
  return std::make_unique<PiecesOnFirstCuda>(processes, own, all, on_first, transport);
}

}  // namespace perm
