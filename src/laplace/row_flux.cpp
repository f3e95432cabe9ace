// SPDX-License-Identifier: Apache-2.0
// Compiles the work on rows for any processor, and chooses among all that were compiled.
#include "laplace/row_flux.hpp"

#include "laplace/row_flux_on.hpp"

namespace perm {

#if defined(__x86_64__)
extern const RowFlux avx2_rows;
extern const RowFlux avx512_rows;
#endif

namespace {
struct Plain {};
}  // namespace

std::vector<const RowFlux*> all_row_flux() {
  using Rows = RowFluxOn<WordsByRuns<Plain>>;
  static constexpr RowFlux plain{Rows::write, Rows::find};
  std::vector<const RowFlux*> all{&plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) all.push_back(&avx2_rows);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    all.push_back(&avx512_rows);
#endif
  return all;
}

const RowFlux& row_flux() {
  static const RowFlux& fastest = *all_row_flux().back();
  return fastest;
}

}  // namespace perm
