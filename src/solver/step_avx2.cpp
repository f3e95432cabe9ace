// SPDX-License-Identifier: Apache-2.0
// The step kernels for AVX2 and BMI2 (compiled with those enabled): 32-byte packs.
#include <immintrin.h>

#include "solver/lanes_plain.hpp"
#include "solver/step_table.hpp"

namespace perm {
namespace {
struct HardwareExtract {
  static std::uint32_t extract(std::uint32_t value, std::uint32_t mask) { return _pext_u32(value, mask); }
};
template <class Real>
struct Lanes : PlainLanes<Real, 32, HardwareExtract> {};
}  // namespace

extern const StepTable avx2_steps;
const StepTable avx2_steps = make_step_table<Lanes>();

}  // namespace perm
