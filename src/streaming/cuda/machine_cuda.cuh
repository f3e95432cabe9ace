// SPDX-License-Identifier: Apache-2.0
// A GPU as a machine that runs the passes of streaming schemes: a thread an item, or a block of threads that wait for
// each other once. Passes follow each other on the stream of this thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/range.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "device/gpu_runtime.hpp"
#include "streaming/cuda/slab_exchange_cuda.hpp"
#include "streaming/cuda/streams_cuda.hpp"
#include "streaming/sites/schemes.hpp"

namespace perm::streaming {

/// Reads through the cache for what a kernel does not write (Mawson, Revell 2014).
struct ReadOnlyCache {
  template <class Real>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Real get(const Real* place) {
#ifdef PERM_ON_GPU
    return __ldg(place);
#else
    return *place;
#endif
  }
};

/// What the 32 threads of a warp have in their registers.
struct WarpLanes {
  template <class Thread>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE auto get(const Thread& own, int q, int thread, int step) const {
#ifdef PERM_ON_GPU
    return cuda::value_of_lane(own.f[q], thread + step);
#else
    static_cast<void>(thread + step);
    return own.f[q];
#endif
  }
};

template <class Pass>
__global__ void __launch_bounds__(most_block) run_pass(Range items, const __grid_constant__ Pass pass) {
  const std::int64_t item = items.first + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (item < items.last) pass(item);
}

/// Threads that wait for each other need other blocks beside them that do not: 1024 threads fit on a multiprocessor.
template <class Pass>
__global__ void __launch_bounds__(Pass::most_threads, 1024 / Pass::most_threads)
    run_block_pass(const __grid_constant__ Pass pass) {
  extern __shared__ double shared[];
  typename Pass::Thread own;
  const int thread = static_cast<int>(threadIdx.x);
  const int threads = static_cast<int>(blockDim.x);
  pass.load(blockIdx.x, thread, threads, own, shared);
  __syncthreads();
  pass.store(blockIdx.x, thread, threads, own, shared, WarpLanes{});
}

class CudaMachine {
 public:
  template <class T>
  using Array = cuda::Array<T>;
  template <class T>
  using HostArray = PinnedArray<T>;
  using Mark = Event;
  using CachedRead = ReadOnlyCache;

  CudaMachine(int block, const Communicator& processes, Transport transport)
      : block_(block), name_(gpu_name()), exchange_(make_slab_exchange_cuda(processes, transport)) {}
  int block() const { return block_; }
  bool is_alone() const { return exchange_ == nullptr; }

  template <class Pass>
  void run(const Range& items, const Pass& pass) {
    if (items.size() <= 0) return;
    const auto blocks = static_cast<unsigned>((items.size() + block_ - 1) / block_);
    note(registers_of<run_pass<Pass>>());
    run_pass<<<blocks, static_cast<unsigned>(block_)>>>(items, pass);
    cuda::check(cudaGetLastError(), "launching a streaming scheme");
  }
  template <class Pass>
  void run_blocks(std::int64_t blocks, int threads, const Pass& pass) {
    note(registers_of<run_block_pass<Pass>>());
    allow_shared<run_block_pass<Pass>>(Pass::shared_bytes(Pass::most_threads));
    run_block_pass<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), Pass::shared_bytes(threads)>>>(
        pass);
    cuda::check(cudaGetLastError(), "launching a streaming scheme");
  }

  template <class Real, class Meanwhile>
  FaceValues<Real> exchange(const FaceValues<Real>& leaving, std::int64_t values, const Meanwhile& meanwhile) {
    const std::size_t bytes = static_cast<std::size_t>(values) * sizeof(Real);
    const SlabFaces faces{leaving.below, leaving.above};
    exchange_->start(faces, bytes);
    meanwhile();
    const SlabFaces come = exchange_->finish();
    return {static_cast<const Real*>(come.below), static_cast<const Real*>(come.above)};
  }
  void finish() const { cuda::finish("stepping a streaming scheme"); }

  template <class T>
  void copy_in(std::span<const T> from, Array<T>& to) const {
    to.write(from.data(), 0, from.size());
  }
  template <class T>
  std::vector<T> copy_out(const Array<T>& from) const {
    std::vector<T> values(from.size());
    from.read(values.data(), 0, values.size());
    return values;
  }
  void set(Mark& mark, Queue queue) { mark.record(stream_of(queue)); }
  void wait(Queue queue, const Mark& mark) { mark.hold_back(stream_of(queue)); }
  void finish_queues() {
    for (const Queue queue : {Queue::in, Queue::steps, Queue::out})
      cuda::check(cudaStreamSynchronize(stream_of(queue)), "stepping out of core");
    finish();
  }
  template <class T>
  void copy_to_device(Queue queue, T* to, const T* from, std::int64_t count) {
    copy(queue, to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyHostToDevice);
  }
  template <class T>
  void copy_from_device(Queue queue, T* to, const T* from, std::int64_t count) {
    copy(queue, to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToHost);
  }
  template <class T>
  void copy_on_device(Queue queue, T* to, const T* from, std::int64_t count) {
    copy(queue, to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToDevice);
  }
  std::string description() const {
    return exchange_ ? "cuda, " + name_ + ", transport " + exchange_->transport() : "cuda, " + name_;
  }
  int registers() const { return registers_; }

 private:
  template <auto kernel>
  static int registers_of() {
    static const int count = [] {
      cudaFuncAttributes attributes{};
      cuda::check(cudaFuncGetAttributes(&attributes, kernel), "asking for registers");
      return attributes.numRegs;
    }();
    return count;
  }
  template <auto kernel>
  static void allow_shared(std::size_t bytes) {
    static const bool done = [bytes] {
      cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
                  "asking for shared memory");
      return true;
    }();
    static_cast<void>(done);
  }
  cudaStream_t stream_of(Queue queue) {
    if (queue == Queue::steps) return cudaStreamPerThread;
    std::unique_ptr<Stream>& stream = queue == Queue::in ? in_ : out_;
    if (!stream) stream = std::make_unique<Stream>();
    return stream->get();
  }
  void copy(Queue queue, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (bytes > 0) cuda::check(cudaMemcpyAsync(to, from, bytes, kind, stream_of(queue)), "copying planes");
  }
  void note(int registers) { registers_ = std::max(registers_, registers); }

  int block_;
  int registers_{0};
  std::string name_;
  std::unique_ptr<SlabExchangeCuda> exchange_;
  std::unique_ptr<Stream> in_;
  std::unique_ptr<Stream> out_;
};

}  // namespace perm::streaming
