// SPDX-License-Identifier: Apache-2.0
// Chooses the GPU that a process computes on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "device/gpu_start.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

using Identity = std::array<char, 16>;  // no two GPUs have the same identity, not even on different nodes

int current_gpu() {
  cuda::await_start();  // before that this thread has no device
  int device = 0;
  cuda::check(cudaGetDevice(&device), "choosing a device");
  return device;
}

Identity identity_of(int device) {
  Identity identity{};
  cuda::check(cuda::read_uuid(identity, device), "asking for its identity");
  return identity;
}

int most_ranks_on(int device, const Communicator& processes) {
  const Identity own = identity_of(device);
  std::int64_t sharing = 0;
  for (const auto& other : processes.gather_to_all(std::span<const Identity>(&own, 1)))
    sharing += other.front() == own ? 1 : 0;
  return static_cast<int>(processes.max(sharing));
}

}  // namespace

int most_ranks_on_a_gpu(const Communicator& processes) { return most_ranks_on(current_gpu(), processes); }

void choose_gpu(const Communicator& processes, GpuSharing sharing) {
  require_cuda();
  int gpus = 0;
  cuda::check(cudaGetDeviceCount(&gpus), "counting devices");
  const int device = processes.rank_on_node() % gpus;
  const int ranks = most_ranks_on(device, processes);
  if (ranks > 1 && sharing == GpuSharing::refused)
    throw DeviceError(fmt::format("{} ranks would share a GPU", ranks),
                      fmt::format("{} ranks run on this node and {} GPU{} can be seen", processes.size_of_node(), gpus,
                                  gpus == 1 ? "" : "s"),
                      "Start one rank a GPU, or add --share-gpus");
  cuda::begin_start(device);
}

}  // namespace perm
