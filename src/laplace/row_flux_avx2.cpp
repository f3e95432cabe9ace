// SPDX-License-Identifier: Apache-2.0
// Compiles the work on rows for AVX2, with this enabled.
#include "laplace/row_flux_on.hpp"

namespace perm {
namespace {
struct Avx2 {};
using Avx2Rows = RowFluxOn<WordsByRuns<Avx2>>;
}  // namespace

extern const RowFlux avx2_rows;
const RowFlux avx2_rows{Avx2Rows::write, Avx2Rows::find};

}  // namespace perm
