// SPDX-License-Identifier: Apache-2.0
// Compiles the work on rows for AVX2, with this enabled.
#include "laplace/row_flux_on.hpp"

namespace perm {
namespace {
struct Words : WordsByRuns {};
}  // namespace

extern const RowFlux avx2_rows;
const RowFlux avx2_rows{RowFluxOn<Words>::write, RowFluxOn<Words>::find};

}  // namespace perm
