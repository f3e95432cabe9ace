// SPDX-License-Identifier: Apache-2.0
// Lets a user stop work that takes long: it calls check_for_stop now and then. What that does is set for each thread,
// by the program or by one that embeds this code; where nobody has set anything, nothing is stopped.
#pragma once

#include <functional>

#include "core/communicator.hpp"

namespace perm {

/// Says what who watches a run wants of it: that it goes on, that it ends where it is, or that it saves first what it
/// needs to go on another time.
enum class StopWish : int { none, at_once, after_saving };

/// What may stop the work of a thread.
struct StopToken {
  std::function<int()> wanted;        ///< gives why the work is to stop, above 0, or 0; several threads may call it
  std::function<void(int why)> stop;  ///< throws

  /// Stops the work that is to stop. Any thread may call it.
  void check() const {
    if (const int why = wanted ? wanted() : 0; why != 0) stop(why);
  }
};

/// Gives this thread a token for as long as this lives; then the one of before holds again. A thread that is started
/// has none: one who starts it hands its own on.
class StopScope {
 public:
  explicit StopScope(StopToken token);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  StopToken token_;
  const StopToken* before_;
};

/// Gives the token of this thread; its functions are empty where there is none.
StopToken stop_token();

/// Throws what the token of this thread throws, when the work is to stop.
void check_for_stop();
/// Throws it on all processes alike when the work of one of them is to stop. Collective; all processes have tokens, or
/// none has.
void check_for_stop(const Communicator& processes);

}  // namespace perm
