// SPDX-License-Identifier: Apache-2.0
// Records launches once and repeats them as one launch, because for small lattices a launch costs as much as a step.
#pragma once

#include "device/cuda_check.hpp"

namespace perm::cuda {

/// Gives the stream of the time steps.
inline cudaStream_t step_stream() { return cudaStreamPerThread; }

/// Has a stream whose work has priority over the work of the step stream, and the points where the two wait for each
/// other.
class SideStream {
 public:
  SideStream() {
    int least = 0;
    int greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for priorities");
    check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest), "creating a stream");
    for (cudaEvent_t* event : {&begin_, &end_})
      check(cudaEventCreateWithFlags(event, cudaEventDisableTiming), "creating an event");
  }
  SideStream(const SideStream&) = delete;
  SideStream& operator=(const SideStream&) = delete;
  ~SideStream() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
    cudaStreamDestroy(stream_);
  }

  cudaStream_t stream() const { return stream_; }
  /// After this call, new work on this stream runs after the work that the step stream has now.
  void begin() { follow(stream_, step_stream(), begin_); }
  /// After this call, new work on the step stream runs after the work that this stream has now.
  void end() { follow(step_stream(), stream_, end_); }
  /// After this call, new work on `other` runs after the work that this stream has now.
  void end_on(const SideStream& other) { follow(other.stream_, stream_, end_); }

 private:
  static void follow(cudaStream_t later, cudaStream_t earlier, cudaEvent_t event) {
    check(cudaEventRecord(event, earlier), "ordering streams");
    check(cudaStreamWaitEvent(later, event, 0), "ordering streams");
  }

  cudaStream_t stream_{};
  cudaEvent_t begin_{};
  cudaEvent_t end_{};
};

/// Holds work that has been recorded, or nothing.
class Graph {
 public:
  Graph() = default;
  /// Records what `work` launches on the step stream; nothing runs yet.
  template <class Work>
  explicit Graph(const Work& work) {
    check(cudaStreamBeginCapture(step_stream(), cudaStreamCaptureModeThreadLocal), "recording steps");
    work();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(step_stream(), &graph), "recording steps");
    const cudaError_t error = cudaGraphInstantiate(&launchable_, graph, cudaGraphInstantiateFlagUseNodePriority);
    cudaGraphDestroy(graph);
    check(error, "recording steps");
  }
  Graph(Graph&& other) noexcept : launchable_(std::exchange(other.launchable_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(launchable_, other.launchable_);
    return *this;
  }
  ~Graph() {
    if (launchable_ != nullptr) cudaGraphExecDestroy(launchable_);
  }

  bool is_recorded() const { return launchable_ != nullptr; }
  void launch() { check(cudaGraphLaunch(launchable_, step_stream()), "launching steps"); }

 private:
  cudaGraphExec_t launchable_{nullptr};
};

}  // namespace perm::cuda
