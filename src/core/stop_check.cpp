// SPDX-License-Identifier: Apache-2.0
#include "core/stop_check.hpp"

namespace perm {
namespace {

void (*stop_check)() = nullptr;

}  // namespace

void set_stop_check(void (*check)()) { stop_check = check; }

void check_for_stop() {
  if (stop_check != nullptr) stop_check();
}

}  // namespace perm
