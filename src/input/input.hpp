// SPDX-License-Identifier: Apache-2.0
// Turns a folder of slices, an image file or a recipe into a pore space and the facts about its origin: it crops,
// segments and resamples, and says what makes the image doubtful.
//
//   perm::InputRequest request;
//   request.path = "rock.tif";
//   request.voxel_edges_m = {5e-6, 5e-6, 5e-6};
//   request.rule.pore = perm::parse_grey_ranges("0");
//   perm::Input input = perm::read_input(request);  // for run_flows: input.pores, and input.origin of the request
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"
#include "image/source/plane_source.hpp"
#include "input/input_request.hpp"
#include "run/run.hpp"

namespace perm {

struct Input {
  PoreSlab pores;
  ImageOrigin origin;
  std::shared_ptr<const PoreSlab> inside{};  ///< set in the sample, as read; null without a mask
  std::vector<SegmentationStep> steps{};     ///< of an image of grey values
  std::optional<Recipe> recipe{};            ///< that the surface of `origin` is made from, where one makes it
};

/// Tells whether `path` names a recipe (*.ini).
bool is_recipe(const std::filesystem::path& path);

/// What will be done with the whole image.
struct RunToCome {
  FlowOptions flow;
  std::function<void(const std::string& what)> warn;  ///< is told before anything is read or made; may be empty
};

/// Reads or generates the image, each process its own planes; collective. The image file is closed and its memory given
/// back before this returns. When `request` asks for it, the image is refined or coarsened: the pores and their origin
/// are then those of the image to solve. Throws InputError, UsageError when a part of the request has no meaning for
/// this kind of input, and whatever check_for_stop (core/stop_check.hpp) throws between two planes.
/// Where `run` is given, an image that cannot fit is refused before anything is read or made, and one that may not fit
/// is warned of.
Input read_input(const InputRequest& request, const std::optional<RunToCome>& run = {},
                 const Communicator& processes = {});

/// Does the same with an image that is open already, or in memory; `request.path` says in words where it comes from. It
/// needs no voxel size.
Input read_source(std::unique_ptr<PlaneSource> image, const InputRequest& request,
                  const std::optional<RunToCome>& run = {}, const Communicator& processes = {});

/// Gives the voxels that are solved: those of the crop, filtered. A threshold of the whole file is found and noted in
/// `rule`. Throws where the processes do not see one image, or the one to solve cannot fit.
std::unique_ptr<PlaneSource> open_region(std::unique_ptr<PlaneSource> image, const InputRequest& request,
                                         const std::optional<RunToCome>& run, const Communicator& processes,
                                         PoreRule& rule);

/// Makes the geometry of a recipe. Where walls are sub_voxel its bodies are placed once for both voxels and surface.
Input generate_input(const Recipe& recipe, const std::optional<double>& voxel_size_m,
                     const Communicator& processes = {}, Walls walls = Walls::voxels);

/// Where `request` asks for it, replaces the image that was given by the image to solve.
void resample(Input& input, const InputRequest& request);

}  // namespace perm
