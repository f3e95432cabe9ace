// SPDX-License-Identifier: Apache-2.0
#include "device/gpu_start.hpp"

#include <future>

#include "core/phases/phase_clock.hpp"
#include "device/cuda_check.hpp"

namespace perm::cuda {
namespace {

struct Start {
  int device{0};
  std::shared_future<cudaError_t> result;  ///< a program that ends early waits for it
};

Start& start() {
  static Start start;
  return start;
}

}  // namespace

void begin_start(int device) {
  start() = {device, std::async(std::launch::async, [device] { return cudaSetDevice(device); }).share()};
}

int chosen_device() { return start().device; }

void await_start() {
  thread_local bool is_started = false;
  if (is_started || !start().result.valid()) return;
  const PhaseScope waiting(Phase::device);
  check(start().result.get(), "starting it");
  check(cudaSetDevice(start().device), "choosing a device");
  is_started = true;
}

}  // namespace perm::cuda
