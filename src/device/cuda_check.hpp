// SPDX-License-Identifier: Apache-2.0
// Every call of the CUDA runtime is checked: a failure becomes a DeviceError that names the device and the call.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

namespace perm::cuda {

/// Throws the DeviceError for `error`; `call` says in words what failed.
[[noreturn]] void fail(cudaError_t error, const char* call);
/// Throws the DeviceError for `bytes` of memory that could not be allocated.
[[noreturn]] void fail_to_allocate(cudaError_t error, std::size_t bytes);

inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) fail(error, call);
}

/// Waits for the device. Throws DeviceError where anything has failed on it since the last call; `work` says in words
/// what was done.
inline void finish(const char* work) {
  check(cudaGetLastError(), work);
  check(cudaDeviceSynchronize(), work);
}

/// Holds values in device memory and frees them with itself.
template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t count) : count_(count) {
    if (count == 0) return;
    void* address = nullptr;
    const cudaError_t error = cudaMalloc(&address, count * sizeof(T));
    if (error != cudaSuccess) fail_to_allocate(error, count * sizeof(T));
    values_ = static_cast<T*>(address);
  }
  Array(Array&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Array() { cudaFree(values_); }

  T* data() { return values_; }
  const T* data() const { return values_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

  void clear() {
    if (count_ > 0) check(cudaMemset(values_, 0, bytes()), "clearing memory");
  }
  /// Copies `count` values to or from the host, from position `first` on.
  void write(const T* source, std::size_t first, std::size_t count) {
    check(cudaMemcpy(values_ + first, source, count * sizeof(T), cudaMemcpyHostToDevice), "copying to the device");
  }
  void read(T* destination, std::size_t first, std::size_t count) const {
    check(cudaMemcpy(destination, values_ + first, count * sizeof(T), cudaMemcpyDeviceToHost),
          "copying from the device");
  }

 private:
  T* values_{nullptr};
  std::size_t count_{0};
};

}  // namespace perm::cuda
