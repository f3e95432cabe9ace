// SPDX-License-Identifier: Apache-2.0
// What the program's scheme gives: TRT with magic 3/16, half-way bounce-back, on the voxels of each case. The steady
// state of these equations is one number for an image, whatever the relaxation time, the force, the start and the
// machine. So a computed K that differs from it by more than its own iteration error comes from another scheme, other
// voxels or a mistake, long before its distance from the exact solution of the flow would tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "validation/cases/validation_case.hpp"

namespace perm::validation {

/// Gives the value of the scheme for a case at a resolution; empty where none is stored.
std::optional<SchemeValue> scheme_value(std::string_view name, std::int64_t resolution);

/// Gives every level of `one` its value and a limit on the difference, where there is a value.
void hold_against_scheme(Case& one);

/// The known tensors of oblique_medium() (validation/studies/study_cases.hpp), in voxel^2: of creeping flow, and of a
/// flow with inertia.
extern const TensorRows creeping_tensor;
extern const TensorRows inertial_tensor;
inline constexpr Inertia inertia_of_tensor{0.6, 0.004};

}  // namespace perm::validation
