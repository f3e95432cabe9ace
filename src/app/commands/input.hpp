// SPDX-License-Identifier: Apache-2.0
// Turns INPUT (a folder of slices, an image file or a recipe) into a pore space and the facts about its origin.
#pragma once

#include <filesystem>

#include "app/options/input_options.hpp"
#include "geometry/pore_slab.hpp"
#include "run/run.hpp"

namespace perm {

struct Input {
  PoreSlab pores;
  ImageOrigin origin;
};

/// Tells whether `path` names a recipe (*.ini).
bool is_recipe(const std::filesystem::path& path);

/// Reads or generates the image, each process its own planes; collective. The image file is closed and its memory given
/// back before this returns. When `options` ask for it, the image is refined or coarsened: the pores and their origin
/// are then those of the image to solve. Throws InputError, UsageError when an option has no meaning for this kind of
/// input, and Interrupted between two planes.
Input read_input(const InputOptions& options, const Communicator& processes);

}  // namespace perm
