// SPDX-License-Identifier: Apache-2.0
// What --fields sensitivity says of walls, against the flows between walls that were moved by 0.05 voxel, with walls
// between voxels: between plates, and in arrays of spheres, whose radius changes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr double moved = 0.05;
constexpr std::size_t faces = 6;

class Sensitivity : public CliTest {
 protected:
  /// Gives ln K and, where the run wrote it, the field.
  double log_k(const std::string& words) {
    const json result = solve(words + " --device cpu --precision float64 --tolerance 1e-6");
    return std::log(result["flow"][0]["permeability_voxel2"].get<double>());
  }
  std::vector<float> field(char direction = 'x') const {
    const std::string text = read_text(path(fmt::format("out/sensitivity_{}.npy", direction)));
    const std::size_t begin = text.find('\n') + 1;
    std::vector<float> values((text.size() - begin) / sizeof(float));
    std::memcpy(values.data(), text.data() + begin, values.size() * sizeof(float));
    return values;
  }
  double sum_of_field() const {
    const std::vector<float> values = field();
    return std::accumulate(values.begin(), values.end(), 0.0);
  }
  /// Writes signed distances to two plates across y, the pores between them from `low` to `high`.
  void write_plates(const std::string& name, double low, double high) const {
    const Extent extent{4, 20, 3};
    std::string text = fmt::format(
        "ObjectType = Image\nNDims = 3\nDimSize = {} {} {}\nElementType = MET_FLOAT\nBinaryData = True\n"
        "BinaryDataByteOrderMSB = False\nElementDataFile = LOCAL\n",
        extent.nx, extent.ny, extent.nz);
    for (std::int64_t voxel = 0; voxel < extent.voxels(); ++voxel) {
      const double y = static_cast<double>(voxel / extent.nx % extent.ny) + 0.5;
      const auto distance = static_cast<float>(std::min(y - low, high - y));
      text.append(reinterpret_cast<const char*>(&distance), sizeof distance);
    }
    write_text(path(name), text);
  }
};

TEST_F(Sensitivity, of_plates_is_that_of_moving_them) {
  for (const double gap : {6.0, 8.0, 16.0}) {
    write_plates("plates.mha", 2, 2 + gap);
    write_plates("wider.mha", 2 - moved, 2 + gap + moved);
    write_plates("narrower.mha", 2 + moved, 2 + gap - moved);
    const std::string sub_voxel = " --voxel-size 1um --boundary periodic --walls sub-voxel";
    const double slope = (log_k("wider.mha" + sub_voxel) - log_k("narrower.mha" + sub_voxel)) / (2 * moved);
    log_k("plates.mha --voxel-size 1um --boundary periodic --pore 0:1e9 --fields npy,sensitivity");
    EXPECT_NEAR(sum_of_field() / slope, 1, 0.02) << gap;
    EXPECT_NEAR(sum_of_field() / (6 / gap), 1, 0.02) << gap;
  }
}

TEST_F(Sensitivity, of_spheres_is_that_of_changing_their_radius) {
  struct Array {
    const char* kind;
    double radius;
  };
  for (const Array& array : {Array{"sc", 9}, Array{"sc", 12}, Array{"bcc", 12}, Array{"fcc", 9}}) {
    const auto recipe = [&](double radius) {
      write_text(path("array.ini"), fmt::format("kind = {}\nsize = 32\nradius = {}\n", array.kind, radius));
      return std::string("array.ini");
    };
    const double slope = (log_k(recipe(array.radius - moved)) - log_k(recipe(array.radius + moved))) / (2 * moved);
    log_k(recipe(array.radius) + " --walls voxels --fields npy,sensitivity");
    EXPECT_NEAR(sum_of_field() / slope, 1, 0.05) << array.kind << ' ' << array.radius;
  }
}

TEST_F(Sensitivity, tells_walls_apart) {
  const auto annulus = [&](double radius, double inner) {
    write_text(path("annulus.ini"),
               fmt::format("kind = annulus\nsize = 4x48x48\nradius = {}\ninner-radius = {}\n", radius, inner));
    return std::string("annulus.ini");
  };
  const double outer = (log_k(annulus(22 + moved, 12)) - log_k(annulus(22 - moved, 12))) / (2 * moved);
  const double inner = (log_k(annulus(22, 12 - moved)) - log_k(annulus(22, 12 + moved))) / (2 * moved);
  log_k(annulus(22, 12) + " --walls voxels --fields npy,sensitivity");
  const std::vector<float> values = field();
  double at_outer = 0;
  double at_inner = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto voxel = static_cast<std::int64_t>(i / faces);
    const double from_axis =
        std::hypot(static_cast<double>(voxel / 4 % 48) - 23.5, static_cast<double>(voxel / 192) - 23.5);
    (from_axis > 17 ? at_outer : at_inner) += double{values[i]};
  }
  EXPECT_NEAR(at_outer / outer, 1, 0.05);
  EXPECT_NEAR(at_inner / inner, 1, 0.05);
}

// The image is a slit with solid above it, between faces that are closed.
TEST_F(Sensitivity, is_that_of_faces_which_meet_solid_and_not_of_closed_ones) {
  const Extent extent{6, 5, 16};
  write_mha(path("slit.mha"), extent, slit(extent));
  for (const char* faces_of_image : {"periodic", "sealed", "mirror", "pressure"}) {
    log_k(std::string("slit.mha --voxel-size 1um --pore 0 --fields npy,sensitivity --boundary ") + faces_of_image);
    const std::vector<float> values = field();
    ASSERT_EQ(values.size(), faces * static_cast<std::size_t>(extent.voxels()));
    const bool is_closed = std::string(faces_of_image) != "periodic";
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t face = i % faces;
      const std::size_t z = i / faces / 30;
      const bool is_wall = (face == 5 && z == 7) || (face == 4 && z == 0 && !is_closed);
      EXPECT_EQ(values[i] > 0, is_wall) << faces_of_image << ", face " << face << " at z " << z;
      EXPECT_GE(values[i], 0);
    }
  }
}

TEST_F(Sensitivity, stands_in_every_format_that_holds_it_and_changes_nothing_else) {
  write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  const std::string words = "rock.ini --walls voxels --tolerance 1e-3 --fields ";
  const json without = solve(words + "npy");
  const std::string velocity = read_text(path("out/velocity_x.npy"));
  const json with = solve(words + "tif,npy,sensitivity");
  EXPECT_EQ(with["flow"][0]["permeability_voxel2"], without["flow"][0]["permeability_voxel2"]);
  EXPECT_TRUE(velocity == read_text(path("out/velocity_x.npy")));
  EXPECT_EQ(with["files"]["fields"].size(), 7U);
  solve(words + "sensitivity --direction y");
  const std::string vti = read_text(path("out/fields_y.vti"));
  EXPECT_THAT(vti, HasSubstr(R"(Name="sensitivity" NumberOfComponents="6" ComponentName0="-x" ComponentName1="+x")"));
  solve(words + "npy,sensitivity --direction y");
  const std::vector<float> values = field('y');
  const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  EXPECT_TRUE(vti.find(bytes) != std::string::npos);
}

TEST_F(Sensitivity, that_cannot_be_had_is_refused_in_one_line) {
  write_text(path("sc.ini"), "kind = sc\nsize = 16\nporosity = 0.8\n");
  const auto message = [&](const std::string& words) { return run("solve sc.ini -o out " + words).err; };
  EXPECT_THAT(message("--fields tif,sensitivity"), HasSubstr("tif holds one number a voxel"));
  EXPECT_THAT(message("--fields sensitivity --walls sub-voxel"),
              HasSubstr("--walls sub-voxel is given with --fields sensitivity"));
  EXPECT_THAT(message("--fields=npy,sensitive"), HasSubstr("Choose from: vti, npy, h5, tif, sensitivity"));
}

}  // namespace
}  // namespace perm::cli
