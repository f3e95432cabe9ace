// SPDX-License-Identifier: Apache-2.0
#include "streaming/study_box.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

GeometryKind recipe_kind(BoxKind kind) {
  switch (kind) {
    case BoxKind::noise:
      return GeometryKind::noise;
    case BoxKind::packing:
      return GeometryKind::packing;
    case BoxKind::duct:
      return GeometryKind::duct;
    case BoxKind::overlap:
    case BoxKind::empty:
      break;
  }
  return GeometryKind::overlap;
}

/// Gives a side of a duct that takes `share` of `size`.
double side_of(double share, std::int64_t size) {
  return std::clamp(std::round(share * static_cast<double>(size)), 1.0,
                    static_cast<double>(std::max<std::int64_t>(1, size - 1)));
}

}  // namespace

PoreSlab make_study_box(const StudyBox& box, const Communicator& processes) {
  if (box.kind == BoxKind::empty || (box.porosity >= 1 && box.kind != BoxKind::duct)) {
    PoreSlab pores = PoreSlab::even(box.extent, processes);
    pores.pores().fill_with_pore();
    return pores;
  }
  Recipe recipe;
  recipe.kind = recipe_kind(box.kind);
  recipe.extent = box.extent;
  if (box.kind == BoxKind::duct) {
    recipe.gap = side_of(std::sqrt(box.porosity), box.extent.ny);
    recipe.width = side_of(std::sqrt(box.porosity), box.extent.nz);
    return generate(recipe, processes);
  }
  recipe.porosity = box.porosity;
  if (box.has_spheres()) recipe.radius = box.radius;
  recipe.seed = box.seed;
  return generate(recipe, processes);
}

}  // namespace perm
