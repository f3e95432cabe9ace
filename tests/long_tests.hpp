// SPDX-License-Identifier: Apache-2.0
// Tells a test whether its cases that take minutes are asked for. Only tools/check --long asks for them, so a test must
// hold its promise without them too.
#pragma once

#include <cstdlib>

namespace perm {

inline bool long_tests_run() {
  return std::getenv("PERMEABILITY_LONG_TESTS") != nullptr;  // NOLINT(concurrency-mt-unsafe): no other thread sets it
}

}  // namespace perm
