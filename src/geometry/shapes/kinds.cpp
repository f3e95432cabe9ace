// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "geometry/shapes/channels.hpp"
#include "geometry/shapes/cylinder_arrays.hpp"
#include "geometry/shapes/fibres.hpp"
#include "geometry/shapes/noise.hpp"
#include "geometry/shapes/overlap.hpp"
#include "geometry/shapes/packing.hpp"
#include "geometry/shapes/sphere_arrays.hpp"
#include "geometry/shapes/sphere_list.hpp"

namespace perm {
namespace {

using enum RecipeOption;

constexpr std::array of_sphere_arrays{porosity, radius, shift};
constexpr std::array of_cylinder_arrays{porosity, radius, axis, shift};
constexpr std::array of_packing{porosity, radius, radius_spread, shift, seed, moves};
constexpr std::array of_overlap{porosity, radius, seed};
constexpr std::array of_noise{porosity, seed};
constexpr std::array of_fibres{porosity,           radius,        orientation,  axis,    length,
                               persistence_length, second_radius, second_share, overlap, seed};
constexpr std::array of_tube{radius, axis, shift};
constexpr std::array of_annulus{radius, inner_radius, axis, shift};
constexpr std::array of_plates{gap, axis};
constexpr std::array of_duct{gap, width, axis};
constexpr std::array of_spheres{centres, radius, diameters, shift, box};

constexpr std::string_view arrays_of_spheres = "arrays of equal spheres";
constexpr std::string_view arrays_of_cylinders = "arrays of equal, parallel solid cylinders";

/// Draws the voxels whose centres are in pores of the surface of a kind.
void draw_surface(PoreSlab& slab, const Recipe& recipe) {
  slab = voxels_of(row_of(recipe.kind).surface(recipe, slab.processes()), slab.image(), slab.processes());
}

template <SphereArray array>
constexpr KindRow sphere_array(GeometryKind kind, std::string_view name) {
  return {kind,
          name,
          arrays_of_spheres,
          of_sphere_arrays,
          draw_sphere_array<array>,
          check_sphere_array<array>,
          nullptr,
          Axis::x,
          spheres_of_array<array>,
          nullptr,
          porosity_of_sphere_array<array>};
}

template <CylinderArray array>
constexpr KindRow cylinder_array(GeometryKind kind, std::string_view name) {
  return {kind,
          name,
          arrays_of_cylinders,
          of_cylinder_arrays,
          draw_surface,
          check_cylinder_array<array>,
          unit_cell<array>,
          Axis::z,
          nullptr,
          surface_of_cylinder_array<array>,
          porosity_of_cylinder_array<array>};
}

// Where solids overlap at random, pores are cut off. Aligned fibres stop all flow across them at a porosity of about
// 0.33 already, and noise has no path below 0.312.
constexpr std::array table{
    sphere_array<SphereArray::sc>(GeometryKind::sc, "sc"),
    sphere_array<SphereArray::bcc>(GeometryKind::bcc, "bcc"),
    sphere_array<SphereArray::fcc>(GeometryKind::fcc, "fcc"),
    cylinder_array<CylinderArray::square>(GeometryKind::cylinders_square, "cylinders-square"),
    cylinder_array<CylinderArray::hexagonal>(GeometryKind::cylinders_hexagonal, "cylinders-hexagonal"),
    KindRow{GeometryKind::packing, "packing", "spheres at random that do not overlap", of_packing, draw_packing,
            nullptr, nullptr, Axis::x, spheres_of_packing},
    KindRow{GeometryKind::overlap, "overlap", "spheres at random that do", of_overlap, draw_overlap, nullptr, nullptr,
            Axis::x, spheres_of_overlap, nullptr, nullptr, [](const Recipe&) { return 0.15; }},
    KindRow{GeometryKind::noise, "noise", "voxels at random, each solid by itself", of_noise, draw_noise, nullptr,
            nullptr, Axis::x, nullptr, nullptr, nullptr, [](const Recipe&) { return 0.6; }},
    KindRow{GeometryKind::fibres, "fibres", "fibres at random, straight or curved", of_fibres, draw_fibres,
            check_fibres, nullptr, Axis::z, nullptr, surface_of_fibres, nullptr,
            [](const Recipe& recipe) { return recipe.orientation == Orientation::aligned ? 0.5 : 0.15; }},
    KindRow{GeometryKind::tube, "tube", "a round channel", of_tube, draw_surface, nullptr, nullptr, Axis::x, nullptr,
            surface_of_tube},
    KindRow{GeometryKind::annulus, "annulus", "a tube with a solid rod on its axis", of_annulus, draw_surface, nullptr,
            nullptr, Axis::x, nullptr, surface_of_annulus},
    KindRow{GeometryKind::plates, "plates", "the gap between two plates", of_plates, draw_surface, nullptr, nullptr,
            Axis::x, nullptr, surface_of_plates},
    KindRow{GeometryKind::duct, "duct", "a rectangular channel", of_duct, draw_surface, nullptr, nullptr, Axis::x,
            nullptr, surface_of_duct},
    KindRow{GeometryKind::spheres, "spheres", "spheres from a file", of_spheres, draw_sphere_list, nullptr, nullptr,
            Axis::x, spheres_of_list}};
static_assert(has_row_of_every_kind(table), "every GeometryKind has a row, in the order of the enum");

bool is_given(const Recipe& recipe, RecipeOption option) {
  switch (option) {
    case porosity:
      return recipe.porosity.has_value();
    case radius:
      return recipe.radius.has_value();
    case radius_spread:
      return recipe.radius_spread != 0;
    case inner_radius:
      return recipe.inner_radius.has_value();
    case gap:
      return recipe.gap.has_value();
    case width:
      return recipe.width.has_value();
    case axis:
      return recipe.axis.has_value();
    case shift:
      return recipe.shift != Shift{};
    case centres:
      return !recipe.centres.empty();
    case moves:
      return recipe.moves != 0;
    case diameters:
      return recipe.centres_hold_diameters;
    case orientation:
      return recipe.orientation != Orientation::isotropic;
    case length:
      return recipe.length.has_value();
    case persistence_length:
      return recipe.persistence_length.has_value();
    case second_radius:
      return recipe.second_radius.has_value();
    case second_share:
      return recipe.second_share.has_value();
    case overlap:
      return recipe.overlap != FibreOverlap::yes;
    case seed:
    case box:
      return false;  // every recipe has them
  }
  return false;
}

std::string list_options(const KindRow& row) {
  std::string names;
  for (const RecipeOption option : row.options) names.append(names.empty() ? "" : " ").append(name_of(option));
  return names;
}

}  // namespace

bool KindRow::takes(RecipeOption option) const { return std::ranges::find(options, option) != options.end(); }

std::span<const KindRow> kind_table() { return table; }

const KindRow& row_of(GeometryKind kind) { return table.at(static_cast<std::size_t>(kind)); }

std::string kinds_with(RecipeOption option, std::string_view separator) {
  std::string names;
  for (const KindRow& row : table)
    if (row.takes(option)) names.append(names.empty() ? "" : separator).append(row.name);
  return names;
}

std::optional<double> nominal_porosity(const Recipe& recipe) {
  const auto porosity_of = row_of(recipe.kind).porosity;
  if (recipe.porosity || !recipe.radius || porosity_of == nullptr) return recipe.porosity;
  return porosity_of(recipe);
}

bool is_well_connected(const Recipe& recipe, double porosity) {
  const auto connected_from = row_of(recipe.kind).connected_from;
  return connected_from == nullptr || porosity >= connected_from(recipe);
}

std::string list_kinds() {
  std::string names;
  for (const KindRow& row : table) names.append(names.empty() ? "" : " ").append(row.name);
  return names;
}

void refuse_option(GeometryKind kind, RecipeOption option) {
  const KindRow& row = row_of(kind);
  throw InputError(fmt::format("--{} has no meaning for {}", name_of(option), row.name),
                   fmt::format("it takes {}", list_options(row)), fmt::format("Leave out --{}", name_of(option)));
}

void refuse_foreign_options(const Recipe& recipe) {
  for (const auto& [option, name] : names_of<RecipeOption>)
    if (is_given(recipe, option) && !row_of(recipe.kind).takes(option)) refuse_option(recipe.kind, option);
}

}  // namespace perm
