// SPDX-License-Identifier: Apache-2.0
#include "app/commands/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/options/recipe_options.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/units.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/pore_space_hash.hpp"
#include "geometry/resample.hpp"
#include "run/memory_bounds.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm {
namespace {

/// Planes of an image whose reading a signal can stop.
class InterruptibleSource : public PlaneSource {
 public:
  explicit InterruptibleSource(std::unique_ptr<PlaneSource> source) : source_(std::move(source)) {}
  Extent extent() const override { return source_->extent(); }
  void read_plane(std::int64_t z, std::span<double> grey) override {
    throw_if_interrupted();
    source_->read_plane(z, grey);
  }
  std::string description() const override { return source_->description(); }

 private:
  std::unique_ptr<PlaneSource> source_;
};

/// Gives the extent of the image that is solved.
Extent extent_to_solve(const Extent& given, const InputOptions& options) {
  const auto solved = [&](std::int64_t length) {
    return options.refine > 1 ? length * options.refine : length / options.coarsen;
  };
  return {solved(given.nx), solved(given.ny), solved(given.nz)};
}

/// Refuses an image of this extent that cannot fit, before anything is read or made. The memory that is needed is known
/// only when the pores are known; here only what is certain counts.
void require_memory_for(const Extent& given, const PorosityBounds& porosity, const InputOptions& options,
                        const std::optional<RunToCome>& run, const Communicator& processes) {
  require_memory(given.voxels() / 8 / processes.size(), Device::cpu, processes);
  if (!run) return;
  const Extent extent = extent_to_solve(given, options);
  require_least_memory(extent, porosity, run->flow, processes);
  if (!run->warn || !processes.is_alone()) return;
  const std::int64_t most = bound_host_memory(extent, porosity, run->flow).most;
  if (const auto limit = find_tightest_memory_limit(); limit && most > limit->free)
    run->warn(fmt::format("up to {} may be needed, by the number of pores, and {} are free{}",
                          format_bytes(static_cast<double>(most)), format_bytes(static_cast<double>(limit->free)),
                          limit->where));
}

/// Gives what is known of the share of cells in a generated image. Voxels and isolated pores take less than a tenth of
/// the porosity from 0.15 on; below, overlapping spheres may isolate more.
PorosityBounds bound_porosity(const Recipe& recipe) {
  const std::optional<double> nominal = validation::nominal_porosity(recipe);
  if (!nominal) return {};
  constexpr double well_connected = 0.15;
  const bool may_isolate = recipe.kind == GeometryKind::overlap && *nominal < well_connected;
  return {may_isolate ? 0 : 0.9 * *nominal, std::min(1.0, 1.1 * *nominal)};
}

/// When --refine or --coarsen asks for it, replaces the image that was given by the image to solve.
void resample(Input& input, const InputOptions& options) {
  if (options.refine == 1 && options.coarsen == 1) return;
  const bool refines = options.refine > 1;
  ResamplingReport given;
  given.method = refines ? ResamplingReport::Method::refine : ResamplingReport::Method::coarsen;
  given.factor = refines ? options.refine : options.coarsen;
  given.extent = input.pores.image();
  given.voxel_size_m = input.origin.voxel_size_m;
  given.pore_voxels = input.pores.count_pores();
  given.pore_space_hash = hash_of(input.pores);
  input.pores = refines ? refine(input.pores, options.refine) : coarsen(input.pores);
  if (given.voxel_size_m) input.origin.voxel_size_m = *given.voxel_size_m * given.voxel_edge();
  input.origin.resampling = std::move(given);
}

Input generate_input(const InputOptions& options, const std::optional<RunToCome>& run, const Communicator& processes) {
  if (options.raw || options.rule.pore || options.rule.solid)
    throw UsageError(fmt::format("'{}' is a recipe", options.path.string()),
                     "--pore, --solid, --dims, --dtype, --endian and --offset are for images", "Leave them out");
  const RecipeFile file = read_recipe_file(options.path);
  require_memory_for(file.recipe.extent, bound_porosity(file.recipe), options, run, processes);
  Input input;
  input.pores = generate(file.recipe, processes);
  input.origin.voxel_size_m = options.voxel_size_m ? options.voxel_size_m : file.voxel_size_m;
  input.origin.format = "recipe: " + describe_recipe(file.recipe);
  input.origin.segmentation = "as generated";
  return input;
}

Input read_image(const InputOptions& options, const std::optional<RunToCome>& run, const Communicator& processes) {
  if (!options.voxel_size_m)
    throw UsageError("No voxel size is given", "an image needs one",
                     "Add --voxel-size with its unit, for example --voxel-size 5.345um");
  InterruptibleSource source(open_image(options.path, options.raw, options.data_files));
  require_memory_for(source.extent(), {}, options, run, processes);
  Segmentation segmentation = segment(source, options.rule, processes);
  Input input;
  input.pores = std::move(segmentation.pores);
  input.origin.voxel_size_m = options.voxel_size_m;
  input.origin.format = source.description();
  input.origin.segmentation = std::move(segmentation.rule);
  return input;
}

}  // namespace

bool is_recipe(const std::filesystem::path& path) { return path.extension() == ".ini"; }

Input read_input(const InputOptions& options, const std::optional<RunToCome>& run, const Communicator& processes) {
  Input input = is_recipe(options.path) ? generate_input(options, run, processes) : read_image(options, run, processes);
  resample(input, options);
  input.origin.source = options.path.string();
  return input;
}

}  // namespace perm
