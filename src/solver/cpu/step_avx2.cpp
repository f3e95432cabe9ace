// SPDX-License-Identifier: Apache-2.0
// Compiles the step kernels for AVX2 and BMI2, with these enabled: a group is two registers.
#include "solver/cpu/lanes_avx2.hpp"
#include "solver/cpu/step_table.hpp"

namespace perm {
namespace {
template <class Real>
struct Lanes : Avx2Lanes<Real> {};
}  // namespace

extern const StepTable avx2_steps;
const StepTable avx2_steps = make_step_table<Lanes>();

}  // namespace perm
