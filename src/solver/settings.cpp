// SPDX-License-Identifier: Apache-2.0
#include "solver/settings.hpp"

namespace perm {

std::string to_string(Collision collision) { return collision == Collision::trt ? "trt" : "bgk"; }
std::string to_string(Equilibrium equilibrium) { return equilibrium == Equilibrium::linear ? "linear" : "quadratic"; }
std::string to_string(Device device) { return device == Device::cpu ? "cpu" : "cuda"; }
std::string to_string(Precision precision) {
  return precision == Precision::float16 ? "float16" : precision == Precision::float32 ? "float32" : "float64";
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

}  // namespace perm
