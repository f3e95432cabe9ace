// SPDX-License-Identifier: Apache-2.0
// Checks what holds for every kind of geometry and hands the recipe to the kind that it names, which checks the rest.
#include "geometry/shapes/recipe.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "core/errors.hpp"
#include "geometry/shapes/kinds.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"

namespace perm {
namespace {

constexpr double largest_shift = 1e6;  // voxels; the largest size of an image

}  // namespace

GeometryKind parse_geometry_kind(const std::string& name) {
  for (const KindRow& row : kind_table())
    if (name == row.name) return row.kind;
  throw InputError(fmt::format("'{}' is not a kind of geometry", name), "",
                   fmt::format("Give one of: {}", list_kinds()));
}

std::string to_string(GeometryKind kind) { return std::string(row_of(kind).name); }

Axis axis_of(const Recipe& recipe) { return recipe.axis.value_or(row_of(recipe.kind).axis); }

Extent unit_cell_of(const Recipe& recipe, std::int64_t side) {
  const KindRow& row = row_of(recipe.kind);
  return row.unit_cell != nullptr ? row.unit_cell(axis_of(recipe), side) : Extent{side, side, side};
}

void check_size(const Recipe& recipe) {
  const KindRow& row = row_of(recipe.kind);
  if (row.check != nullptr) row.check(recipe);
}

namespace {

void check_recipe(const Recipe& recipe) {
  refuse_foreign_options(recipe);
  if (recipe.extent.nx <= 0 || recipe.extent.ny <= 0 || recipe.extent.nz <= 0)
    throw InputError(fmt::format("The size {} has no voxels", to_string(recipe.extent)), "",
                     "Give --size of one or three positive numbers");
  for (const Axis axis : all_axes)
    if (!(std::abs(recipe.shift.along(axis)) <= largest_shift))
      throw InputError(fmt::format("A shift of {} voxels is too far", recipe.shift.along(axis)),
                       "the image is periodic", fmt::format("Give a shift from -{0} to {0}", largest_shift));
}

/// Gives spheres within the image, after the shift.
std::vector<Sphere> shifted(std::vector<Sphere> spheres, const Recipe& recipe) {
  const auto moved = [&](double centre, Axis axis) {
    const auto length = static_cast<double>(recipe.extent.along(axis));
    centre += recipe.shift.along(axis);
    return centre - length * std::floor(centre / length);
  };
  for (Sphere& sphere : spheres)
    sphere = {moved(sphere.x, Axis::x), moved(sphere.y, Axis::y), moved(sphere.z, Axis::z), sphere.radius};
  return spheres;
}

}  // namespace

PoreSlab generate(const Recipe& recipe, const Communicator& processes) {
  check_recipe(recipe);
  PoreSlab slab = PoreSlab::even(recipe.extent, processes);
  row_of(recipe.kind).draw(slab, recipe);
  return slab;
}

std::vector<Sphere> spheres_of(const Recipe& recipe, const Communicator& processes) {
  const KindRow& row = row_of(recipe.kind);
  if (row.spheres == nullptr) return {};
  return shifted(row.spheres(recipe, processes), recipe);
}

SurfaceMaker surface_maker(const Recipe& recipe) {
  const KindRow& row = row_of(recipe.kind);
  if (row.spheres != nullptr)
    return [recipe](const Communicator& processes) {
      return std::make_shared<const CapsuleSurface>(spheres_of(recipe, processes), recipe.extent);
    };
  if (row.surface == nullptr) return {};
  return [recipe, make = row.surface](const Communicator& processes) { return make(recipe, processes); };
}

ImageWithSurface generate_with_surface(const Recipe& recipe, const Communicator& processes) {
  const KindRow& row = row_of(recipe.kind);
  if (row.spheres != nullptr) {
    check_recipe(recipe);
    const std::vector<Sphere> spheres = row.spheres(recipe, processes);
    ImageWithSurface image{PoreSlab::even(recipe.extent, processes), {}};
    draw_spheres(image.pores, spheres, recipe.shift);
    image.surface = [placed = shifted(spheres, recipe), extent = recipe.extent](const Communicator&) {
      return std::make_shared<const CapsuleSurface>(placed, extent);
    };
    // Where nothing is solid the kind may have to say why.
    if (image.pores.count_pores() < recipe.extent.voxels()) return image;
  }
  return {generate(recipe, processes), surface_maker(recipe)};
}

PoreSpace generate(const Recipe& recipe) { return std::move(generate(recipe, Communicator()).pores()); }

}  // namespace perm
