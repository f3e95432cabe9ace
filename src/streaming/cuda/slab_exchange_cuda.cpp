// SPDX-License-Identifier: Apache-2.0
#include "streaming/cuda/slab_exchange_cuda.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "device/cuda_check.hpp"
#include "device/cuda_graph.hpp"
#include "device/gpu_runtime.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm::streaming {
namespace {

class Exchange final : public SlabExchangeCuda {
 public:
  Exchange(const Communicator& processes, Transport transport)
      : processes_(processes), transport_(make_transport(transport, processes)) {}

  void start(const SlabFaces& leaving, std::size_t bytes_a_face) override {
    if (memory_.size() == 0) prepare(bytes_a_face);
    leaving_ = leaving;
    side_.begin();
  }
  SlabFaces finish() override {
    const std::array<Parcel, 2>& now = parcels_[turn_];
    for (const auto& [parcel, face] : {std::pair{now[0], leaving_.below}, std::pair{now[1], leaving_.above}})
      cuda::check(cudaMemcpyAsync(transport_->where_to_write(parcel), face, parcel.leaving_bytes,
                                  cudaMemcpyDeviceToDevice, side_.stream()),
                  "copying a face");
    transport_->exchange(now, side_.stream());
    side_.end();
    turn_ = 1 - turn_;
    return {now[0].coming, now[1].coming};
  }
  std::string transport() const override { return transport_->name(); }

 private:
  /// Two exchanges have messages of their own, so that one can be read while the next arrives.
  void prepare(std::size_t bytes_a_face) {
    constexpr std::size_t alignment = 256;
    const std::size_t room = (bytes_a_face + alignment - 1) / alignment * alignment;
    memory_ = cuda::Array<std::byte>(HaloTransport::own_bytes + 8 * room, cuda::MemorySource::device);
    const int ranks = processes_.size();
    const std::array neighbours{(processes_.rank() + ranks - 1) % ranks, (processes_.rank() + 1) % ranks};
    std::byte* next = memory_.data() + HaloTransport::own_bytes;
    std::vector<Parcel> all;
    for (int turn = 0; turn < 2; ++turn)
      for (int side = 0; side < 2; ++side) {  // what leaves downwards comes in from above
        Parcel& parcel = parcels_[static_cast<std::size_t>(turn)][static_cast<std::size_t>(side)];
        parcel = {neighbours[static_cast<std::size_t>(side)],
                  2 * turn + side,
                  2 * turn + 1 - side,
                  next,
                  bytes_a_face,
                  next + room,
                  bytes_a_face};
        next += 2 * room;
        all.push_back(parcel);
      }
    transport_->prepare(memory_.data(), all);
  }

  Communicator processes_;
  std::unique_ptr<HaloTransport> transport_;
  cuda::Array<std::byte> memory_;
  std::array<std::array<Parcel, 2>, 2> parcels_{};
  std::size_t turn_{0};
  SlabFaces leaving_{};
  cuda::SideStream side_;
};

}  // namespace

std::unique_ptr<SlabExchangeCuda> make_slab_exchange_cuda(const Communicator& processes, Transport transport) {
  return processes.is_alone() ? nullptr : std::make_unique<Exchange>(processes, transport);
}

}  // namespace perm::streaming
