// SPDX-License-Identifier: Apache-2.0
// Declares what the factory (solver/make_backend.cpp) takes from this folder.
#pragma once

#include <cstdint>
#include <memory>

#include "solver/backend.hpp"
#include "solver/bandwidth.hpp"
#include "solver/devices.hpp"

namespace perm {

std::unique_ptr<Backend> make_cpu_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                          const Surface* surface = nullptr);
std::int64_t predict_cpu_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision);
std::int64_t most_cpu_bytes(const Extent& extent, std::int64_t cells, Precision precision);
std::unique_ptr<Bandwidth> make_cpu_bandwidth(std::int64_t bytes, int threads);
const DeviceFacts& cpu_facts();

}  // namespace perm
