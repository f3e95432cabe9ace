// SPDX-License-Identifier: Apache-2.0
// Every call of the CUDA runtime is checked: a failure becomes a DeviceError that names the device and the call.
#pragma once

#include <cstddef>
#include <utility>

#include "device/gpu_runtime.hpp"

namespace perm::cuda {

/// Throws the DeviceError for `error`; `call` says in words what failed.
[[noreturn]] void fail(cudaError_t error, const char* call);
/// Throws the DeviceError for `bytes` of memory that could not be allocated.
[[noreturn]] void fail_to_allocate(cudaError_t error, std::size_t bytes);

inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) fail(error, call);
}

/// Waits for what this thread has launched: all in one stream, that of the steps. Other threads have streams of their
/// own. Throws DeviceError where anything of it has failed since the last call; `work` says in words what was done.
inline void finish(const char* work) {
  check(cudaGetLastError(), work);
  check(cudaStreamSynchronize(cudaStreamPerThread), work);
}

/// Tells whether an address is one of device memory.
inline bool is_on_device(const void* address) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, address), "asking where memory lies");
  return type_of(attributes) == cudaMemoryTypeDevice;
}

/// Says where an array may lie. Other processes can open what does not come from a pool only.
enum class MemorySource { any, device };

/// Small arrays come from a pool where the device has one: that takes a microsecond, and a call to the driver, which
/// waits for the device, a hundred. The pool keeps `pool_bytes` at most that nobody uses.
class Memory {
 public:
  static constexpr std::size_t pool_bytes = 32 << 20;

  Memory() = default;
  /// Throws DeviceError where the device has not so much memory.
  Memory(std::size_t bytes, MemorySource source);
  Memory(Memory&& other) noexcept
      : address_(std::exchange(other.address_, nullptr)), is_of_pool_(std::exchange(other.is_of_pool_, false)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(is_of_pool_, other.is_of_pool_);
    return *this;
  }
  ~Memory();

  void* address() const { return address_; }

 private:
  void* address_{nullptr};
  bool is_of_pool_{false};
};

/// Holds values in device memory and frees them with itself.
template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t count, MemorySource source = MemorySource::any)
      : memory_(count * sizeof(T), source), count_(count) {}
  Array(Array&& other) noexcept : memory_(std::move(other.memory_)), count_(std::exchange(other.count_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Array() = default;

  T* data() { return static_cast<T*>(memory_.address()); }
  const T* data() const { return static_cast<const T*>(memory_.address()); }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

  void clear() {
    if (count_ > 0) check(cudaMemset(data(), 0, bytes()), "clearing memory");
  }
  /// Copies `count` values to or from the host, or another place on the device, from position `first` on.
  void write(const T* source, std::size_t first, std::size_t count) {
    check(cudaMemcpy(data() + first, source, count * sizeof(T), cudaMemcpyDefault), "copying to the device");
  }
  void read(T* destination, std::size_t first, std::size_t count) const {
    check(cudaMemcpy(destination, data() + first, count * sizeof(T), cudaMemcpyDefault), "copying from the device");
  }

 private:
  Memory memory_;
  std::size_t count_{0};
};

}  // namespace perm::cuda
