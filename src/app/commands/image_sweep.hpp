// SPDX-License-Identifier: Apache-2.0
// `sweep` of an image: permeability against the porosity of the user's own medium.
#pragma once

#include "core/errors.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Reads the image, moves its threshold or lets its grains grow, solves each medium on all processes together, and
/// writes sweep.csv and sweep.json. Each point is kept in the output folder as soon as it is solved, under the hash of
/// its pore space and its options, so that a sweep that was stopped goes on. Collective. Throws what reading and
/// solving throw, Interrupted, and Error with not_converged where a flow did not converge.
ExitCode run_image_sweep(const OptionValues& values);

}  // namespace perm
