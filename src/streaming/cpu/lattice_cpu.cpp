// SPDX-License-Identifier: Apache-2.0
#include "streaming/cpu/lattice_cpu.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "streaming/sites/stepped_scheme.hpp"

namespace perm {
namespace {

/// What the threads of one block have read.
template <class Thread>
struct LanesOfBlock {
  const std::vector<Thread>* threads;
  auto get(const Thread&, int q, int thread, int step) const {
    const std::size_t other = static_cast<std::size_t>(thread + step);
    return (*threads)[other < threads->size() ? other : static_cast<std::size_t>(thread)].f[q];
  }
};

class CpuMachine {
 public:
  template <class T>
  using Array = std::vector<T>;
  using CachedRead = streaming::PlainRead;  // a GPU has a cache of its own for what is only read

  CpuMachine(int threads, int block) : threads_(threads), block_(block) {}
  int block() const { return block_; }

  template <class Pass>
  void run(std::int64_t items, const Pass& pass) const {
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::int64_t i = 0; i < items; ++i) pass(i);
  }
  template <class Pass>
  void run_blocks(std::int64_t blocks, int threads, const Pass& pass) const {
#pragma omp parallel num_threads(threads_)
    {
      std::vector<typename Pass::Thread> own(static_cast<std::size_t>(threads));
      std::vector<double> shared((Pass::shared_bytes(threads) + sizeof(double) - 1) / sizeof(double));
#pragma omp for schedule(static)
      for (std::int64_t block = 0; block < blocks; ++block) {
        for (int t = 0; t < threads; ++t) pass.load(block, t, threads, own[static_cast<std::size_t>(t)], shared.data());
        for (int t = 0; t < threads; ++t)
          pass.store(block, t, threads, own[static_cast<std::size_t>(t)], shared.data(),
                     LanesOfBlock<typename Pass::Thread>{&own});
      }
    }
  }
  void finish() const {}
  template <class T>
  void copy_in(std::span<const T> from, std::vector<T>& to) const {
    to.assign(from.begin(), from.end());
  }
  template <class T>
  std::vector<T> copy_out(const std::vector<T>& from) const {
    return from;
  }
  std::string description() const { return fmt::format("cpu, {} thread{}", threads_, threads_ == 1 ? "" : "s"); }
  int registers() const { return 0; }

 private:
  int threads_;
  int block_;
};

}  // namespace

std::unique_ptr<StreamingLattice> make_streaming_lattice_cpu(const PoreSpace& pores, const SolverSettings& settings,
                                                             const StreamingChoice& choice) {
  CpuMachine machine(settings.threads > 0 ? settings.threads : omp_get_max_threads(), choice.block);
  if (settings.precision == Precision::float64)
    return streaming::make_stepped<double>(std::move(machine), pores, settings, choice.scheme);
  return streaming::make_stepped<float>(std::move(machine), pores, settings, choice.scheme);
}

}  // namespace perm
