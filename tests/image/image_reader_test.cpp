// SPDX-License-Identifier: Apache-2.0
// In every format a path that cannot be opened is refused.
#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

using ImageReader = ImageTest;

TEST_F(ImageReader, says_that_a_file_is_missing) {
  for (const char* name : {"a.tif", "a.mha", "a.nrrd", "a", "no/such/folder/a.mhd"})
    EXPECT_THAT(error_of(name), HasSubstr("no such file"));
  EXPECT_THAT(error_of("a.raw", RawLayout{small}), HasSubstr("no such file"));
}

TEST_F(ImageReader, says_that_a_file_is_empty) {
  for (const char* name : {"a.tif", "a.mha", "a.mhd", "a.nrrd", "a.nhdr"}) {
    write_file(folder_ / name, "");
    EXPECT_THAT(error_of(name), HasSubstr("it is empty"));
  }
}

TEST_F(ImageReader, says_that_a_file_of_noise_is_not_an_image) {
  for (const char* name : {"a.tif", "a.tiff", "a.mha", "a.mhd", "a.nrrd", "a.nhdr"}) {
    std::string noise;
    for (std::uint32_t i = 0, state = 1; i < 5000; ++i, state = state * 1664525U + 1013904223U)
      noise += static_cast<char>(state >> 24U);
    write_file(folder_ / name, noise);
    error_of(name);
  }
}

TEST_F(ImageReader, refuses_a_folder_that_is_named_like_a_file) {
  fs::create_directory(folder_ / "a.tif");
  EXPECT_THAT(error_of("a.tif"), HasSubstr("is a folder"));
}

TEST_F(ImageReader, says_that_a_file_may_not_be_read) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every file";
  write_file(folder_ / "a.tif", "II");
  fs::permissions(folder_ / "a.tif", fs::perms::none);
  EXPECT_THAT(error_of("a.tif"), HasSubstr("ermission"));
}

TEST_F(ImageReader, lists_the_endings_that_it_knows) {
  for (const char* name : {"a.xyz", "a", "a.ti"}) {
    write_file(folder_ / name, "x");
    EXPECT_THAT(error_of(name), AllOf(HasSubstr(".tif"), HasSubstr(".nhdr"), HasSubstr("folder")));
  }
}

TEST_F(ImageReader, refuses_a_raw_layout_for_other_files) {
  write_file(folder_ / "a.mha", "x");
  EXPECT_THAT(error_of("a.mha", RawLayout{small}), HasSubstr("--dims"));
  fs::create_directory(folder_ / "stack");
  EXPECT_THAT(error_of("stack", RawLayout{small}), HasSubstr("--dims"));
}

}  // namespace
}  // namespace perm
