// SPDX-License-Identifier: Apache-2.0
// A program against the library reads an image as `solve` does: cropped, segmented, resampled, with every doubt.
#include "input/input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "geometry/shapes/recipe.hpp"
#include "image/image_writer.hpp"
#include "input/image_doubts.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::array<double, 3> cubes_of_2um{2e-6, 2e-6, 2e-6};

class InputTest : public testing::Test {
 protected:
  InputTest()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("perm_input_" + std::to_string(::getpid()) +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~InputTest() override { std::filesystem::remove_all(folder_); }

  /// Writes 10 x 8 x 6 voxels: pore (0) where y is from 2 to 5, solid (1) elsewhere.
  std::filesystem::path write_slit(const std::string& name, double spacing_m = 2e-6) const {
    write_labels(folder_ / name, {10, 8, 6}, spacing_m, [](std::int64_t, std::span<std::uint8_t> labels) {
      for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = i / 10 >= 2 && i / 10 < 6 ? 0 : 1;
    });
    return folder_ / name;
  }

  static InputRequest request_for(const std::filesystem::path& path) {
    InputRequest request;
    request.path = path;
    request.voxel_edges_m = cubes_of_2um;
    request.rule.pore = parse_grey_ranges("0");
    return request;
  }

  std::filesystem::path folder_;
};

TEST_F(InputTest, of_every_format_has_its_pores_and_says_where_they_come_from) {
  for (const char* name : {"slit.tif", "slit.mha", "slit.nrrd", "slices"}) {
    const Input input = read_input(request_for(write_slit(name)));
    EXPECT_EQ(input.pores.image(), (Extent{10, 8, 6})) << name;
    EXPECT_EQ(input.pores.count_pores(), 10 * 4 * 6) << name;
    EXPECT_TRUE(input.pores.pores().is_pore(0, 2, 0)) << name;
    EXPECT_FALSE(input.pores.pores().is_pore(0, 6, 0)) << name;
    EXPECT_EQ(input.origin.voxel_size_m, 2e-6) << name;
    EXPECT_THAT(input.origin.source, HasSubstr(name));
    EXPECT_THAT(input.origin.segmentation, HasSubstr("values 0 are pore"));
    EXPECT_THAT(input.origin.warnings, IsEmpty()) << name;
    EXPECT_FALSE(input.origin.repeats);
  }
}

TEST_F(InputTest, is_solved_by_a_run_that_knows_its_origin) {
  Input input = read_input(request_for(write_slit("slit.tif")));
  RunRequest request;
  request.flow.tolerance = 1e-5;
  request.origin = std::move(input.origin);
  const RunReport report = run_flows(std::move(input.pores), request);
  // The parabola summed over the nodes of the slit, H^2/12 + 1/24, over all voxels.
  EXPECT_NEAR(report.flows[0].result.permeability_voxel2.value(), 0.5 * (16.0 / 12 + 1.0 / 24), 1e-5);
  EXPECT_EQ(report.image.voxel_size_m, 2e-6);
  EXPECT_THAT(report.image.format, HasSubstr("TIFF"));
}

TEST_F(InputTest, is_cropped_in_the_axes_of_the_image) {
  InputRequest request = request_for(write_slit("slit.mha"));
  request.crop = {{{1, 9}, {2, 8}, {0, 3}}};
  EXPECT_EQ(read_input(request).pores.image(), (Extent{8, 6, 3}));
  request.rule.axes = FileAxes::zyx;
  request.crop = {{{1, 5}, {2, 8}, {0, 3}}};
  const Input turned = read_input(request);
  EXPECT_EQ(turned.pores.image(), (Extent{4, 6, 3}));
}

TEST_F(InputTest, says_where_the_file_contradicts_the_voxel_size) {
  const Input input = read_input(request_for(write_slit("slit.mha", 3e-6)));
  EXPECT_THAT(input.origin.warnings, ElementsAre(HasSubstr("the file gives its voxels as")));
}

TEST(ImageDoubts, say_that_a_unit_is_wrong_where_the_voxels_are_no_cubes_too) {
  ImageNotes notes;
  notes.spacing = {16.5, 16.5, 25};
  notes.spacing_unit_m = 1e-9;
  const auto doubt = [&](double edge_m) {
    return describe_contradiction(notes, {edge_m, edge_m, edge_m}).value_or("");
  };
  EXPECT_THAT(doubt(16.5e-6), AllOf(HasSubstr("one of them is wrong"), HasSubstr("25 nm"), HasSubstr("16.5 um")));
  EXPECT_THAT(doubt(25e-12), HasSubstr("one of them is wrong"));
  EXPECT_THAT(doubt(16.5e-9), HasSubstr("another shape"));
  EXPECT_THAT(doubt(18e-9), HasSubstr("another shape")) << "the edge of a cube of the same volume";
  notes.spacing = {0, 0, 25};
  EXPECT_THAT(doubt(25e-6), HasSubstr("one of them is wrong"));
  EXPECT_EQ(doubt(25e-9), "");
}

/// Reads the voxels of a generated image, x first, as an image of this extent.
PoreSpace read_as(const Extent& extent, const PoreSpace& image) {
  const Extent& n = image.extent();
  PoreSpace read(extent);
  std::int64_t at = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x, ++at)
        if (image.is_pore(x, y, z))
          read.set_pore(at % extent.nx, at / extent.nx % extent.ny, at / extent.nx / extent.ny);
  return read;
}

PoreSpace medium(GeometryKind kind, const Extent& extent, double radius, std::uint64_t seed = 1) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = extent;
  recipe.radius = radius;
  recipe.porosity = kind == GeometryKind::fibres ? 0.8 : 0.4;
  recipe.seed = seed;
  recipe.axis = kind == GeometryKind::fibres ? std::optional(Axis::x) : std::nullopt;
  if (kind == GeometryKind::fibres) recipe.orientation = Orientation::aligned;
  return generate(recipe);
}

TEST(ImageDoubts, see_another_order_and_other_lengths_of_cubes_too) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const PoreSpace rock = medium(GeometryKind::overlap, {96, 48, 24}, 5, seed);
    EXPECT_FALSE(describe_doubtful_order(rock).has_value());
    for (const Extent& wrong : {Extent{48, 48, 48}, Extent{24, 48, 96}, Extent{96, 24, 48}, Extent{36, 64, 48}})
      EXPECT_THAT(describe_doubtful_order(read_as(wrong, rock)).value_or(""), HasSubstr("--dims")) << to_string(wrong);
    EXPECT_FALSE(describe_doubtful_order(medium(GeometryKind::overlap, {48, 48, 48}, 4, seed)).has_value());
  }
}

TEST(ImageDoubts, raise_no_alarm_in_channels_and_fibres_along_x) {
  const auto plates = [](const Extent& n, std::int64_t period) {
    PoreSpace pores(n);
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x)
          if (y % period != 0) pores.set_pore(x, y, z);
    return pores;
  };
  EXPECT_FALSE(describe_doubtful_order(plates({4, 10, 4}, 10)).has_value());
  for (const std::int64_t period : {2, 3, 5, 9}) {
    EXPECT_FALSE(describe_doubtful_order(plates({40, 18, 20}, period)).has_value()) << period;
    EXPECT_FALSE(describe_doubtful_order(plates({30, 30, 30}, period)).has_value()) << period;
  }
  PoreSpace beads({1500, 3, 3});  // in a square channel of one voxel
  for (std::int64_t x = 0; x < 1500; ++x)
    if (x % 7 > 2) beads.set_pore(x, 1, 1);
  EXPECT_FALSE(describe_doubtful_order(beads).has_value());
  PoreSpace duct({900, 5, 5});  // with beads in its corners
  for (std::int64_t z = 1; z < 4; ++z)
    for (std::int64_t y = 1; y < 4; ++y)
      for (std::int64_t x = 0; x < 900; ++x)
        if (y == 2 || z == 2 || x % 11 > 3) duct.set_pore(x, y, z);
  EXPECT_FALSE(describe_doubtful_order(duct).has_value());
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const double radius : {1.5, 2.5, 4.0})
      EXPECT_FALSE(describe_doubtful_order(medium(GeometryKind::fibres, {60, 40, 40}, radius, seed)).has_value());
}

TEST_F(InputTest, knows_where_a_part_lies_in_its_file) {
  InputRequest request = request_for(write_slit("slit.mha"));
  request.crop = {{{1, 9}, {2, 8}, {0, 3}}};
  EXPECT_THAT(read_input(request).origin.first_voxel, ElementsAre(1, 2, 0));
}

TEST_F(InputTest, keeps_a_slice_one_voxel_thick_whatever_becomes_of_its_voxels) {
  InputRequest request = request_for(write_slit("slit.mha"));
  request.crop = {{{0, 10}, {0, 8}, {2, 3}}};
  request.refine = 3;
  EXPECT_EQ(read_input(request).pores.image(), (Extent{30, 24, 1}));
  request.refine = 1;
  request.voxel_edges_m = {2e-6, 2e-6, 6e-6};
  request.makes_cubes = true;
  EXPECT_EQ(read_input(request).pores.image(), (Extent{10, 8, 1}));
}

TEST_F(InputTest, keeps_what_was_given_of_an_image_that_it_refines) {
  InputRequest request = request_for(write_slit("slit.mha"));
  request.refine = 2;
  const Input input = read_input(request);
  EXPECT_EQ(input.pores.image(), (Extent{20, 16, 12}));
  ASSERT_TRUE(input.origin.resampling);
  EXPECT_EQ(input.origin.resampling->extent, (Extent{10, 8, 6}));
  EXPECT_EQ(input.origin.voxel_size_m, 1e-6);
}

TEST_F(InputTest, of_a_recipe_repeats) {
  std::ofstream(folder_ / "cube.ini") << "kind = sc\nsize = 12\nporosity = 0.7\nvoxel-size = 4um\n";
  InputRequest request;
  request.path = folder_ / "cube.ini";
  const Input input = read_input(request);
  EXPECT_TRUE(input.origin.repeats);
  EXPECT_EQ(input.origin.voxel_size_m, 4e-6);
  EXPECT_NEAR(static_cast<double>(input.pores.count_pores()) / (12 * 12 * 12), 0.7, 0.03);
  request.rule.pore = parse_grey_ranges("0");
  EXPECT_THROW(read_input(request), UsageError);
}

TEST_F(InputTest, is_refused_where_nothing_says_what_is_pore_or_how_large_a_voxel_is) {
  std::ofstream(folder_ / "mute.raw", std::ios::binary) << std::string(240, '\0') + std::string(240, '\2');
  InputRequest request = request_for(folder_ / "mute.raw");
  request.raw = RawLayout{};
  request.raw->extent = {10, 8, 6};
  request.rule.pore.reset();
  EXPECT_THROW(read_input(request), Error);
  request.rule.pore = parse_grey_ranges("0");
  EXPECT_EQ(read_input(request).pores.count_pores(), 240);
  request.voxel_edges_m.reset();
  EXPECT_THROW(read_input(request), UsageError);
}

TEST_F(InputTest, stops_between_two_planes_when_the_program_says_so) {
  struct Stopped {};
  const InputRequest request = request_for(write_slit("slit.mha"));
  const StopScope stops({[] { return 1; }, [](int) { throw Stopped{}; }});
  EXPECT_THROW(read_input(request), Stopped);
}

}  // namespace
}  // namespace perm
