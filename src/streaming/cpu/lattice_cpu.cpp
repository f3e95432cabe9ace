// SPDX-License-Identifier: Apache-2.0
#include "streaming/cpu/lattice_cpu.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/large_array.hpp"
#include "core/processors/first_error.hpp"
#include "streaming/sites/stepped_scheme.hpp"

namespace perm {
namespace {

/// What the threads of one block have read.
template <class Thread>
struct LanesOfBlock {
  const std::vector<Thread>* threads;
  auto get(const Thread&, int q, int thread, int step) const {
    const auto other = static_cast<std::size_t>(std::int64_t{thread} + step);
    return (*threads)[other < threads->size() ? other : static_cast<std::size_t>(thread)].f[q];
  }
};

class CpuMachine {
 public:
  template <class T>
  using Array = LargeArray<T>;
  template <class T>
  using HostArray = LargeArray<T>;
  struct Mark {};                           // everything is done when it is asked for
  using CachedRead = streaming::PlainRead;  // a GPU has a cache of its own for what is only read

  CpuMachine(int threads, int block, Communicator processes)
      : threads_(threads), block_(block), processes_(std::move(processes)) {}
  int block() const { return block_; }
  bool is_alone() const { return processes_.is_alone(); }

  template <class Pass>
  void run(const Range& items, const Pass& pass) const {
#pragma omp parallel for schedule(static) num_threads(threads_)  // nothing in it throws
    for (std::int64_t i = items.first; i < items.last; ++i) pass(i);
  }
  template <class Pass>
  void run_blocks(std::int64_t blocks, int threads, const Pass& pass) const {
    FirstError error;
#pragma omp parallel num_threads(threads_)
    {
      auto lanes = error.make<std::vector<typename Pass::Thread>>(static_cast<std::size_t>(threads));
      auto shared_values =
          error.make<std::vector<double>>((Pass::shared_bytes(threads) + sizeof(double) - 1) / sizeof(double));
#pragma omp for schedule(static)
      for (std::int64_t block = 0; block < blocks; ++block)
        error.guard([&] {
          std::vector<typename Pass::Thread>& own = *lanes;
          double* const shared = shared_values->data();
          for (int t = 0; t < threads; ++t) pass.load(block, t, threads, own[static_cast<std::size_t>(t)], shared);
          for (int t = 0; t < threads; ++t)
            pass.store(block, t, threads, own[static_cast<std::size_t>(t)], shared,
                       LanesOfBlock<typename Pass::Thread>{&own});
        });
    }
    error.rethrow();
  }
  template <class Real, class Meanwhile>
  streaming::FaceValues<Real> exchange(const streaming::FaceValues<Real>& leaving, std::int64_t values,
                                       const Meanwhile& meanwhile) {
    const std::size_t bytes = static_cast<std::size_t>(values) * sizeof(Real);
    come_.resize(2 * bytes);
    const int below = (processes_.rank() + processes_.size() - 1) % processes_.size();
    const int above = (processes_.rank() + 1) % processes_.size();
    const auto bytes_at = [bytes](const Real* f) { return std::as_bytes(std::span(f, bytes / sizeof(Real))); };
    Messages messages;
    processes_.start_to_receive(below, upwards, std::span(come_).first(bytes), messages);
    processes_.start_to_receive(above, downwards, std::span(come_).last(bytes), messages);
    processes_.start_to_send(below, downwards, bytes_at(leaving.below), messages);
    processes_.start_to_send(above, upwards, bytes_at(leaving.above), messages);
    meanwhile();
    messages.wait();
    return {reinterpret_cast<const Real*>(come_.data()), reinterpret_cast<const Real*>(come_.data() + bytes)};
  }
  void finish() const {}
  template <class T>
  void copy_in(std::span<const T> from, LargeArray<T>& to) const {
    std::ranges::copy(from, to.begin());
  }
  template <class T>
  std::vector<T> copy_out(const LargeArray<T>& from) const {
    return {from.begin(), from.end()};
  }
  void set(Mark& /*mark*/, streaming::Queue /*queue*/) const {}
  void wait(streaming::Queue /*queue*/, const Mark& /*mark*/) const {}
  void finish_queues() const {}
  template <class T>
  void copy_to_device(streaming::Queue /*queue*/, T* to, const T* from, std::int64_t count) const {
    std::copy_n(from, count, to);
  }
  template <class T>
  void copy_from_device(streaming::Queue queue, T* to, const T* from, std::int64_t count) const {
    copy_to_device(queue, to, from, count);
  }
  template <class T>
  void copy_on_device(streaming::Queue queue, T* to, const T* from, std::int64_t count) const {
    copy_to_device(queue, to, from, count);
  }
  std::string description() const { return fmt::format("cpu, {} thread{}", threads_, threads_ == 1 ? "" : "s"); }
  int registers() const { return 0; }

 private:
  static constexpr int upwards = 1;  // tags of messages
  static constexpr int downwards = 2;

  int threads_;
  int block_;
  Communicator processes_;
  std::vector<std::byte> come_;
};

}  // namespace

std::unique_ptr<StreamingLattice> make_streaming_lattice_cpu(const PoreSlab& pores, const SolverSettings& settings,
                                                             const StreamingChoice& choice) {
  CpuMachine machine(settings.threads > 0 ? settings.threads : omp_get_max_threads(), choice.block, pores.processes());
  if (settings.precision == Precision::float64)
    return streaming::make_stepped<double>(std::move(machine), pores, settings, choice);
  return streaming::make_stepped<float>(std::move(machine), pores, settings, choice);
}

}  // namespace perm
