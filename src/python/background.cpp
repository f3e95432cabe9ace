// SPDX-License-Identifier: Apache-2.0
#include "python/background.hpp"

#include <pthread.h>

#include <chrono>
#include <list>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "core/errors.hpp"
#include "core/stop_check.hpp"

namespace perm {
namespace {

/// All work that is not done yet.
struct Running {
  std::mutex mutex;
  std::condition_variable ended;
  std::list<std::weak_ptr<Background>> work;
  int waiters{0};
  std::optional<std::thread::id> ended_by;
};

Running& running() {
  static auto* const all = new Running;  // outlives threads that end after main
  return *all;
}

/// The end waits this long for those who wait for work. All of them leave at once as they get the lock of the
/// interpreter, which takes a while on a busy machine; only a function of progress that hangs uses up this time.
constexpr std::chrono::seconds patience_at_end{10};

std::atomic<bool> was_used{false};
std::atomic<bool> was_forked_after_use{false};
[[maybe_unused]] const int watches_forks =
    ::pthread_atfork(nullptr, nullptr, [] { was_forked_after_use = was_used.load(); });

void require_no_fork() {
  if (was_forked_after_use)
    throw DeviceError("permeability cannot work in this process",
                      "it was forked from one that had worked, and the threads of that one are missing here",
                      "Start processes with multiprocessing.get_context('spawn'), or fork before the first call");
}

}  // namespace

std::shared_ptr<Background> Background::start(std::function<void(Background&)> work) {
  require_no_fork();
  was_used = true;
  std::shared_ptr<Background> background(new Background);
  Running& all = running();
  const std::scoped_lock lock(all.mutex);
  if (all.ended_by && *all.ended_by != std::this_thread::get_id()) throw Stopped{};
  const auto place = all.work.insert(all.work.end(), background);
  auto body = [background, place, work = std::move(work)]() mutable {
    std::exception_ptr error;
    try {
      const StopScope stops({[&background] { return background->wants_stop_ ? 1 : 0; }, [](int) { throw Stopped{}; }});
      work(*background);
    } catch (...) {
      error = std::current_exception();
    }
    work = nullptr;
    {
      const std::scoped_lock done(background->mutex_);
      background->error_ = std::move(error);
      background->is_done_ = true;
    }
    background->changed_.notify_all();
    background.reset();
    Running& others = running();
    const std::scoped_lock leaving(others.mutex);
    others.work.erase(place);
    others.ended.notify_all();
  };
  try {
    std::thread(std::move(body)).detach();
  } catch (const std::system_error& error) {
    all.work.erase(place);  // nobody would do it, and the end of the process would wait for it
    throw DeviceError("No thread can be started", error.code().message(),
                      "See how many processes you may have (ulimit -u), and end some");
  } catch (...) {
    all.work.erase(place);
    throw;
  }
  return background;
}

bool Background::wait_for(std::chrono::milliseconds time) {
  require_no_fork();
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [this] { return is_done_; });
}

Background::Moment Background::moment() const {
  const std::scoped_lock lock(mutex_);
  return moment_;
}

void Background::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

void Background::end_all() {
  if (was_forked_after_use) return;
  Running& all = running();
  std::unique_lock lock(all.mutex);
  all.ended_by = std::this_thread::get_id();
  for (const std::weak_ptr<Background>& work : all.work)
    if (const auto background = work.lock()) background->stop();
  all.ended.wait(lock, [&all] { return all.work.empty(); });
  all.ended.wait_for(lock, patience_at_end, [&all] { return all.waiters == 0; });
}

bool Background::is_ending() {
  Running& all = running();
  const std::scoped_lock lock(all.mutex);
  return all.ended_by && *all.ended_by != std::this_thread::get_id();
}

Background::Waiter::Waiter() {
  Running& all = running();
  const std::scoped_lock lock(all.mutex);
  ++all.waiters;
}

Background::Waiter::~Waiter() {
  if (was_forked_after_use) return;
  Running& all = running();
  const std::scoped_lock lock(all.mutex);
  --all.waiters;
  all.ended.notify_all();
}

void Background::tell_phase(std::string phase) {
  const std::scoped_lock lock(mutex_);
  moment_.phase = std::move(phase);
}

void Background::tell_progress(const Progress& progress) {
  const std::scoped_lock lock(mutex_);
  moment_.progress = progress;
}

}  // namespace perm
