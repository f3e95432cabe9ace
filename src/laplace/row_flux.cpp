// SPDX-License-Identifier: Apache-2.0
// Compiles the work on rows for any processor, and chooses among all that were compiled.
#include "laplace/row_flux.hpp"

#include "laplace/row_flux_on.hpp"

namespace perm {

#if defined(__x86_64__)
extern const RowFlux avx2_rows;
extern const RowFlux avx512_rows;
#endif

const RowFlux& row_flux() {
  static constexpr RowFlux plain{RowFluxOn<WordsByRuns>::write, RowFluxOn<WordsByRuns>::find};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return avx512_rows;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) return avx2_rows;
#endif
  return plain;
}

}  // namespace perm
