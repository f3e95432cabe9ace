// SPDX-License-Identifier: Apache-2.0
// Tells which vector instructions the processor has.
#include "core/errors.hpp"
#include "solver/devices.hpp"

namespace perm {

bool is_supported(InstructionSet instructions) {
#if defined(__x86_64__)
  switch (instructions) {
    case InstructionSet::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    default:
      return true;
  }
#else
  return instructions == InstructionSet::best || instructions == InstructionSet::plain;
#endif
}

InstructionSet resolve_instructions(InstructionSet asked) {
  if (asked == InstructionSet::best) {
    for (const InstructionSet candidate : {InstructionSet::avx512, InstructionSet::avx2})
      if (is_supported(candidate)) return candidate;
    return InstructionSet::plain;
  }
  if (!is_supported(asked))
    throw DeviceError("This processor has no " + to_string(asked), "--instructions asks for it",
                      "Leave --instructions out");
  return asked;
}

}  // namespace perm
