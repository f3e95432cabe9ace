// SPDX-License-Identifier: Apache-2.0
// Launches recorded once and repeated as one: for small lattices a launch costs as much as a step.
#pragma once

#include "solver/cuda_check.hpp"

namespace perm::cuda {

/// The stream of the time steps.
inline cudaStream_t step_stream() { return cudaStreamPerThread; }

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
    const cudaError_t error = cudaGraphInstantiate(&launchable_, graph, 0);
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
