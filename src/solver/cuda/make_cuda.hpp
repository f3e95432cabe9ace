// SPDX-License-Identifier: Apache-2.0
// Declares what the factory (solver/make_backend.cpp) takes from this folder. Without CUDA cuda_absent.cpp gives the
// same functions, which refuse and say why.
#pragma once

#include <cstdint>
#include <memory>

#include "solver/bandwidth.hpp"
#include "solver/devices.hpp"
#include "solver/domain/lattice_of_domain.hpp"

namespace perm {

std::unique_ptr<Backend> make_cuda_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                           const Surface* surface);
/// `float16` is a lattice of this folder that stores float16.
std::unique_ptr<Backend> continue_cuda_in_float32(const LatticeOfDomain& float16);
std::int64_t predict_cuda_bytes(const Extent& extent, std::int64_t cells, Precision precision);
std::unique_ptr<Bandwidth> make_cuda_bandwidth(std::int64_t bytes);
const DeviceFacts& cuda_facts();

}  // namespace perm
