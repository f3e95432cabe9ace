// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/cylinder_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/surfaces/cylinder_surface.hpp"

namespace perm {
namespace {

/// Sides of the section, voxels.
struct Section {
  std::int64_t first;
  std::int64_t second;

  double area() const { return static_cast<double>(first) * static_cast<double>(second); }
};

Section section_of(const Extent& extent, Axis axis) {
  const Axis first = next_axis(axis);
  return {extent.along(first), extent.along(next_axis(first))};
}

int cylinders_a_cell(CylinderArray array) { return array == CylinderArray::square ? 1 : 2; }

std::int64_t second_side(CylinderArray array, std::int64_t first) {
  if (array == CylinderArray::square) return first;
  return static_cast<std::int64_t>(std::llround(std::numbers::sqrt3 * static_cast<double>(first)));
}

bool is_unit_cell(CylinderArray array, const Section& section) {
  if (array == CylinderArray::square) return section.first == section.second;
  const double ratio = static_cast<double>(section.second) / static_cast<double>(section.first);
  return std::abs(ratio / std::numbers::sqrt3 - 1) <= largest_ratio_error;
}

const char* name_of(CylinderArray array) { return array == CylinderArray::square ? "square" : "hexagonal"; }

/// Gives the radius at which cylinders touch in this cell, in words, for messages.
std::string describe_touching(CylinderArray array, const Extent& extent, Axis axis) {
  const double radius = touching_radius(array, extent, axis);
  return fmt::format("cylinders touch at the radius {:g}, where the porosity is {:.4f}", radius,
                     array_porosity(array, extent, axis, radius));
}

}  // namespace

Extent unit_cell(CylinderArray array, Axis axis, std::int64_t side) {
  std::array<std::int64_t, 3> sides{1, 1, 1};
  const Axis first = next_axis(axis);
  sides[static_cast<std::size_t>(first)] = side;
  sides[static_cast<std::size_t>(next_axis(first))] = second_side(array, side);
  return {sides[0], sides[1], sides[2]};
}

void require_unit_cell(CylinderArray array, const Extent& extent, Axis axis) {
  const Section section = section_of(extent, axis);
  if (is_unit_cell(array, section)) return;
  std::int64_t fitting = section.first;
  while (!is_unit_cell(array, {fitting, second_side(array, fitting)})) ++fitting;
  const std::string rule = array == CylinderArray::square
                               ? "the sides across the cylinders must be equal"
                               : fmt::format("the side along {} must be sqrt(3) times that along {}, within {:g} %",
                                             axis_letter(next_axis(next_axis(axis))), axis_letter(next_axis(axis)),
                                             100 * largest_ratio_error);
  throw InputError(fmt::format("An image of {} is no cell of a {} array along {}", to_string(extent), name_of(array),
                               axis_letter(axis)),
                   rule,
                   fmt::format("Give one number, for example --size {}, which stands for {}", fitting,
                               to_string(unit_cell(array, axis, fitting))));
}

double touching_radius(CylinderArray array, const Extent& extent, Axis axis) {
  const Section section = section_of(extent, axis);
  const double shorter = static_cast<double>(std::min(section.first, section.second));
  if (array == CylinderArray::square) return shorter / 2;
  const auto first = static_cast<double>(section.first);
  const auto second = static_cast<double>(section.second);
  return std::min(shorter, std::sqrt(first * first + second * second) / 2) / 2;
}

double array_porosity(CylinderArray array, const Extent& extent, Axis axis, double radius) {
  return 1 - cylinders_a_cell(array) * std::numbers::pi * radius * radius / section_of(extent, axis).area();
}

double array_radius(CylinderArray array, const Extent& extent, Axis axis, double porosity) {
  const double touching = touching_radius(array, extent, axis);
  const double lowest = array_porosity(array, extent, axis, touching);
  if (porosity < lowest)
    throw InputError(fmt::format("A {} array of cylinders cannot have the porosity {}", name_of(array), porosity),
                     describe_touching(array, extent, axis),
                     fmt::format("Give a porosity from {:.4f} to 1", lowest + 1e-4));
  const double area = section_of(extent, axis).area() * (1 - porosity) / cylinders_a_cell(array);
  return std::min(std::sqrt(area / std::numbers::pi), touching);
}

std::vector<Cylinder> array_cylinders(CylinderArray array, const Extent& extent, Axis axis, double radius) {
  if (const double touching = touching_radius(array, extent, axis); radius > touching)
    throw InputError(
        fmt::format("Cylinders of radius {:g} overlap in a {} array of {}", radius, name_of(array), to_string(extent)),
        describe_touching(array, extent, axis), fmt::format("Give a radius up to {:g}", touching));
  const Section section = section_of(extent, axis);
  const Cylinder middle{static_cast<double>(section.first) / 2, static_cast<double>(section.second) / 2, radius};
  if (array == CylinderArray::square) return {middle};
  return {{0, 0, radius}, middle};
}

std::vector<Cylinder> place_cylinder_array(CylinderArray array, const Recipe& recipe) {
  const Axis axis = axis_of(recipe);
  require_unit_cell(array, recipe.extent, axis);
  require_one_size(recipe, "cylinders");
  const double radius = recipe.porosity ? array_radius(array, recipe.extent, axis, *recipe.porosity) : *recipe.radius;
  require_visible(recipe, "cylinder", radius);
  return array_cylinders(array, recipe.extent, axis, radius);
}

std::shared_ptr<const Surface> surface_of_cylinder_array(CylinderArray array, const Recipe& recipe) {
  std::vector<FilledCylinder> cylinders;
  for (const Cylinder& cylinder : place_cylinder_array(array, recipe)) cylinders.push_back({cylinder, Filling::solid});
  return std::make_shared<CylinderSurface>(recipe.extent, axis_of(recipe), Filling::pore, std::move(cylinders),
                                           recipe.shift);
}

}  // namespace perm
