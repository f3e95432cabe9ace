// SPDX-License-Identifier: Apache-2.0
// Compiles the step kernels for AVX-512 (F, DQ, BW, VL) and BMI2, with these enabled: a line of a group is one
// register.
#include "solver/cpu/lanes_avx512.hpp"
#include "solver/cpu/step_table.hpp"

namespace perm {
namespace {
template <class Real>
struct Lanes : Avx512Lanes<Real> {};
}  // namespace

extern const StepTable avx512_steps;
const StepTable avx512_steps = make_step_table<Lanes>();

}  // namespace perm
