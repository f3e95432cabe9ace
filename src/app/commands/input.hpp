// SPDX-License-Identifier: Apache-2.0
// INPUT, whatever it is (a folder of slices, an image file or a recipe), as a pore space and the facts about it.
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

/// True for recipe files (*.ini).
bool is_recipe(const std::filesystem::path& path);

/// Reads or generates, each process its own planes; collective. The image file is closed and its memory given back
/// before this returns. Refines or coarsens where that is asked: the pores and their origin are those of the image to solve.
/// Throws InputError, UsageError when an option has no meaning for this kind of input, and
/// Interrupted between two planes.
Input read_input(const InputOptions& options, const Communicator& processes);

}  // namespace perm
