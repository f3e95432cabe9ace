// SPDX-License-Identifier: Apache-2.0
#include "core/units.hpp"

#include <gtest/gtest.h>

#include "core/errors.hpp"

namespace perm {
namespace {

TEST(Units, reads_lengths_with_every_unit) {
  EXPECT_DOUBLE_EQ(parse_length_m("5.345um"), 5.345e-6);
  EXPECT_DOUBLE_EQ(parse_length_m(" 2 mm "), 2e-3);
  EXPECT_DOUBLE_EQ(parse_length_m("1.5e-3m"), 1.5e-3);
  EXPECT_DOUBLE_EQ(parse_length_m("3\u00b5m"), 3e-6);
  EXPECT_DOUBLE_EQ(parse_length_m("750nm"), 750e-9);
  for (const char* text : {"7.5micron", "7.5microns", "7.5 micrometers", "7.5 micrometre", "7500 nanometers"})
    EXPECT_DOUBLE_EQ(parse_length_m(text), 7.5e-6) << text;
  EXPECT_DOUBLE_EQ(parse_length_m("2 meters"), 2);
}

TEST(Units, refuses_a_length_without_unit_or_not_positive) {
  for (const char* text :
       {"5.345", "um", "", "0um", "-3um", "nan um", "inf um", "3 furlong", "3 ms", "3 ums", "3umm", "1e-400m"})
    EXPECT_THROW(parse_length_m(text), InputError) << text;
}

TEST(Units, reads_times_with_every_unit) {
  EXPECT_EQ(parse_duration_s("every", "90s"), 90);
  EXPECT_EQ(parse_duration_s("every", " 55 min "), 3300);
  EXPECT_EQ(parse_duration_s("every", "1.5h"), 5400);
  EXPECT_EQ(parse_duration_s("every", "2d"), 172800);
  EXPECT_EQ(parse_duration_s("every", "1e-3s"), 1e-3);
}

TEST(Units, refuses_a_time_without_unit_or_not_positive) {
  for (const char* text :
       {"", "90", "s", "0s", "-1min", "nan s", "inf h", "1:30:00", "3 m", "3 mins", "2h30", "1e400s"})
    EXPECT_THROW(parse_duration_s("every", text), InputError) << text;
}

TEST(Units, takes_voxels_from_the_size_of_an_atom_to_a_metre) {
  for (const char* text : {"0.1nm", "1e-10m", "5.345um", "5.345mm", "1m", "100cm"})
    EXPECT_DOUBLE_EQ(parse_voxel_size_m(text), parse_length_m(text));
  for (const char* text : {"1e-200m", "0.09nm", "1.1m", "5.345e3mm", "1e200m"})
    EXPECT_THROW(parse_voxel_size_m(text), InputError) << text;
}

TEST(Units, one_voxel_squared_of_one_micrometre_is_1013_millidarcy) {
  const PermeabilityUnits k = convert_permeability(1.0, 1e-6);
  EXPECT_DOUBLE_EQ(k.m2, 1e-12);
  EXPECT_NEAR(k.millidarcy, 1013.2499, 1e-3);
  EXPECT_NEAR(k.darcy, 1.0132499, 1e-6);
}

TEST(Units, pressure_gradients_are_those_of_water) {
  // When g/nu^2 is 1 in a voxel of 1 mm, the gradient is (1.0034e-6)^2/1e-9 m/s^2 times 998.2 kg/m^3.
  EXPECT_NEAR(pressure_gradient_pa_m(1, 1e-3), 998.2 * 1.0034e-6 * 1.0034e-6 / 1e-9, 1e-4);
  EXPECT_NEAR(pressure_gradient_pa_m(2, 1e-6) / pressure_gradient_pa_m(1, 1e-3), 2e9, 1);
}

TEST(Error, is_one_line_with_problem_reason_and_remedy) {
  const InputError error("Problem\nhere", "the reason", "Do this");
  EXPECT_STREQ(error.what(), "Problem here (the reason). Do this.");
  EXPECT_EQ(error.exit_code(), ExitCode::input);
}

}  // namespace
}  // namespace perm
