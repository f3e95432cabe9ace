// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/exchange/halo_transport.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "solver/cuda/exchange/nccl_group.hpp"
#include "solver/cuda/exchange/nccl_library.hpp"
#include "solver/cuda/exchange/peer_transport.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

void pass_by_mpi(std::span<const Parcel> parcels, const Communicator& processes, Messages& messages) {
  for (const Parcel& parcel : parcels)
    processes.start_to_receive(parcel.neighbour, parcel.tag_received, {parcel.coming, parcel.coming_bytes}, messages);
  for (const Parcel& parcel : parcels)
    processes.start_to_send(parcel.neighbour, parcel.tag_sent, {parcel.leaving, parcel.leaving_bytes}, messages);
  messages.wait();
}

/// Sends by an MPI library that takes addresses of GPU memory.
class CudaMpiTransport final : public HaloTransport {
 public:
  explicit CudaMpiTransport(Communicator processes) : processes_(std::move(processes)) {}
  void exchange(std::span<const Parcel> parcels, cudaStream_t stream) override {
    cuda::check(cudaStreamSynchronize(stream), "stepping the boundary");
    pass_by_mpi(parcels, processes_, messages_);
  }
  bool can_be_recorded() const override { return false; }
  std::string name() const override { return to_string(Transport::cuda_mpi); }

 private:
  Communicator processes_;
  Messages messages_;
};

/// Holds memory of the host that a GPU copies to and from at full speed.
class PinnedMemory {
 public:
  std::byte* at_least(std::size_t bytes) {
    if (bytes <= bytes_) return memory_;
    free();
    void* memory = nullptr;
    cuda::check(cudaMallocHost(&memory, bytes), "allocating pinned memory");
    memory_ = static_cast<std::byte*>(memory);
    bytes_ = bytes;
    return memory_;
  }
  PinnedMemory() = default;
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory() { free(); }

 private:
  void free() {
    if (memory_ == nullptr) return;
    cudaDeviceSynchronize();  // copies may be on their way
    cudaFreeHost(memory_);
    memory_ = nullptr;
    bytes_ = 0;
  }

  std::byte* memory_{nullptr};
  std::size_t bytes_{0};
};

/// Sends through the memory of the host by plain MPI, which works everywhere.
class HostTransport final : public HaloTransport {
 public:
  explicit HostTransport(Communicator processes) : processes_(std::move(processes)) {}
  void exchange(std::span<const Parcel> parcels, cudaStream_t stream) override {
    std::size_t bytes = 0;
    for (const Parcel& parcel : parcels) bytes += parcel.leaving_bytes + parcel.coming_bytes;
    std::byte* next = memory_.at_least(bytes);
    std::vector<Parcel> on_host;
    for (const Parcel& parcel : parcels) {
      Parcel& staged = on_host.emplace_back(parcel);
      staged.leaving = next;
      staged.coming = next + parcel.leaving_bytes;
      next = staged.coming + parcel.coming_bytes;
      copy(staged.leaving, parcel.leaving, parcel.leaving_bytes, cudaMemcpyDeviceToHost, stream);
    }
    cuda::check(cudaStreamSynchronize(stream), "stepping the boundary");
    pass_by_mpi(on_host, processes_, messages_);
    for (std::size_t i = 0; i < parcels.size(); ++i)
      copy(parcels[i].coming, on_host[i].coming, parcels[i].coming_bytes, cudaMemcpyHostToDevice, stream);
  }
  bool can_be_recorded() const override { return false; }
  std::string name() const override { return to_string(Transport::host); }

 private:
  static void copy(std::byte* to, const std::byte* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    if (bytes > 0) cuda::check(cudaMemcpyAsync(to, from, bytes, kind, stream), "copying a message");
  }

  Communicator processes_;
  PinnedMemory memory_;
  Messages messages_;
};

class NcclTransport final : public HaloTransport {
 public:
  NcclTransport(const nccl::Functions& functions, const Communicator& processes)
      : nccl_(&functions), group_(nccl::GroupCommunicator::of(functions, processes)) {
    check(nccl_->get_version(&version_), "ncclGetVersion");
  }

  /// NCCL connects processes at their first message, which takes up to a second.
  void prepare(std::byte* /*memory*/, std::span<const Parcel> parcels) override {
    for (std::size_t i = 0; i + 1 < parcels.size(); i += 2) exchange(parcels.subspan(i, 2), cudaStreamPerThread);
    cuda::finish("connecting GPUs");
  }

  /// Messages between two ranks are told apart by their order: the message that one rank sends first, through its high
  /// face, is the first that the other receives, through its low face.
  void exchange(std::span<const Parcel> parcels, cudaStream_t stream) override {
    const nccl::Communicator all = group_->get();
    check(nccl_->group_start(), "ncclGroupStart");
    for (const Parcel& parcel : parcels)
      if (parcel.leaving_bytes > 0)
        check(nccl_->send(parcel.leaving, parcel.leaving_bytes, nccl::type_bytes, parcel.neighbour, all, stream),
              "ncclSend");
    for (auto parcel = parcels.rbegin(); parcel != parcels.rend(); ++parcel)
      if (parcel->coming_bytes > 0)
        check(nccl_->receive(parcel->coming, parcel->coming_bytes, nccl::type_bytes, parcel->neighbour, all, stream),
              "ncclRecv");
    check(nccl_->group_end(), "ncclGroupEnd");
  }
  bool can_be_recorded() const override { return true; }
  std::string name() const override {
    return fmt::format("{} {}.{}.{}", to_string(Transport::nccl), version_ / 10000, version_ / 100 % 100,
                       version_ % 100);
  }

 private:
  void check(nccl::Result result, const char* call) const { nccl::check(*nccl_, result, call); }

  const nccl::Functions* nccl_;
  std::shared_ptr<const nccl::GroupCommunicator> group_;
  int version_{0};
};

bool several_share_a_gpu(const Communicator& processes) { return most_ranks_on_a_gpu(processes) > 1; }

/// Says why the processes cannot use NCCL; all get the same answer.
std::string why_no_nccl(const Communicator& processes) {
  std::string why;
  const bool is_missing = nccl::load(why) == nullptr;
  if (processes.any(is_missing)) return why.empty() ? "it is not found on another node" : why;
  return several_share_a_gpu(processes) ? "ranks share a GPU" : "";
}

std::unique_ptr<HaloTransport> make_nccl(const Communicator& processes) {
  std::string ignored;
  return std::make_unique<NcclTransport>(*nccl::load(ignored), processes);
}

}  // namespace

std::string why_no_transport(Transport asked, const Communicator& processes) {
  switch (asked) {
    case Transport::cuda_mpi:
      return processes.any(!Communicator::knows_cuda()) ? "this MPI library does not take addresses of GPU memory" : "";
    case Transport::nccl:
      return why_no_nccl(processes);
    case Transport::peer:
      return why_no_peers(processes);
    default:
      return "";
  }
}

std::unique_ptr<HaloTransport> make_transport(Transport asked, const Communicator& processes) {
  if (asked == Transport::automatic) {
    const bool shared = several_share_a_gpu(processes);  // kernels that wait take long on a shared GPU
    asked = !shared && why_no_peers(processes).empty()                 ? Transport::peer
            : !shared && why_no_nccl(processes).empty()                ? Transport::nccl
            : why_no_transport(Transport::cuda_mpi, processes).empty() ? Transport::cuda_mpi
                                                                       : Transport::host;
  } else if (const std::string why = why_no_transport(asked, processes); !why.empty()) {
    throw DeviceError(fmt::format("--transport {} cannot be used", to_string(asked)), why,
                      "Leave --transport out, or use --transport host, which works everywhere");
  }
  switch (asked) {
    case Transport::cuda_mpi:
      return std::make_unique<CudaMpiTransport>(processes);
    case Transport::nccl:
      return make_nccl(processes);
    case Transport::peer:
      return make_peer_transport(processes);
    default:
      return std::make_unique<HostTransport>(processes);
  }
}

}  // namespace perm
