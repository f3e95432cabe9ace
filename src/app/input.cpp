// SPDX-License-Identifier: Apache-2.0
#include "app/input.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/recipe_options.hpp"
#include "app/signals.hpp"
#include "core/errors.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm {
namespace {

/// Lets a signal stop the reading of a large image.
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

/// Refuses an extent whose bits alone exceed the memory, before anything is allocated.
void require_memory_for_bits(const Extent& extent, const Communicator& processes) {
  require_memory(extent.voxels() / 8 / processes.size(), Device::cpu, processes);
}

Input generate_input(const InputOptions& options, const Communicator& processes) {
  if (options.raw || options.rule.pore || options.rule.solid)
    throw UsageError(fmt::format("'{}' is a recipe", options.path.string()),
                     "--pore, --solid, --dims, --dtype, --endian and --offset are for images", "Leave them out");
  const RecipeFile file = read_recipe_file(options.path);
  require_memory_for_bits(file.recipe.extent, processes);
  Input input;
  input.pores = generate(file.recipe, processes);
  input.facts.voxel_size_m = options.voxel_size_m ? options.voxel_size_m : file.voxel_size_m;
  input.facts.format = "recipe: " + describe_recipe(file.recipe);
  input.facts.segmentation = "as generated";
  return input;
}

Input read_image(const InputOptions& options, const Communicator& processes) {
  if (!options.voxel_size_m)
    throw UsageError("No voxel size is given", "an image needs one",
                     "Add --voxel-size with its unit, for example --voxel-size 5.345um");
  InterruptibleSource source(open_image(options.path, options.raw));
  require_memory_for_bits(source.extent(), processes);
  Segmentation segmentation = segment(source, options.rule, processes);
  Input input;
  input.pores = std::move(segmentation.pores);
  input.facts.voxel_size_m = options.voxel_size_m;
  input.facts.format = source.description();
  input.facts.segmentation = std::move(segmentation.rule);
  return input;
}

}  // namespace

bool is_recipe(const std::filesystem::path& path) { return path.extension() == ".ini"; }

Input read_input(const InputOptions& options, const Communicator& processes) {
  Input input = is_recipe(options.path) ? generate_input(options, processes) : read_image(options, processes);
  input.facts.source = options.path.string();
  input.facts.extent = input.pores.image();
  input.facts.pore_voxels = input.pores.count_pores();
  input.facts.pore_space_hash = hash_of(input.pores);
  return input;
}

}  // namespace perm
