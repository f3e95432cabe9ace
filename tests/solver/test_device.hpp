// SPDX-License-Identifier: Apache-2.0
// The device that the tests of this process run on: the CPU, or what PERMEABILITY_TEST_DEVICE names. So the same bodies
// run on every device; ctest lists them once a device.
#pragma once

#include <cstdlib>
#include <memory>
#include <string_view>

#include "solver/devices.hpp"

namespace perm {

inline Device device_under_test() {
  const char* name = std::getenv("PERMEABILITY_TEST_DEVICE");
  return name != nullptr && std::string_view(name) == "cuda" ? Device::cuda : Device::cpu;
}

inline std::unique_ptr<Backend> make_test_backend(const PoreSpace& pores, SolverSettings settings) {
  settings.device = device_under_test();
  return make_backend(pores, settings);
}

/// The part of this process.
inline std::unique_ptr<Backend> make_test_backend(const Domain& domain, const PoreSpace& pores,
                                                  SolverSettings settings) {
  settings.device = device_under_test();
  return make_backend(domain, pores, settings);
}

}  // namespace perm
