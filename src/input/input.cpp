// SPDX-License-Identifier: Apache-2.0
#include "input/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/agreement/agreement.hpp"
#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/units.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/distance/distance_surface.hpp"
#include "geometry/distance/read_distances.hpp"
#include "geometry/one_image.hpp"
#include "geometry/pore_space_hash.hpp"
#include "geometry/resample.hpp"
#include "geometry/segmentation/median_planes.hpp"
#include "geometry/shapes/kinds.hpp"
#include "image/source/cropped_planes.hpp"
#include "input/image_doubts.hpp"
#include "input/interruptible_source.hpp"
#include "input/mask_file.hpp"
#include "input/options/recipe_options.hpp"
#include "input/options/segmentation_options.hpp"
#include "run/memory_bounds.hpp"

namespace perm {
namespace {

/// Gives the extent in cubes as wide as the shortest edge of the voxels that were given.
Extent extent_in_cubes(const Extent& given, const std::array<double, 3>& edges_m) {
  const double edge_m = *std::ranges::min_element(edges_m);
  const auto cubes = [&](std::int64_t voxels, double length_m) {
    if (voxels == 1) return voxels;  // a slice stays one, and two-dimensional
    return std::max<std::int64_t>(1, std::llround(static_cast<double>(voxels) * length_m / edge_m));
  };
  return {cubes(given.nx, edges_m[0]), cubes(given.ny, edges_m[1]), cubes(given.nz, edges_m[2])};
}

/// Gives the extent of the image that is solved.
Extent extent_to_solve(const Extent& given, const InputRequest& request) {
  if (!request.has_cubes()) return extent_in_cubes(given, *request.voxel_edges_m);
  if (request.refine > 1) return refined_extent(given, request.refine);
  const auto solved = [&](std::int64_t length) { return length / request.coarsen; };
  return {solved(given.nx), solved(given.ny), solved(given.nz)};
}

/// Refuses an image of this extent that cannot fit, before anything is read or made. The memory that is needed is known
/// only when the pores are known; here only what is certain counts.
void require_memory_for(const Extent& given, const PorosityBounds& porosity, const InputRequest& request,
                        const std::optional<RunToCome>& run, const Communicator& processes) {
  require_memory(given.voxels() / 8 / processes.size(), Device::cpu, processes);
  if (!run) return;
  const Extent extent = extent_to_solve(given, request);
  require_least_memory(extent, porosity, run->flow, processes);
  if (!run->warn || !processes.is_alone()) return;
  const std::int64_t most = bound_host_memory(extent, porosity, run->flow).most;
  if (const auto limit = find_tightest_memory_limit(); limit && most > limit->free)
    run->warn(fmt::format("up to {} may be needed, by the number of pores, and {} are free{}",
                          format_bytes(static_cast<double>(most)), format_bytes(static_cast<double>(limit->free)),
                          limit->where));
}

/// Gives what is known of the share of cells in a generated image. Voxels and isolated pores take less than a tenth of
/// the porosity where the kind is well connected.
PorosityBounds bound_porosity(const Recipe& recipe) {
  const std::optional<double> nominal = nominal_porosity(recipe);
  if (!nominal) return {};
  return {is_well_connected(recipe, *nominal) ? 0.9 * *nominal : 0, std::min(1.0, 1.1 * *nominal)};
}

/// Gives what is known of the image before it becomes another.
ResamplingReport describe_given(const Input& input) {
  ResamplingReport given;
  given.extent = input.pores.image();
  given.voxel_size_m = input.origin.voxel_size_m;
  given.pore_voxels = input.pores.count_pores();
  given.pore_space_hash = hash_of(input.pores);
  return given;
}

/// Makes cubes of the voxels that were given.
void make_cubes(Input& input, const std::array<double, 3>& edges_m) {
  input.origin.moving.reset();
  input.origin.surface = {};
  input.recipe.reset();
  ResamplingReport given = describe_given(input);
  given.method = ResamplingReport::Method::cubic;
  given.voxel_edges_m = edges_m;
  input.pores = draw_with(input.pores, extent_in_cubes(given.extent, edges_m));
  input.origin.voxel_size_m = *std::ranges::min_element(edges_m);
  input.origin.resampling = std::move(given);
}

Input read_recipe_input(const InputRequest& request, const std::optional<RunToCome>& run,
                        const Communicator& processes) {
  const PoreRule& rule = request.rule;
  if (request.raw || !segmentation_given(rule).empty() || request.crop || request.mask || !request.has_cubes() ||
      rule.axes != FileAxes::xyz)
    throw UsageError(fmt::format("'{}' is a recipe", request.path.string()),
                     "--pore, --solid, --labels, --threshold, --denoise, --despeckle, --fill, --dims, --dtype, "
                     "--endian, --offset, --axes, --crop, --mask and voxels that "
                     "are no cubes are for images",
                     "Leave them out");
  const RecipeFile file = read_recipe_file(request.path);
  require_agreement(processes, fmt::format("Cannot use the recipe '{}'", request.path.string()), file.values,
                    "See that the recipe is the same on all nodes");
  require_memory_for(file.recipe.extent, bound_porosity(file.recipe), request, run, processes);
  return generate_input(file.recipe, request.voxel_edges_m ? request.voxel_edges_m->front() : file.voxel_size_m,
                        processes, request.walls.value_or(Walls::sub_voxel));
}

/// Takes an image of signed distances, which says where the surface is between voxels.
void take_distances(PlaneSource& image, const InputRequest& request, const Communicator& processes, Input& input) {
  const PoreRule& rule = request.rule;
  require_fractions(image);
  if (const std::string given = segmentation_given(rule); !given.empty())
    throw UsageError(given + " is given with --walls sub-voxel",
                     "such an image has signed distances, and its pores are where they are above 0",
                     "Leave it out, or use --walls voxels");
  if (request.mask)
    throw UsageError("--mask is given with --walls sub-voxel", "no distances say where the sample ends",
                     "Use --walls voxels");
  if (!request.has_cubes())
    throw UsageError("--walls sub-voxel is given with voxels that are no cubes", "distances are in voxels",
                     "Resample the distances to cubes");
  require_memory(static_cast<std::int64_t>(sizeof(float)) * image.extent().voxels() / processes.size(), Device::cpu,
                 processes);
  auto distances = std::make_shared<const DistanceArray>(read_distances(image, rule.axes, processes));
  input.pores = pores_of(*distances);
  input.origin.segmentation = "signed distances above 0 are pore";
  input.origin.surface = [surface = std::make_shared<const DistanceSurface>(std::move(distances))](
                             const Communicator&) { return surface; };
}

/// Takes the pores of an image of grey values or labels, and the sample in it.
void take_grey(PlaneSource& image, const InputRequest& request, const PoreRule& rule, const Communicator& processes,
               Input& input) {
  if (request.mask) {
    const auto mask = open_mask(request, image.extent());
    Sample sample = find_sample(image, *request.mask, mask.get(), rule.axes, processes);
    input.origin.sample = std::move(sample.words);
    input.origin.least_sections = sample.least_sections;
    input.inside = std::make_shared<const PoreSlab>(std::move(sample.inside));
  }
  Segmentation segmentation = segment(image, rule, processes, input.inside.get());
  input.pores = std::move(segmentation.pores);
  input.origin.segmentation = std::move(segmentation.rule);
  input.origin.moving = std::move(segmentation.moving);
  input.origin.warnings = std::move(segmentation.warnings);
  input.steps = std::move(segmentation.steps);
}

Input read_planes(std::unique_ptr<PlaneSource> image, const InputRequest& request, const std::optional<RunToCome>& run,
                  const Communicator& processes) {
  const FileAxes axes = request.rule.axes;
  PoreRule rule = request.rule;
  const std::unique_ptr<PlaneSource> region = open_region(std::move(image), request, run, processes, rule);
  PlaneSource& source = *region;
  Input input;
  if (request.walls == Walls::sub_voxel) {
    take_distances(source, request, processes, input);
  } else {
    take_grey(source, request, rule, processes, input);
  }
  if (request.voxel_edges_m) input.origin.voxel_size_m = request.voxel_edges_m->front();
  input.origin.format = source.description();
  const std::vector<std::string>& notes = source.notes().warnings;
  input.origin.warnings.insert(input.origin.warnings.begin(), notes.begin(), notes.end());
  if (request.crop)
    for (std::size_t axis = 0; axis < 3; ++axis) input.origin.first_voxel[axis] = (*request.crop)[axis].first;
  if (request.voxel_edges_m)
    if (auto warning = describe_contradiction(source.notes(), along_axes_of_file(*request.voxel_edges_m, axes)))
      input.origin.warnings.push_back(std::move(*warning));
  if (request.raw)
    if (auto warning = describe_doubtful_order(input.pores)) input.origin.warnings.push_back(std::move(*warning));
  return input;
}

Input read_image(const InputRequest& request, const std::optional<RunToCome>& run, const Communicator& processes) {
  auto image = open_image(request.path, request.raw, request.data_files);
  if (!request.voxel_edges_m)
    throw UsageError("No voxel size is given", "an image needs one",
                     "Add --voxel-size with its unit, for example --voxel-size 5.345um");
  return read_planes(std::move(image), request, run, processes);
}

}  // namespace

std::unique_ptr<PlaneSource> open_region(std::unique_ptr<PlaneSource> image, const InputRequest& request,
                                         const std::optional<RunToCome>& run, const Communicator& processes,
                                         PoreRule& rule) {
  constexpr std::array<Range, 3> whole{{{0, to_end}, {0, to_end}, {0, to_end}}};
  const auto box = request.crop ? along_axes_of_file(*request.crop, rule.axes) : whole;
  const std::array<Range, 3> within = box_within(*image, box);
  const bool denoises = rule.denoise == Denoise::median;
  const bool is_of_whole = rule.threshold && rule.threshold->from == ThresholdFrom::whole;
  const bool looks_beyond = denoises || is_of_whole;
  if (request.crop && !looks_beyond) image = crop_planes(std::move(image), box);
  std::unique_ptr<PlaneSource> source = std::make_unique<InterruptibleSource>(std::move(image));
  require_one_header(*source, processes);
  require_memory_for(extent_of_image({within[0].size(), within[1].size(), within[2].size()}, rule.axes), {}, request,
                     run, processes);
  require_one_image(*source, find_copies(request.path, processes), processes);
  if (denoises) source = median_planes(std::move(source), is_of_whole ? whole : box);
  if (!is_of_whole) return source;
  rule.threshold->found = find_threshold(*source, *rule.threshold, rule.polarity, processes);
  return request.crop ? crop_planes(std::move(source), box) : std::move(source);
}

void resample(Input& input, const InputRequest& request) {
  if (!request.has_cubes()) return make_cubes(input, *request.voxel_edges_m);
  if (request.refine == 1 && request.coarsen == 1) return;
  input.origin.moving.reset();
  const bool refines = request.refine > 1;
  const SurfaceMaker surface = std::exchange(input.origin.surface, {});
  const bool samples_surface = surface && refines && request.walls != Walls::voxels;
  ResamplingReport given = describe_given(input);
  given.method = refines ? ResamplingReport::Method::refine : ResamplingReport::Method::coarsen;
  given.factor = refines ? request.refine : request.coarsen;
  if (samples_surface) {
    const auto finer = refine(surface(input.pores.processes()), request.refine);
    input.pores = voxels_of(finer, refined_extent(given.extent, request.refine), input.pores.processes());
    input.origin.surface = [finer](const Communicator&) { return std::shared_ptr(finer); };
  } else {
    input.recipe.reset();
    input.pores = refines ? refine(input.pores, request.refine) : coarsen(input.pores);
  }
  if (given.voxel_size_m) input.origin.voxel_size_m = *given.voxel_size_m * given.voxel_edge().value_or(1);
  input.origin.resampling = std::move(given);
}

Input generate_input(const Recipe& recipe, const std::optional<double>& voxel_size_m, const Communicator& processes,
                     Walls walls) {
  require_memory(recipe.extent.voxels() / 8 / processes.size(), Device::cpu, processes);
  Input input;
  if (walls == Walls::sub_voxel) {
    ImageWithSurface made = generate_with_surface(recipe, processes);
    input.pores = std::move(made.pores);
    input.origin.surface = std::move(made.surface);
  } else {
    input.pores = generate(recipe, processes);
    input.origin.surface = surface_maker(recipe);
  }
  if (input.origin.surface) input.recipe = recipe;
  input.origin.surface_was_known = static_cast<bool>(input.origin.surface);
  input.origin.voxel_size_m = voxel_size_m;
  input.origin.source = "generated";
  input.origin.format = "recipe: " + describe_recipe(recipe);
  input.origin.segmentation = "as generated";
  input.origin.repeats = true;
  return input;
}

bool is_recipe(const std::filesystem::path& path) { return path.extension() == ".ini"; }

Input read_source(std::unique_ptr<PlaneSource> image, const InputRequest& request, const std::optional<RunToCome>& run,
                  const Communicator& processes) {
  Input input = read_planes(std::move(image), request, run, processes);
  resample(input, request);
  input.origin.source = request.path.string();
  return input;
}

Input read_input(const InputRequest& request, const std::optional<RunToCome>& run, const Communicator& processes) {
  require_agreement(processes, "The processes of this job do not read one input",
                    {{"the input", is_recipe(request.path) ? "a recipe" : "an image"}}, "Give all of them the same");
  Input input =
      is_recipe(request.path) ? read_recipe_input(request, run, processes) : read_image(request, run, processes);
  resample(input, request);
  if (request.makes_cubes && request.has_cubes())
    input.origin.warnings.emplace_back(
        "--resample cubic changes nothing, because the voxels are cubes: give three lengths to --voxel-size where not");
  input.origin.source = request.path.string();
  return input;
}

}  // namespace perm
