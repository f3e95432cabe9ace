// SPDX-License-Identifier: Apache-2.0
// An image without closed faces needs no pairs of slots that are reflected.
#include "solver/closed_faces.hpp"

#include <gtest/gtest.h>

#include <random>

#include "geometry/random_pores.hpp"

namespace perm {
namespace {

TEST(FaceRulesOf, an_image_without_closed_faces_reflect_nothing) {
  std::mt19937 random(86);
  const PoreSpace pores = random_pores({9, 7, 5}, 0.8, random);
  EXPECT_EQ(predict_face_bytes(Domain(pores.extent()), pores), 0);
}

}  // namespace
}  // namespace perm
