// SPDX-License-Identifier: Apache-2.0
#include "device/gpu_start.hpp"

#include <future>
#include <mutex>

#include "core/phases/phase_clock.hpp"
#include "device/cuda_check.hpp"

namespace perm::cuda {
namespace {

/// The start of a device, which may be asked for by several threads.
struct Start {
  std::mutex mutex;
  int device{0};
  std::shared_future<cudaError_t> result;  ///< a program that ends early waits for it
};

Start& start() {
  static Start start;
  return start;
}

}  // namespace

void begin_start(int device) {
  const std::scoped_lock lock(start().mutex);
  if (start().result.valid() && start().device == device) return;
  start().device = device;
  start().result = std::async(std::launch::async, [device] { return cudaSetDevice(device); }).share();
}

int chosen_device() {
  const std::scoped_lock lock(start().mutex);
  return start().device;
}

void await_start() {
  thread_local bool is_started = false;
  if (is_started) return;
  std::shared_future<cudaError_t> result;
  int device = 0;
  {
    const std::scoped_lock lock(start().mutex);
    result = start().result;
    device = start().device;
  }
  if (!result.valid()) return;
  const PhaseScope waiting(Phase::device);
  check(result.get(), "starting it");
  check(cudaSetDevice(device), "choosing a device");
  is_started = true;
}

}  // namespace perm::cuda
