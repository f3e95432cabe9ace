// SPDX-License-Identifier: Apache-2.0
// Checks that a recipe is whole and free of contradictions, fills in defaults and hands it to the generator of its
// kind; what values a generator accepts, it checks itself.
#include "geometry/shapes/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "geometry/shapes/channels.hpp"
#include "geometry/shapes/cylinder_arrays.hpp"
#include "geometry/shapes/overlap.hpp"
#include "geometry/shapes/packing.hpp"
#include "geometry/shapes/sphere_arrays.hpp"
#include "geometry/shapes/sphere_list.hpp"
#include "geometry/shapes/spheres.hpp"

namespace perm {
namespace {

constexpr double default_packing_porosity = 0.4;

struct NamedKind {
  GeometryKind kind;
  const char* name;
  const char* options;  // that it takes, beside size; seed and box have values always
};
constexpr std::array<NamedKind, 12> kinds{
    {{GeometryKind::sc, "sc", "porosity radius shift"},
     {GeometryKind::bcc, "bcc", "porosity radius shift"},
     {GeometryKind::fcc, "fcc", "porosity radius shift"},
     {GeometryKind::cylinders_square, "cylinders-square", "porosity radius axis shift"},
     {GeometryKind::cylinders_hexagonal, "cylinders-hexagonal", "porosity radius axis shift"},
     {GeometryKind::packing, "packing", "porosity radius radius-spread shift"},
     {GeometryKind::overlap, "overlap", "porosity radius"},
     {GeometryKind::tube, "tube", "radius axis shift"},
     {GeometryKind::annulus, "annulus", "radius inner-radius axis shift"},
     {GeometryKind::plates, "plates", "gap axis"},
     {GeometryKind::duct, "duct", "gap width axis"},
     {GeometryKind::spheres, "spheres", "centres radius diameters shift"}}};

constexpr double largest_shift = 1e6;  // voxels; the largest size of an image

const NamedKind& look_up(GeometryKind kind) {
  return *std::find_if(kinds.begin(), kinds.end(), [kind](const NamedKind& known) { return known.kind == kind; });
}

std::optional<CylinderArray> cylinders_of(GeometryKind kind) {
  if (kind == GeometryKind::cylinders_square) return CylinderArray::square;
  if (kind == GeometryKind::cylinders_hexagonal) return CylinderArray::hexagonal;
  return {};
}

void refuse_foreign_options(const Recipe& recipe) {
  const NamedKind& kind = look_up(recipe.kind);
  const auto refuse = [&kind](bool is_given, const std::string& option) {
    if (!is_given || fmt::format(" {} ", kind.options).find(fmt::format(" {} ", option)) != std::string::npos) return;
    throw InputError(fmt::format("--{} has no meaning for {}", option, kind.name),
                     fmt::format("it takes {}", kind.options), fmt::format("Leave out --{}", option));
  };
  refuse(recipe.porosity.has_value(), "porosity");
  refuse(recipe.radius.has_value(), "radius");
  refuse(recipe.radius_spread != 0, "radius-spread");
  refuse(recipe.inner_radius.has_value(), "inner-radius");
  refuse(recipe.gap.has_value(), "gap");
  refuse(recipe.width.has_value(), "width");
  refuse(recipe.axis.has_value(), "axis");
  refuse(recipe.shift != Shift{}, "shift");
  refuse(!recipe.centres.empty(), "centres");
  refuse(recipe.centres_hold_diameters, "diameters");
}

/// The value of an option that the kind cannot do without.
double require(const Recipe& recipe, const std::optional<double>& value, const std::string& option,
               const std::string& example) {
  if (value) return *value;
  throw InputError(fmt::format("{} needs --{}", to_string(recipe.kind), option), "",
                   fmt::format("Give for example --{} {}", option, example));
}

double choose_sphere_radius(const Recipe& recipe) {
  const Extent& extent = recipe.extent;
  const double tenth = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})) / 10;
  return recipe.radius.value_or(std::clamp(tenth, 1.0, 12.0));
}

/// Refuses arrays whose solids have no size, or two. `solids` is for the messages.
void require_one_size(const Recipe& recipe, const char* solids) {
  if (recipe.porosity.has_value() == recipe.radius.has_value())
    throw InputError(fmt::format("The size of the {} {} is {}", to_string(recipe.kind), solids,
                                 recipe.radius ? "given twice" : "not given"),
                     "radius and porosity follow from each other", "Give either --porosity or --radius");
  if (recipe.porosity && !(*recipe.porosity > 0 && *recipe.porosity < 1))
    throw InputError(fmt::format("The porosity {} is out of range", *recipe.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and below 1");
}

void require_visible(const Recipe& recipe, const char* solid, double radius) {
  if (radius >= 1) return;
  throw InputError(fmt::format("The {} radius of {:g} voxels is too small", solid, radius),
                   fmt::format("an image cannot show a {} narrower than two voxels", solid),
                   recipe.porosity ? "Give a larger --size or a lower --porosity" : "Give --radius of at least 1");
}

std::vector<Sphere> place_array(const Recipe& recipe, SphereArray array) {
  const Extent& extent = recipe.extent;
  const std::int64_t side = extent.nx;
  if (extent.ny != side || extent.nz != side)
    throw InputError(fmt::format("An array of size {} is not cubic", to_string(extent)), "an image is one unit cell",
                     fmt::format("Give one number, for example --size {}", std::min({side, extent.ny, extent.nz})));
  require_one_size(recipe, "spheres");
  const double radius =
      recipe.porosity ? array_radius(array, *recipe.porosity) * static_cast<double>(side) : *recipe.radius;
  require_visible(recipe, "sphere", radius);
  return array_spheres(array, side, radius);
}

void draw_cylinders(PoreSlab& slab, const Recipe& recipe, CylinderArray array) {
  const Axis axis = axis_of(recipe);
  require_unit_cell(array, recipe.extent, axis);
  require_one_size(recipe, "cylinders");
  const double radius = recipe.porosity ? array_radius(array, recipe.extent, axis, *recipe.porosity) : *recipe.radius;
  require_visible(recipe, "cylinder", radius);
  const std::vector<Cylinder> cylinders = array_cylinders(array, recipe.extent, axis, radius);
  slab.pores().fill_with_pore();
  for (const Cylinder& cylinder : cylinders) fill_cylinder(slab, axis, cylinder, Filling::solid, recipe.shift);
}

std::vector<Sphere> place_packing(const Recipe& recipe) {
  const double porosity = recipe.porosity.value_or(default_packing_porosity);
  return pack_spheres({recipe.extent, porosity, choose_sphere_radius(recipe), recipe.radius_spread, recipe.seed});
}

void draw_sphere_list(PoreSlab& slab, const Recipe& recipe) {
  if (recipe.centres.empty())
    throw InputError("spheres needs --centres", "", "Give a text file of 'x y z radius' lines");
  draw_spheres(
      slab, read_sphere_list({recipe.centres, recipe.extent, recipe.box, recipe.centres_hold_diameters, recipe.radius}),
      recipe.shift);
  if (slab.count_pores() == recipe.extent.voxels())
    throw InputError(
        fmt::format("No sphere of '{}' covers a voxel", recipe.centres.string()),
        fmt::format("a voxel is {:g} wide in the unit of the file", recipe.box / static_cast<double>(recipe.extent.nx)),
        "Check --box, the edge of the periodic box in the unit of the file, or give a larger --size");
}

}  // namespace

GeometryKind parse_geometry_kind(const std::string& name) {
  std::string names;
  for (const NamedKind& known : kinds) {
    if (name == known.name) return known.kind;
    if (!names.empty()) names += ' ';
    names += known.name;
  }
  throw InputError(fmt::format("'{}' is not a kind of geometry", name), "", fmt::format("Give one of: {}", names));
}

std::string to_string(GeometryKind kind) { return look_up(kind).name; }

Axis axis_of(const Recipe& recipe) { return recipe.axis.value_or(cylinders_of(recipe.kind) ? Axis::z : Axis::x); }

Extent unit_cell_of(const Recipe& recipe, std::int64_t side) {
  const std::optional<CylinderArray> cylinders = cylinders_of(recipe.kind);
  return cylinders ? unit_cell(*cylinders, axis_of(recipe), side) : Extent{side, side, side};
}

PoreSlab generate(const Recipe& recipe, const Communicator& processes) {
  refuse_foreign_options(recipe);
  if (recipe.extent.nx <= 0 || recipe.extent.ny <= 0 || recipe.extent.nz <= 0)
    throw InputError(fmt::format("The size {} has no voxels", to_string(recipe.extent)), "",
                     "Give --size of one or three positive numbers");
  for (const Axis axis : all_axes)
    if (!(std::abs(recipe.shift.along(axis)) <= largest_shift))
      throw InputError(fmt::format("A shift of {} voxels is too far", recipe.shift.along(axis)),
                       "the image is periodic", fmt::format("Give a shift from -{0} to {0}", largest_shift));
  if (recipe.kind == GeometryKind::overlap)
    return make_overlapping_spheres(
        {recipe.extent, require(recipe, recipe.porosity, "porosity", "0.4"), choose_sphere_radius(recipe), recipe.seed},
        processes);
  PoreSlab slab = PoreSlab::even(recipe.extent, processes);
  switch (recipe.kind) {
    case GeometryKind::sc:
      draw_spheres(slab, place_array(recipe, SphereArray::sc), recipe.shift);
      break;
    case GeometryKind::bcc:
      draw_spheres(slab, place_array(recipe, SphereArray::bcc), recipe.shift);
      break;
    case GeometryKind::fcc:
      draw_spheres(slab, place_array(recipe, SphereArray::fcc), recipe.shift);
      break;
    case GeometryKind::cylinders_square:
      draw_cylinders(slab, recipe, CylinderArray::square);
      break;
    case GeometryKind::cylinders_hexagonal:
      draw_cylinders(slab, recipe, CylinderArray::hexagonal);
      break;
    case GeometryKind::packing:
      draw_spheres(slab, place_packing(recipe), recipe.shift);
      break;
    case GeometryKind::overlap:
      break;
    case GeometryKind::tube:
      carve_tube(slab, axis_of(recipe), require(recipe, recipe.radius, "radius", "20"), recipe.shift);
      break;
    case GeometryKind::annulus:
      carve_annulus(
          slab, axis_of(recipe),
          {require(recipe, recipe.radius, "radius", "20"), require(recipe, recipe.inner_radius, "inner-radius", "10")},
          recipe.shift);
      break;
    case GeometryKind::plates:
      carve_plates(slab, axis_of(recipe), require(recipe, recipe.gap, "gap", "32"));
      break;
    case GeometryKind::duct: {
      const double gap = require(recipe, recipe.gap, "gap", "32");
      carve_duct(slab, axis_of(recipe), {gap, recipe.width.value_or(gap)});
      break;
    }
    case GeometryKind::spheres:
      draw_sphere_list(slab, recipe);
      break;
  }
  return slab;
}

PoreSpace generate(const Recipe& recipe) { return std::move(generate(recipe, Communicator()).pores()); }

}  // namespace perm
