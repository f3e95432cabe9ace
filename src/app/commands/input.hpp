// SPDX-License-Identifier: Apache-2.0
// Turns INPUT (a folder of slices, an image file or a recipe) into a pore space and the facts about its origin.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/options/input_options.hpp"
#include "geometry/pore_slab.hpp"
#include "image/source/plane_source.hpp"
#include "run/run.hpp"

namespace perm {

struct Input {
  PoreSlab pores;
  ImageOrigin origin;
};

/// Tells whether `path` names a recipe (*.ini).
bool is_recipe(const std::filesystem::path& path);

/// What will be done with the whole image.
struct RunToCome {
  FlowOptions flow;
  std::function<void(const std::string& what)> warn;  ///< is told before anything is read or made; may be empty
};

/// Reads or generates the image, each process its own planes; collective. The image file is closed and its memory given
/// back before this returns. When `options` ask for it, the image is refined or coarsened: the pores and their origin
/// are then those of the image to solve. Throws InputError, UsageError when an option has no meaning for this kind of
/// input, and Interrupted between two planes.
/// Where `run` is given, an image that cannot fit is refused before anything is read or made, and one that may not fit
/// is warned of.
Input read_input(const InputOptions& options, const std::optional<RunToCome>& run, const Communicator& processes);

/// Does the same with an image that is open already, or in memory; `options.path` says in words where it comes from. It
/// needs no voxel size.
Input read_source(std::unique_ptr<PlaneSource> image, const InputOptions& options, const std::optional<RunToCome>& run,
                  const Communicator& processes);

/// When options ask for it, replaces the image that was given by the image to solve.
void resample(Input& input, const InputOptions& options);

}  // namespace perm
