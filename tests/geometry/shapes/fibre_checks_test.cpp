// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibre_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(FibreRequest, refuses_values_out_of_range) {
  const auto refuses = [](const Extent& extent, const FibreRequest& request, const std::string& what) {
    EXPECT_THAT([&] { refuse_out_of_range(request, extent); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
  };
  const Extent cube{40, 40, 40};
  FibreRequest good;
  good.form.length = 40;
  for (const double porosity : {0.0, -0.1, 1.1, nan}) {
    FibreRequest request = good;
    request.porosity = porosity;
    refuses(cube, request, "porosity");
  }
  for (const double radius : {-1.0, 0.5, 10.1, nan}) {
    FibreRequest request = good;
    request.radius = radius;
    refuses(cube, request, "from 1 to 10");
    request = good;
    request.second_radius = radius;
    request.second_share = 0.3;
    refuses(cube, request, "from 1 to 10");
  }
  for (const double share : {0.0, 1.0, nan}) {
    FibreRequest request = good;
    request.second_radius = 2;
    request.second_share = share;
    refuses(cube, request, "share");
  }
  for (const double length : {0.0, 7.9, 4001.0, nan}) {
    FibreRequest request = good;
    request.form.length = length;
    refuses(cube, request, "from 8 to 4000");
  }
  FibreRequest curled = good;
  curled.form.persistence_length = 7;
  refuses(cube, curled, "at least 8");
  refuses({40, 40, 3}, good, "--size of at least 4");
}

TEST(FibreRecipe, refuses_options_that_have_no_meaning_together) {
  const auto refuses = [](auto&& change, const std::string& what) {
    Recipe recipe;
    recipe.kind = GeometryKind::fibres;
    change(recipe);
    EXPECT_THAT([&] { refuse_contradictions(recipe); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
  };
  refuses([](Recipe& r) { r.axis = Axis::z; }, "--axis has no meaning for isotropic");
  refuses([](Recipe& r) { r.second_radius = 3; }, "--second-share is missing");
  refuses([](Recipe& r) { r.second_share = 0.3; }, "--second-radius is missing");
  refuses(
      [](Recipe& r) {
        r.orientation = Orientation::aligned;
        r.length = 30;
      },
      "--length has no meaning for aligned");
  refuses(
      [](Recipe& r) {
        r.orientation = Orientation::aligned;
        r.persistence_length = 30;
      },
      "--persistence-length has no meaning for aligned");
  Recipe planar;
  planar.kind = GeometryKind::fibres;
  planar.orientation = Orientation::planar;
  planar.axis = Axis::x;
  EXPECT_NO_THROW(refuse_contradictions(planar));
}

}  // namespace
}  // namespace perm
