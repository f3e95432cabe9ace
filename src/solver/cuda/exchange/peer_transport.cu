// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <exception>
#include <map>
#include <vector>

#include "device/cuda_check.hpp"
#include "device/gpu_flags.cuh"
#include "solver/cuda/exchange/memory_sharing.hpp"
#include "solver/cuda/exchange/peer_transport.hpp"

namespace perm {
namespace {

/// Points at the flags of one parcel. `come`, in this process, has the number of the exchange whose message has come;
/// `gone` is the same flag in the neighbour, for the message that leaves; `exchanges` counts the exchanges.
struct Handshake {
  unsigned* come;
  unsigned* gone;
  unsigned* exchanges;
};
constexpr int most_parcels = 8;
struct Handshakes {
  Handshake of[most_parcels];
};

/// Each thread takes one parcel. It says that the message, which earlier kernels of the stream have written, is there,
/// and waits until the neighbour says the same.
__global__ void shake_hands(const __grid_constant__ Handshakes handshakes) {
  const Handshake& parcel = handshakes.of[threadIdx.x];
  const unsigned exchange = ++*parcel.exchanges;
  cuda::set_flag(parcel.gone, exchange);
  while (static_cast<int>(cuda::see_flag(parcel.come) - exchange) < 0) cuda::pause_thread();
}

/// Opens memory of another process's GPU.
class PeerMemory {
 public:
  explicit PeerMemory(const cudaIpcMemHandle_t& handle) {
    error_ = cudaIpcOpenMemHandle(&address_, handle, cudaIpcMemLazyEnablePeerAccess);
    static_cast<void>(cudaGetLastError());
  }
  PeerMemory(PeerMemory&& other) noexcept : address_(std::exchange(other.address_, nullptr)), error_(other.error_) {}
  PeerMemory& operator=(PeerMemory&&) = delete;
  ~PeerMemory() {
    if (address_ != nullptr) cudaIpcCloseMemHandle(address_);
  }
  std::byte* address() const { return static_cast<std::byte*>(address_); }
  cudaError_t error() const { return error_; }

 private:
  void* address_{nullptr};
  cudaError_t error_{cudaSuccess};
};

cudaIpcMemHandle_t handle_of(void* memory) {
  cudaIpcMemHandle_t handle{};
  cuda::check(cudaIpcGetMemHandle(&handle, memory), "sharing memory with other processes");
  return handle;
}

/// Gives an invalid ticket where CUDA cannot share memory.
MemoryTicket ticket_of(void* memory) {
  cudaIpcMemHandle_t handle{};
  const cudaError_t error = cudaIpcGetMemHandle(&handle, memory);
  static_cast<void>(cudaGetLastError());  // the next check must not find this error
  return {std::bit_cast<std::array<std::byte, 64>>(handle), error == cudaSuccess};
}

class PeerTransport final : public HaloTransport {
 public:
  explicit PeerTransport(Communicator processes) : processes_(std::move(processes)) {}
  /// Memory must not be freed while other processes have it open. After a failure no process waits.
  ~PeerTransport() override {
    if (std::uncaught_exceptions() > 0) return;
    cudaDeviceSynchronize();
    opened_.clear();
    processes_.wait_for_all();
  }

  /// The memory begins with the flags that neighbours set; behind them are the numbers of exchanges.
  void prepare(std::byte* memory, std::span<const Parcel> parcels) override {
    auto* const flags = reinterpret_cast<unsigned*>(memory);
    cuda::check(cudaMemset(memory, 0, own_bytes), "clearing memory");
    cuda::finish("clearing memory");
    struct Place {
      cudaIpcMemHandle_t memory;
      std::size_t message;
      std::size_t flag;
    };
    const cudaIpcMemHandle_t handle = handle_of(memory);
    std::vector<Place> coming(parcels.size());
    std::vector<Place> leaving(parcels.size());
    Messages messages;
    for (std::size_t i = 0; i < parcels.size(); ++i) {
      const Parcel& parcel = parcels[i];
      coming[i] = {handle, static_cast<std::size_t>(parcel.coming - memory), i};
      processes_.start_to_receive(parcel.neighbour, parcel.tag_sent, std::as_writable_bytes(std::span(&leaving[i], 1)),
                                  messages);
      processes_.start_to_send(parcel.neighbour, parcel.tag_received, std::as_bytes(std::span(&coming[i], 1)),
                               messages);
    }
    messages.wait();
    for (std::size_t i = 0; i < parcels.size(); ++i) {
      const auto opened = opened_.try_emplace(parcels[i].neighbour, leaving[i].memory).first;
      cuda::check(opened->second.error(), "reaching another process's GPU memory");
      std::byte* const there = opened->second.address();
      links_[parcels[i].tag_sent] = {
          there + leaving[i].message,
          {flags + i, reinterpret_cast<unsigned*>(there) + leaving[i].flag, flags + parcels.size() + i}};
    }
    processes_.wait_for_all();
  }

  std::byte* where_to_write(const Parcel& parcel) const override { return links_.at(parcel.tag_sent).to; }

  void exchange(std::span<const Parcel> parcels, cudaStream_t stream) override {
    Handshakes handshakes{};
    for (std::size_t i = 0; i < parcels.size(); ++i) handshakes.of[i] = links_.at(parcels[i].tag_sent).handshake;
    shake_hands<<<1, static_cast<unsigned>(parcels.size()), 0, stream>>>(handshakes);
    cuda::check(cudaGetLastError(), "exchanging messages");
  }
  bool can_be_recorded() const override { return true; }
  std::string name() const override { return to_string(Transport::peer); }

 private:
  struct Link {
    std::byte* to{nullptr};
    Handshake handshake{};
  };

  Communicator processes_;
  std::map<int, PeerMemory> opened_;  ///< by neighbour
  std::map<int, Link> links_;         ///< by tag
};

}  // namespace

std::string why_no_peers(const Communicator& processes) {
  if (processes.any(processes.size_of_node() < processes.size())) return "the processes are on several nodes";
  cuda::Array<unsigned> memory(1, cuda::MemorySource::device);
  return why_no_sharing(
      ticket_of(memory.data()),
      [](const MemoryTicket& ticket) {
        return PeerMemory(std::bit_cast<cudaIpcMemHandle_t>(ticket.bytes)).error() == cudaSuccess;
      },
      processes);
}

std::unique_ptr<HaloTransport> make_peer_transport(const Communicator& processes) {
  return std::make_unique<PeerTransport>(processes);
}

}  // namespace perm
