// SPDX-License-Identifier: Apache-2.0
// Streams beside the one that steps, the events that make one wait for another, and memory of the host that a GPU
// copies to and from while it steps.
#pragma once

#include <cstddef>
#include <utility>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu_runtime.hpp"

namespace perm::streaming {

/// A stream that waits for no other by itself.
class Stream {
 public:
  Stream() { cuda::check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream"); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_{};
};

/// A point in the work of a stream that others can wait for.
class Event {
 public:
  Event() { cuda::check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "making an event"); }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  ~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  void record(cudaStream_t stream) { cuda::check(cudaEventRecord(event_, stream), "marking a stream"); }
  /// Lets what `stream` gets from now on wait for the point. An event that was never recorded holds nothing back.
  void hold_back(cudaStream_t stream) const {
    cuda::check(cudaStreamWaitEvent(stream, event_, 0), "waiting for a stream");
  }

 private:
  cudaEvent_t event_{};
};

/// Values in memory of the host that the system does not move. They begin undefined.
template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(std::size_t count) : count_(count) {
    void* memory = nullptr;
    const cudaError_t error = cudaMallocHost(&memory, count * sizeof(T));
    if (error == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());
      throw MemoryShortage(
          "Cannot pin " + format_bytes(static_cast<double>(count * sizeof(T))) + " of the host's memory",
          "the system refused", "Give a smaller --size, or raise ulimit -l");
    }
    cuda::check(error, "allocating pinned memory");
    values_ = static_cast<T*>(memory);
  }
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  ~PinnedArray() { cudaFreeHost(values_); }

  T* data() { return values_; }
  const T* data() const { return values_; }
  std::size_t size() const { return count_; }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }

 private:
  T* values_{nullptr};
  std::size_t count_;
};

}  // namespace perm::streaming
