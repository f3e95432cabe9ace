// SPDX-License-Identifier: Apache-2.0
// Keeps the clock of a run: it steps a backend in batches and adds up the seconds that the backend works.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include "core/phases/phase_clock.hpp"
#include "solver/devices.hpp"

namespace perm {

/// Steps a backend in batches and keeps the time. After each batch a user sees progress and can stop the run.
class Stepper {
 public:
  explicit Stepper(std::unique_ptr<Backend>& backend) : backend_(&backend) {}

  /// Takes at most `steps` steps, an even number. How many it takes depends on the clock of the first process.
  /// Collective.
  void advance(std::int64_t steps) {
    const Communicator& processes = backend().domain().processes();
    constexpr double batch_seconds = 0.25;  // launchers kill a job about a second after they have asked it to end
    const double seconds = seconds_ - seconds_before_;
    const std::int64_t taken = backend().steps() - steps_before_;
    const double pairs_a_second = seconds > 0 && taken > 0 ? static_cast<double>(taken) / 2 / seconds : 0;
    std::int64_t batch = 2 * std::max<std::int64_t>(1, static_cast<std::int64_t>(pairs_a_second * batch_seconds));
    processes.broadcast(std::span(&batch, 1));
    const PhaseScope stepping(Phase::steps);
    timed([&] { backend().advance(std::min(steps, batch)); });
  }
  FlowSample sample() {
    FlowSample sample;
    timed([&] { sample = backend().advance_and_sample(); });
    return sample;
  }
  ChangingFlow compare() {
    ChangingFlow flow;
    timed([&] { flow = backend().advance_and_compare(); });
    return flow;
  }
  void go_on_in_float32() {
    timed([&] { *backend_ = continue_in_float32(backend()); });
  }
  Backend& backend() const { return **backend_; }
  double seconds() const { return seconds_; }
  /// Goes on with a flow that has taken this time elsewhere, maybe at another speed.
  void go_on_from(double seconds) {
    seconds_ = seconds_before_ = seconds;
    steps_before_ = backend().steps();
  }

  template <class Work>
  void timed(const Work& work) {
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    work();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  std::unique_ptr<Backend>* backend_;
  double seconds_{0};
  double seconds_before_{0};      ///< that another program took
  std::int64_t steps_before_{0};  ///< of that time
};

}  // namespace perm
