// SPDX-License-Identifier: Apache-2.0
#include "solver/cell/settings.hpp"

#include <algorithm>
#include <cmath>

namespace perm {

std::string to_string(Collision collision) { return collision == Collision::trt ? "trt" : "bgk"; }
std::string to_string(Equilibrium equilibrium) { return equilibrium == Equilibrium::linear ? "linear" : "quadratic"; }
std::string to_string(Device device) { return device == Device::cpu ? "cpu" : "cuda"; }
std::string to_string(Precision precision) {
  return precision == Precision::float16 ? "float16" : precision == Precision::float32 ? "float32" : "float64";
}

std::string to_string(Transport transport) {
  switch (transport) {
    case Transport::automatic:
      return "auto";
    case Transport::nccl:
      return "nccl";
    case Transport::peer:
      return "peer";
    case Transport::cuda_mpi:
      return "cuda-mpi";
    case Transport::host:
      return "host";
  }
  return "?";
}

std::string to_string(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::best:
      return "best";
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::plain:
      return "plain";
  }
  return "?";
}

double strongest_force(const SolverSettings& settings) {
  const auto& force = settings.force;
  return std::max({std::abs(force[0]), std::abs(force[1]), std::abs(force[2])});
}

}  // namespace perm
