// SPDX-License-Identifier: Apache-2.0
#include "report/views/flow_views.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

using nlohmann::json;

std::vector<unsigned char> decode(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(letters.find(c));
    if ((bits += 6) >= 8) bytes.push_back(static_cast<unsigned char>(group >> (bits -= 8)));
  }
  return bytes;
}

json views_of(const PoreSpace& image, const PoreSpace& cells) {
  FlowOptions options;
  options.tau = 1;
  options.tolerance = 1e-4;
  SolvedFlow flow = SteadyFlow(cells, options, estimate_run(cells, options)).run();
  FlowViews views(image);
  views.add(flow.capture_fields(), flow.result());
  return json::parse(views.format_json())["flow"][0];
}

TEST(FlowViews, show_solid_pores_and_what_is_left_out) {
  const Extent extent{4, 10, 3};
  const PoreSpace cells = make_plates(extent, Axis::x, 6);  // y from 2 to 7
  PoreSpace image = cells;
  image.set_pore(2, 0, 1);  // isolated, in the middle planes x = 2 and z = 1
  const json flow = views_of(image, cells);
  ASSERT_EQ(flow["slices"].size(), 3U);
  const json& across_z = flow["slices"][0];
  EXPECT_EQ(across_z["normal"], "z");
  EXPECT_EQ(across_z["axes"], json({"x", "y"}));
  EXPECT_EQ(across_z["dims"], json({4, 10}));
  const std::vector<unsigned char> pore = decode(across_z["pore"]);
  ASSERT_EQ(pore.size(), 40U);
  for (int y = 0; y < 10; ++y)
    for (int x = 0; x < 4; ++x)
      EXPECT_EQ(int{pore[static_cast<std::size_t>(4 * y + x)]}, y >= 2 && y < 8    ? 1
                                                                : x == 2 && y == 0 ? 2
                                                                                   : 0)
          << x << y;
  EXPECT_EQ(flow["slices"][1]["axes"], json({"x", "z"}));
  EXPECT_EQ(flow["slices"][2]["axes"], json({"y", "z"}));
  EXPECT_EQ(decode(flow["slices"][2]["pore"]).at(10), 2);  // y 0, z 1
}

TEST(FlowViews, hold_the_speed_over_the_mean_superficial_one) {
  const PoreSpace cells = make_plates({4, 10, 3}, Axis::x, 6);
  const json flow = views_of(cells, cells);
  const std::vector<unsigned char> bytes = decode(flow["slices"][0]["speed"]);
  ASSERT_EQ(bytes.size(), 160U);
  double sum = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    float speed = 0;
    std::memcpy(&speed, &bytes[4 * i], 4);
    sum += speed / 40;
  }
  EXPECT_NEAR(sum, 1, 1e-3);  // the flow is the same in every plane
}

TEST(FlowViews, histogram_holds_every_cell_once) {
  const PoreSpace cells = make_plates({4, 10, 3}, Axis::x, 6);
  const json histogram = views_of(cells, cells)["speed_histogram"];
  EXPECT_EQ(histogram["log10_edges"].size(), histogram["share"].size() + 1);
  double all = double{histogram["below"]} + double{histogram["above"]};
  for (const json& share : histogram["share"]) all += double{share};
  EXPECT_NEAR(all, 1, 1e-12);
  EXPECT_EQ(histogram["below"], 0.0);
}

TEST(FlowViews, of_a_direction_along_which_nothing_percolates_show_pores_that_no_flow_reaches) {
  FlowViews views(make_plates({4, 10, 3}, Axis::x, 6));
  views.add_blocked(Axis::y);
  const json flow = json::parse(views.format_json())["flow"][0];
  EXPECT_EQ(flow["direction"], "y");
  EXPECT_TRUE(flow["speed_histogram"].is_null());
  const std::vector<unsigned char> pore = decode(flow["slices"][0]["pore"]);
  const std::vector<unsigned char> speed = decode(flow["slices"][0]["speed"]);
  ASSERT_EQ(pore.size(), 40U);
  EXPECT_EQ(speed, std::vector<unsigned char>(160));
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(int{pore[i]}, i / 4 >= 2 && i / 4 < 8 ? 2 : 0);
}

TEST(FlowViews, thin_out_large_slices) {
  PoreSpace image({1200, 3, 2});
  image.fill_with_pore();
  for (std::int64_t x = 0; x < 1200; x += 3) image.set_solid(x, 1, 1);  // every pixel of the row shows one of these
  const json slice = [&] {
    FlowOptions options;
    options.tau = 1;
    options.max_steps = 2;
    SolvedFlow flow = SteadyFlow(image, options, estimate_run(image, options)).run();
    FlowViews views(image);
    views.add(flow.capture_fields(), flow.result());
    return json::parse(views.format_json())["flow"][0]["slices"][0];
  }();
  EXPECT_EQ(slice["voxels_a_pixel"], 3);
  EXPECT_EQ(slice["dims"], json({400, 1}));
}

}  // namespace
}  // namespace perm
