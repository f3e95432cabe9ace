// SPDX-License-Identifier: Apache-2.0
// Waits for work without the lock of the interpreter, looks for signals meanwhile, and tells how far the work is.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "python/background.hpp"

namespace nb = nanobind;

namespace perm {

inline nb::object number_or_none(double value) { return std::isfinite(value) ? nb::cast(value) : nb::none(); }

/// Gives the lock of the interpreter to other threads while this lives. The end of the process waits for those who take
/// it back, as Python would end them there; a thread that comes after the end has begun keeps the lock.
class WithoutLock {
 public:
  WithoutLock() {
    if (!Background::is_ending()) unlocked_.emplace();
  }

 private:
  Background::Waiter waiter_;
  std::optional<nb::gil_scoped_release> unlocked_;
};

/// Calls `tell` with what is done at present.
inline void tell_moment(const nb::object& tell, const Background::Moment& moment) {
  nb::dict facts;
  facts["phase"] = moment.phase;
  if (moment.progress) {
    const Progress& progress = *moment.progress;
    facts["direction"] = std::string(1, axis_letter(progress.direction));
    facts["steps"] = progress.steps;
    const std::optional<double>& k = progress.permeability_voxel2;
    facts["permeability_voxel2"] = k ? number_or_none(*k) : nb::none();
    facts["error"] = number_or_none(progress.error);
    facts["mflups"] = number_or_none(progress.mflups);
    facts["seconds"] = progress.seconds;
    facts["seconds_left"] = number_or_none(progress.seconds_left);
  }
  tell(facts);
}

/// Does `work` in the background. When the user or `tell` wants to leave, this leaves at once; the work ends soon
/// after. Where the interpreter ends, threads leave too: Python would end them here, which C++ does not bear.
template <class Work>
auto do_in_background(Work work, const nb::object& tell) {
  using Result = std::invoke_result_t<Work&, Background&>;
  constexpr std::chrono::milliseconds patience{50};
  const auto result = std::make_shared<std::optional<Result>>();
  const auto background =
      Background::start([result, work = std::move(work)](Background& own) mutable { result->emplace(work(own)); });
  const Background::Waiter waiter;
  try {
    for (;;) {
      bool is_done = false;
      {
        const nb::gil_scoped_release unlocked;
        is_done = background->wait_for(patience);
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (is_done) break;
      if (!tell.is_none()) tell_moment(tell, background->moment());
    }
  } catch (...) {
    background->stop();
    throw;
  }
  background->rethrow();
  return std::move(**result);
}

}  // namespace perm
