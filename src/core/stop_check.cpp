// SPDX-License-Identifier: Apache-2.0
#include "core/stop_check.hpp"

#include <cstdint>
#include <utility>

namespace perm {
namespace {

thread_local const StopToken* token_of_thread = nullptr;

}  // namespace

StopScope::StopScope(StopToken token) : token_(std::move(token)), before_(std::exchange(token_of_thread, &token_)) {}

StopScope::~StopScope() { token_of_thread = before_; }

StopToken stop_token() { return token_of_thread != nullptr ? *token_of_thread : StopToken{}; }

void check_for_stop() {
  if (token_of_thread != nullptr) token_of_thread->check();
}

void check_for_stop(const Communicator& processes) {
  if (token_of_thread == nullptr) return;
  const auto why = static_cast<int>(processes.max(std::int64_t{token_of_thread->wanted()}));
  if (why != 0) token_of_thread->stop(why);
}

int stop_wanted() { return token_of_thread != nullptr && token_of_thread->wanted ? token_of_thread->wanted() : 0; }

void stop_for(int why) {
  if (why != 0 && token_of_thread != nullptr) token_of_thread->stop(why);
}

}  // namespace perm
