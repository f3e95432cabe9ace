// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.hpp"
#include "image/image_reader.hpp"

namespace perm {
namespace {

TEST(ImageReader, says_how_to_get_images_in_a_build_without_them) {
  try {
    open_image("rock.tif");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr("rock.tif"), testing::HasSubstr("PERMEABILITY_IMAGES=ON")));
  }
}

}  // namespace
}  // namespace perm
