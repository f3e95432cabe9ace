// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/solids/periodic_cells.hpp"
#include "geometry/shapes/surfaces/cylinder_surface.hpp"

namespace perm {
namespace {

/// Voxels `begin` to `end` - 1 along an axis.
struct Span {
  std::int64_t begin{0};
  std::int64_t end{0};
};

/// Finds the voxels of a channel of `length` voxels in the middle of `extent` along `axis`.
Span centre_channel(const Extent& extent, Axis axis, double length, const std::string& option) {
  const std::int64_t available = extent.along(axis);
  if (!(length >= 1) || length != std::floor(length))
    throw InputError(fmt::format("--{} is {}", option, length),
                     "the exact solution holds for a whole number of voxels, at least 1",
                     fmt::format("Give a whole number from 1 to {}", available - 1));
  if (length > static_cast<double>(available - 1))
    throw InputError(fmt::format("--{} {} leaves no wall", option, length),
                     fmt::format("the image has {} voxels along {}", available, axis_letter(axis)),
                     fmt::format("Give at most {} or a --size of at least {:.0f} along {}", available - 1, length + 1,
                                 axis_letter(axis)));
  const auto voxels = static_cast<std::int64_t>(length);
  const std::int64_t begin = (available - voxels) / 2;
  return {begin, begin + voxels};
}

/// Makes a tube in the middle of the image, with a wall around it.
Cylinder centre_tube(const Extent& extent, Axis axis, double radius) {
  const auto length_1 = static_cast<double>(extent.along(next_axis(axis)));
  const auto length_2 = static_cast<double>(extent.along(next_axis(next_axis(axis))));
  const double largest = (std::min(length_1, length_2) - 1) / 2;
  if (!(radius >= 1) || radius > largest)
    throw InputError(fmt::format("A tube of radius {} does not fit", radius),
                     fmt::format("the image is {} and the tube runs along {}", to_string(extent), axis_letter(axis)),
                     largest >= 1 ? fmt::format("Give a radius from 1 to {}", largest)
                                  : std::string("Give a --size of at least 3 across the tube"));
  return {length_1 / 2, length_2 / 2, radius};
}

/// The walls of a channel with corners. Coordinates beyond the image are those inside it.
class BlockSurface final : public Surface {
 public:
  BlockSurface(const std::array<Span, 3>& block, const Extent& extent) : block_(block), extent_(extent) {}

  bool is_pore(const Place& at) const override {
    for (const Axis axis : all_axes) {
      const auto a = static_cast<std::size_t>(axis);
      const double inside = wrapped(at[a], static_cast<double>(extent_.along(axis)));
      if (inside < static_cast<double>(block_[a].begin) || inside > static_cast<double>(block_[a].end)) return false;
    }
    return true;
  }
  double distance(const Place& at) const override {
    double least = std::numeric_limits<double>::infinity();
    for (const Axis axis : all_axes) {
      const auto a = static_cast<std::size_t>(axis);
      const Span& span = block_[a];
      const auto length = static_cast<double>(extent_.along(axis));
      if (span.end - span.begin == extent_.along(axis)) continue;
      const double half = static_cast<double>(span.end - span.begin) / 2;
      const double from_middle = at[a] - static_cast<double>(span.begin) - half;
      least = std::min(least, half - std::abs(from_middle - length * std::round(from_middle / length)));
    }
    return least;
  }

 private:
  std::array<Span, 3> block_;
  Extent extent_;
};

std::array<Span, 3> whole(const Extent& extent) { return {{{0, extent.nx}, {0, extent.ny}, {0, extent.nz}}}; }

double gap_of(const Recipe& recipe) { return require_given(recipe, recipe.gap, "gap", "32"); }

}  // namespace

std::shared_ptr<const Surface> tube_surface(const Extent& extent, Axis axis, double radius, const Shift& shift) {
  return std::make_shared<CylinderSurface>(
      extent, axis, Filling::solid, std::vector<FilledCylinder>{{centre_tube(extent, axis, radius), Filling::pore}},
      shift);
}

std::shared_ptr<const Surface> annulus_surface(const Extent& extent, Axis axis, const AnnulusSection& section,
                                               const Shift& shift) {
  const Cylinder outer = centre_tube(extent, axis, section.outer);
  if (!(section.inner >= 1) || section.inner > section.outer - 1)
    throw InputError(fmt::format("A rod of radius {} does not fit", section.inner),
                     fmt::format("the tube around it has the radius {}", section.outer),
                     section.outer >= 2 ? fmt::format("Give --inner-radius from 1 to {}", section.outer - 1)
                                        : std::string("Give --radius of at least 2"));
  const Cylinder inner{outer.first, outer.second, section.inner};
  return std::make_shared<CylinderSurface>(extent, axis, Filling::solid,
                                           std::vector<FilledCylinder>{{outer, Filling::pore}, {inner, Filling::solid}},
                                           shift);
}

std::shared_ptr<const Surface> plates_surface(const Extent& extent, Axis axis, double gap) {
  const Axis normal = next_axis(axis);
  std::array<Span, 3> block = whole(extent);
  block[static_cast<std::size_t>(normal)] = centre_channel(extent, normal, gap, "gap");
  return std::make_shared<BlockSurface>(block, extent);
}

std::shared_ptr<const Surface> duct_surface(const Extent& extent, Axis axis, const DuctSection& section) {
  const Axis first = next_axis(axis);
  const Axis second = next_axis(first);
  std::array<Span, 3> block = whole(extent);
  block[static_cast<std::size_t>(first)] = centre_channel(extent, first, section.gap, "gap");
  block[static_cast<std::size_t>(second)] = centre_channel(extent, second, section.width, "width");
  return std::make_shared<BlockSurface>(block, extent);
}

std::shared_ptr<const Surface> surface_of_tube(const Recipe& recipe, const Communicator& /*processes*/) {
  return tube_surface(recipe.extent, axis_of(recipe), require_given(recipe, recipe.radius, "radius", "20"),
                      recipe.shift);
}

std::shared_ptr<const Surface> surface_of_annulus(const Recipe& recipe, const Communicator& /*processes*/) {
  return annulus_surface(recipe.extent, axis_of(recipe),
                         {require_given(recipe, recipe.radius, "radius", "20"),
                          require_given(recipe, recipe.inner_radius, "inner-radius", "10")},
                         recipe.shift);
}

std::shared_ptr<const Surface> surface_of_plates(const Recipe& recipe, const Communicator& /*processes*/) {
  return plates_surface(recipe.extent, axis_of(recipe), gap_of(recipe));
}

std::shared_ptr<const Surface> surface_of_duct(const Recipe& recipe, const Communicator& /*processes*/) {
  return duct_surface(recipe.extent, axis_of(recipe), {gap_of(recipe), recipe.width.value_or(gap_of(recipe))});
}

}  // namespace perm
