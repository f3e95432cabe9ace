// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/errors.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// A text file that vanishes at the end of the test. Each process uses another name, so tests may run side by side.
class SphereList : public testing::Test {
 protected:
  ~SphereList() override { fs::remove(path_); }

  SphereListRequest write(const std::string& text) {
    std::ofstream(path_) << text;
    SphereListRequest request;
    request.file = path_;
    request.extent = {100, 100, 100};
    return request;
  }
  std::vector<Sphere> read(const std::string& text) { return read_sphere_list(write(text)); }
  void expect_refusal(const SphereListRequest& request, const std::string& what) {
    EXPECT_THAT([&] { read_sphere_list(request); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
  }

  fs::path path_{fs::temp_directory_path() / ("sphere_list_" + std::to_string(getpid()) + ".txt")};
};

TEST_F(SphereList, reads_centres_and_radii_and_scales_them_to_voxels) {
  EXPECT_EQ(read("0.25 0.5 0.75 0.125\n1e-1,+0.5;-0.25\t.25\r\n"),
            (std::vector<Sphere>{{25, 50, 75, 12.5}, {10, 50, -25, 25}}));
}

TEST_F(SphereList, skips_a_header_comments_and_empty_lines) {
  EXPECT_EQ(read("# packed by hand\n\nX, Y, Z, Radius\n0.5 0.5 0.5 0.125  # the only one\n"),
            (std::vector<Sphere>{{50, 50, 50, 12.5}}));
}

TEST_F(SphereList, halves_diameters_when_told_by_the_header_or_the_request) {
  const std::vector<Sphere> expected{{50, 50, 50, 12.5}};
  EXPECT_EQ(read("x y z diameter\n0.5 0.5 0.5 0.25\n"), expected);
  EXPECT_EQ(read("x y z Diam\n0.5 0.5 0.5 0.25\n"), expected);
  SphereListRequest request = write("0.5 0.5 0.5 0.25\n");
  request.holds_diameters = true;
  EXPECT_EQ(read_sphere_list(request), expected);
}

TEST_F(SphereList, leaves_out_an_index_column) {
  EXPECT_EQ(read("1 0.5 0.5 0.5 0.125\n2 0.25 0.5 0.5 0.125\n"),
            (std::vector<Sphere>{{50, 50, 50, 12.5}, {25, 50, 50, 12.5}}));
  SphereListRequest request = write("0 0.5 0.5 0.5\n1 0.25 0.5 0.5\n");
  request.radius = 0.125;
  EXPECT_EQ(read_sphere_list(request), (std::vector<Sphere>{{50, 50, 50, 12.5}, {25, 50, 50, 12.5}}));
  request = write("x y z r\n0 0.5 0.5 0.5\n1 0.25 0.5 0.5\n");
  EXPECT_EQ(read_sphere_list(request), (std::vector<Sphere>{{0, 50, 50, 50}, {100, 25, 50, 50}}))
      << "the header says that the first column is x";
}

TEST_F(SphereList, takes_the_box_along_x_as_that_of_all_axes_in_voxels) {
  SphereListRequest request = write("-2 1 7 0.5\n1.5 2 8 1\n");
  request.box = 4;
  request.extent = {40, 20, 80};
  EXPECT_EQ(read_sphere_list(request), (std::vector<Sphere>{{-20, 10, 70, 5}, {15, 20, 80, 10}}));
}

TEST_F(SphereList, refuses_malformed_lines_with_their_number) {
  expect_refusal(write("x y z r\n\n0.5 0.5 0.5 0.1\n0.5 0.5 what 0.1\n"), "Line 4");
  expect_refusal(write("0.5 0.5 0.5 0.1\n0.5 0.5 0.5\n"), "Line 2");
  expect_refusal(write("0.5 0.5 0.5 0.1\n0.5 0.5 0.5 0.1x\n"), "'0.1x'");
  expect_refusal(write("0.5 nan 0.5 0.1\n"), "not a finite number");
  expect_refusal(write("0.5 0.5 1e999 0.1\n"), "not a finite number");
  expect_refusal(write("0.5 0.5\n"), "has 2 columns");
  expect_refusal(write("1 2 3 4 5 6\n"), "has 6 columns");
  expect_refusal(write("1 0.5 0.5 0.5 0.1\n3 0.5 0.5 0.5 0.1\n"), "does not count");
  expect_refusal(write("x y z r\nx y z r\n"), "Line 2");
  expect_refusal(write("0.5 0.5 0.5 0.1\n0.5 0.5 0.5 -0.1\n"), "Line 2");
  expect_refusal(write("0.5 0.5 0.5 0\n"), "must be positive");
}

TEST_F(SphereList, refuses_a_file_without_spheres_or_no_file) {
  expect_refusal(write(""), "holds no sphere");
  expect_refusal(write("# nothing\nx y z r\n"), "holds no sphere");
  SphereListRequest request = write("");
  request.file = "/no/such/file";
  expect_refusal(request, "Cannot read");
  request.file = fs::temp_directory_path();
  expect_refusal(request, "Cannot read");
}

TEST_F(SphereList, refuses_a_radius_given_twice_or_not_at_all_or_negative) {
  SphereListRequest request = write("0.5 0.5 0.5 0.1\n");
  request.radius = 0.1;
  expect_refusal(request, "given twice");
  request = write("0.5 0.5 0.5\n");
  expect_refusal(request, "holds no radii");
  request.radius = -1;
  expect_refusal(request, "radius is -1");
}

TEST_F(SphereList, asks_for_the_box_when_the_spheres_do_not_fit_it) {
  expect_refusal(write("0 0 0 0.1\n0 0 3 0.1\n"), "from 0 to 3 along z");
  expect_refusal(write("0 0 0 0.6\n"), "--box");
  SphereListRequest request = write("0 0 0 0.1\n");
  request.box = 0;
  expect_refusal(request, "The box edge is 0");
}

TEST_F(SphereList, refuses_centres_so_far_away_that_numbers_of_voxels_overflow) {
  for (const char* centre : {"1e300", "-1e300", "1e18", "1.1e6"}) {
    expect_refusal(write(std::string("0.5 0.5 0.5 0.1\n0.5 0.5 ") + centre + " 0.1\n"), "holds a centre at ");
    expect_refusal(write(std::string("0.5 0.5 0.5 0.1\n") + centre + " 0.5 0.5 0.1\n"), "Line 2 of");
  }
  SphereListRequest tiny = write("0 0 0 1e-320\n");
  tiny.box = 1e-310;  // so many voxels a unit that there is no such number
  expect_refusal(tiny, "Line 1 of");
  EXPECT_EQ(read("1e5 -0.5 0.5 0.125\n").size(), 1U) << "coordinates may start anywhere";
}

TEST_F(SphereList, that_cannot_be_read_is_not_taken_as_empty) {
  SphereListRequest request;
  for (const char* file : {"/dev/zero", "/proc/self/mem", "/"}) {
    request.file = file;
    expect_refusal(request, "Cannot read the sphere list");
  }
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  request.file = path_;
  expect_refusal(request, "a pipe or a device");
}

class KnownPacks : public testing::Test {
 protected:
  fs::path find(const std::string& name) { return fs::path(PERM_SHARED_DIR) / "packs" / name; }
  double porosity_of(const SphereListRequest& request) {
    return make_spheres(request.extent, read_sphere_list(request)).porosity();
  }
};

// The porosity follows from 120 spheres of the file's diameter in a unit box.
TEST_F(KnownPacks, two_periodic_packs_have_their_porosity_in_voxels) {
  if (!fs::exists(find("periodic120_1.dat"))) GTEST_SKIP() << "no " << find("periodic120_1.dat");
  EXPECT_NEAR(porosity_of({find("periodic120_1.dat"), {128, 128, 128}, 1, false, {}}), 1 - 0.540749, 0.003);
  EXPECT_NEAR(porosity_of({find("periodic120_2.dat"), {128, 128, 128}, 1, false, {}}), 1 - 0.498836, 0.003);
}

// This is J. Finney's pack of 4021 spheres of radius 1. It has no walls; here it lies alone in a periodic box.
TEST_F(KnownPacks, the_finney_pack_is_read_without_its_index_column) {
  SphereListRequest request{find("finney4021.txt"), {160, 160, 160}, 40, false, 1.0};
  if (!fs::exists(request.file)) GTEST_SKIP() << "no " << request.file;
  EXPECT_EQ(read_sphere_list(request).size(), 4021U);
  EXPECT_NEAR(porosity_of(request), 1 - 4021 * sphere_volume(1) / (40.0 * 40 * 40), 0.003);
}

}  // namespace
}  // namespace perm
