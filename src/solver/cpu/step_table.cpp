// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/step_table.hpp"

namespace perm {

const StepTable& step_table(InstructionSet resolved) {
#if defined(__x86_64__)
  if (resolved == InstructionSet::avx512) return avx512_steps;
  if (resolved == InstructionSet::avx2) return avx2_steps;
#endif
  static_cast<void>(resolved);
  return plain_steps;
}

}  // namespace perm
