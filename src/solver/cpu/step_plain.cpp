// SPDX-License-Identifier: Apache-2.0
// Compiles the step kernels for any processor, with 16-byte vectors.
#include "solver/cpu/lanes_plain.hpp"
#include "solver/cpu/step_table.hpp"

namespace perm {
namespace {
template <class Real>
struct Lanes : PlainLanes<Real, 16> {};
}  // namespace

extern const StepTable plain_steps;
const StepTable plain_steps = make_step_table<Lanes>();

}  // namespace perm
