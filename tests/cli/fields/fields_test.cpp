// SPDX-License-Identifier: Apache-2.0
// What --fields writes: where it lies, its units, and what it says of pores that no flow reaches. That other programs
// read the same is tried in tests/peers.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Fields : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 16\ngap = 8\n");
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
};

TEST_F(Fields, fields_have_the_dims_and_the_spacing_of_the_image_and_lie_where_the_crop_does) {
  solve("rock.ini --voxel-size 2um --fields --direction y");
  const std::string whole = read_text(path("out/fields_y.vti"));
  EXPECT_THAT(whole, HasSubstr(R"(WholeExtent="0 20 0 18 0 16" Origin="0 0 0" Spacing="2e-06 2e-06 2e-06")"));
  const Extent extent{20, 18, 16};
  write_mha(path("slit.mha"), extent, slit(extent));
  solve("slit.mha --pore 0 --voxel-size 2um --crop 2:,3:,: --fields");
  EXPECT_THAT(read_text(path("out/fields_x.vti")), HasSubstr(R"(WholeExtent="0 18 0 15 0 16" Origin="4e-06 6e-06 0")"));
  solve("slit.mha --pore 0 --voxel-size 2um --crop 2:,3:,: --fields --coarsen 2");
  EXPECT_THAT(read_text(path("out/fields_x.vti")), HasSubstr(R"(Origin="4e-06 6e-06 0" Spacing="4e-06 4e-06 4e-06")"));
}

/// Gives the values of type T that the array of NumPy has.
template <class T>
std::vector<T> values_in_npy(const std::string& text) {
  const std::size_t begin = text.find('\n') + 1;
  std::vector<T> values((text.size() - begin) / sizeof(T));
  std::memcpy(values.data(), text.data() + begin, values.size() * sizeof(T));
  return values;
}

/// Gives the mean of the component along x.
double mean_along_x(const std::string& text) {
  const std::vector<float> values = values_in_npy<float>(text);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); i += 3) sum += double{values[i]};
  return sum / static_cast<double>(values.size() / 3);
}

TEST_F(Fields, the_mean_of_the_velocity_is_k_or_that_of_water_or_air_under_a_gradient) {
  const json voxels = solve("rock.ini --fields npy");
  EXPECT_NEAR(
      mean_along_x(read_text(path("out/velocity_x.npy"))) / voxels["flow"][0]["permeability_voxel2"].get<double>(), 1,
      1e-6);
  const json metres = solve("rock.ini --voxel-size 2um --fields=npy");
  const double k_m2 = metres["flow"][0]["permeability_m2"];
  EXPECT_NEAR(mean_along_x(read_text(path("out/velocity_x.npy"))) / k_m2, 1, 1e-6);
  solve("rock.ini --voxel-size 2um --fields npy --gradient 10kPa/m");
  EXPECT_NEAR(mean_along_x(read_text(path("out/velocity_x.npy"))) * 1.0016e-3 / 1e4 / k_m2, 1, 1e-6);
  solve("rock.ini --voxel-size 2um --fields npy --gradient 10kPa/m --units frazier");
  EXPECT_NEAR(mean_along_x(read_text(path("out/velocity_x.npy"))) * 1.813e-5 / 1e4 / k_m2, 1, 1e-6);
}

// Between plates the pressure falls evenly, whatever drives the flow.
TEST_F(Fields, the_pressure_of_a_slit_falls_by_the_gradient_times_the_length) {
  for (const std::string faces : {"periodic", "sealed", "pressure"}) {
    solve("slit.ini --fields npy --tolerance 1e-3 --boundary " + faces);
    const std::vector<float> pressure = values_in_npy<float>(read_text(path("out/pressure_x.npy")));
    const std::vector<std::uint32_t> part = values_in_npy<std::uint32_t>(read_text(path("out/part_x.npy")));
    ASSERT_EQ(pressure.size(), 4096U);
    for (std::size_t voxel = 0; voxel < pressure.size(); ++voxel)
      EXPECT_NEAR(pressure[voxel], part[voxel] == 0 ? 0.0 : 15.5 - static_cast<double>(voxel % 16), 0.05)
          << faces << ", voxel " << voxel;
  }
  solve("slit.ini --voxel-size 2um --fields npy --gradient 1bar/cm");
  EXPECT_NEAR(values_in_npy<float>(read_text(path("out/pressure_x.npy")))[8 * 256 + 8 * 16], 1e7 * 15.5 * 2e-6, 1);
}

TEST_F(Fields, pores_that_the_flow_does_not_reach_have_numbers_and_no_velocity) {
  const Extent extent{12, 12, 12};
  std::vector<std::uint8_t> labels = slit(extent);
  std::ranges::fill(labels, std::uint8_t{1});
  for (std::int64_t x = 0; x < 12; ++x) labels[static_cast<std::size_t>(extent.index(x, 3, 3))] = 0;
  labels[static_cast<std::size_t>(extent.index(5, 8, 8))] = 0;
  write_mha(path("tube.mha"), extent, labels);
  solve("tube.mha --pore 0 --voxel-size 2um --fields npy");
  const std::vector<std::uint32_t> part = values_in_npy<std::uint32_t>(read_text(path("out/part_x.npy")));
  const std::vector<float> velocity = values_in_npy<float>(read_text(path("out/velocity_x.npy")));
  ASSERT_EQ(part.size(), 1728U);
  EXPECT_EQ(part[static_cast<std::size_t>(extent.index(0, 3, 3))], 1U);
  EXPECT_EQ(part[static_cast<std::size_t>(extent.index(5, 8, 8))], 2U);
  EXPECT_EQ(velocity[3 * static_cast<std::size_t>(extent.index(5, 8, 8))], 0);
  EXPECT_GT(velocity[3 * static_cast<std::size_t>(extent.index(5, 3, 3))], 0);
}
TEST_F(Fields, fields_of_every_direction_stand_side_by_side) {
  const json result = solve("slit.ini --fields --direction xyz");
  EXPECT_EQ(result["files"]["fields"].size(), 2U) << "one direction is closed";
  for (const std::string name : result["files"]["fields"])
    EXPECT_TRUE(std::filesystem::exists(path("out") / name)) << name;
}

}  // namespace
}  // namespace perm::cli
