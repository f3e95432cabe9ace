// SPDX-License-Identifier: Apache-2.0
// Lets a user stop work that takes long: it calls check_for_stop now and then. What that does is set for each thread,
// by the program or by one that embeds this code; where nobody has set anything, nothing is stopped.
#pragma once

#include <atomic>
#include <functional>

#include "core/communicator.hpp"

namespace perm {

/// Says what who watches a run wants of it: that it goes on, that it ends where it is, or that it saves first what it
/// needs to go on another time.
enum class StopWish : int { none, at_once, after_saving };

/// Says where work may stop: in each process by itself, which ends the others too, or only where all stop alike.
enum class StopReach { each, together };

/// What may stop the work of a thread.
struct StopToken {
  std::function<int()> wanted;        ///< gives why the work is to stop, above 0, or 0; several threads may call it
  std::function<void(int why)> stop;  ///< throws
  StopReach reach{StopReach::each};

  /// Gives why this process is to stop by itself, or 0. Any thread may call it.
  int wanted_here() const { return wanted && reach == StopReach::each ? wanted() : 0; }
  /// Stops the work that is to stop. Any thread may call it.
  void check() const {
    if (const int why = wanted_here(); why != 0) stop(why);
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

/// Throws what the token of this thread throws, when the work of this process is to stop.
void check_for_stop();
/// Throws it on all processes alike when the work of one of them is to stop. Collective; all processes have tokens, or
/// none has.
void check_for_stop(const Communicator& processes);

/// Gives why the work of this thread is to stop, or 0. Work that the other processes wait for asks it, leaves off, and
/// tells them, so that all call stop_for.
int stop_wanted();
/// Throws what the token of this thread throws for that; `why` is the same on all processes, and 0 stops nothing.
void stop_for(int why);

/// Stops threads that work for this one, which have no token: they leave off where is_wanted() says so, and then this
/// thread calls check().
class SharedStop {
 public:
  /// Any thread may call it.
  bool is_wanted() {
    if (why_ == 0)
      if (const int why = token_.wanted_here(); why != 0) why_ = why;
    return why_ != 0;
  }
  /// Throws where is_wanted() has said so.
  void check() const {
    if (why_ != 0) token_.stop(why_);
  }

 private:
  StopToken token_{stop_token()};
  std::atomic<int> why_{0};
};

}  // namespace perm
