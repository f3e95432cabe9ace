// SPDX-License-Identifier: Apache-2.0
// Names the device that the tests of this process run on: the CPU, or the device in PERMEABILITY_TEST_DEVICE. So the
// same tests run on every device; ctest lists them once for each device.
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

/// Says how messages travel between GPUs: as PERMEABILITY_TEST_TRANSPORT says, otherwise through the host's memory.
inline Transport transport_under_test() {
  const char* name = std::getenv("PERMEABILITY_TEST_TRANSPORT");
  for (const Transport transport : {Transport::automatic, Transport::nccl, Transport::peer, Transport::cuda_mpi})
    if (name != nullptr && name == to_string(transport)) return transport;
  return Transport::host;
}

inline std::unique_ptr<Backend> make_test_backend(const PoreSpace& pores, SolverSettings settings) {
  settings.device = device_under_test();
  return make_backend(pores, settings);
}

/// Makes the part of the lattice that this process steps.
inline std::unique_ptr<Backend> make_test_backend(const Domain& domain, const PoreSpace& pores, SolverSettings settings,
                                                  const Surface* surface = nullptr) {
  settings.device = device_under_test();
  settings.transport = transport_under_test();
  return make_backend(domain, pores, settings, surface);
}

}  // namespace perm
