// SPDX-License-Identifier: Apache-2.0
#include "app/commands/input.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/options/recipe_options.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/pore_space_hash.hpp"
#include "geometry/resample.hpp"

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

/// Refuses an extent whose bits alone exceed the memory, before anything is allocated. A refined image also needs a
/// copy and a distance map of 2 bytes a voxel; both are certain to be needed too, so they are counted before a large
/// image is read. The memory for stepping is known only when the pores are known.
void require_memory_for_bits(const Extent& extent, const InputOptions& options, const Communicator& processes) {
  double bytes = static_cast<double>(extent.voxels()) / 8;
  if (options.refine > 1) bytes *= 1 + (2 + 16) * std::pow(options.refine, 3);
  require_memory(static_cast<std::int64_t>(bytes / processes.size()), Device::cpu, processes);
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

Input generate_input(const InputOptions& options, const Communicator& processes) {
  if (options.raw || options.rule.pore || options.rule.solid)
    throw UsageError(fmt::format("'{}' is a recipe", options.path.string()),
                     "--pore, --solid, --dims, --dtype, --endian and --offset are for images", "Leave them out");
  const RecipeFile file = read_recipe_file(options.path);
  require_memory_for_bits(file.recipe.extent, options, processes);
  Input input;
  input.pores = generate(file.recipe, processes);
  input.origin.voxel_size_m = options.voxel_size_m ? options.voxel_size_m : file.voxel_size_m;
  input.origin.format = "recipe: " + describe_recipe(file.recipe);
  input.origin.segmentation = "as generated";
  return input;
}

Input read_image(const InputOptions& options, const Communicator& processes) {
  if (!options.voxel_size_m)
    throw UsageError("No voxel size is given", "an image needs one",
                     "Add --voxel-size with its unit, for example --voxel-size 5.345um");
  InterruptibleSource source(open_image(options.path, options.raw));
  require_memory_for_bits(source.extent(), options, processes);
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

Input read_input(const InputOptions& options, const Communicator& processes) {
  Input input = is_recipe(options.path) ? generate_input(options, processes) : read_image(options, processes);
  resample(input, options);
  input.origin.source = options.path.string();
  return input;
}

}  // namespace perm
