// SPDX-License-Identifier: Apache-2.0
// The values were computed by hand from the definitions of the standards, with the constants written here.
#include "core/trade_units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

TradeValue in(TradeUnit unit, double k_m2, double error = 0.01, double length_m = 1e-3) {
  return express_permeability(k_m2, error, {unit, {}}, length_m);
}

TEST(TradeUnits, gives_permeabilities_as_they_are) {
  EXPECT_DOUBLE_EQ(*in(TradeUnit::m2, 2e-12).value, 2e-12);
  EXPECT_NEAR(*in(TradeUnit::darcy, 1e-12).value, 1.01325, 1e-5);
  EXPECT_NEAR(*in(TradeUnit::millidarcy, 1e-12).value, 1013.25, 1e-2);
  EXPECT_TRUE(in(TradeUnit::darcy, 1e-12).fluid.empty());
}

TEST(TradeUnits, one_darcy_conducts_water_at_ten_micrometres_a_second) {
  // Textbooks: 1 darcy is about 1e-5 m/s of water, more exactly 0.966e-5 at 20 C.
  const TradeValue k = in(TradeUnit::hydraulic_conductivity, 9.869233e-13);
  EXPECT_NEAR(*k.value, 9.869233e-13 * 998.2 * 9.80665 / 1.0016e-3, 1e-12);
  EXPECT_NEAR(*k.value, 9.646e-6, 1e-9);
  EXPECT_EQ(k.unit, "m/s");
  EXPECT_THAT(describe(k), testing::HasSubstr("water at 20 C: rho = 998.2 kg/m^3, mu = 1.0016 mPa s; g = 9.80665"));
}

TEST(TradeUnits, a_filter_of_10_darcy_and_half_a_millimetre_has_a_frazier_number_of_26_7) {
  // q = 9.869233e-12 * 124.5445/(1.813e-5 * 5e-4) = 0.135595 m/s, and 1 ft/min is 0.00508 m/s.
  const TradeValue k = in(TradeUnit::frazier, 9.869233e-12, 0.01, 5e-4);
  EXPECT_NEAR(*k.value, 26.692, 2e-3);
  EXPECT_NEAR(*k.thickness_m, 5e-4, 1e-12);
  EXPECT_THAT(describe(k), testing::HasSubstr("thickness L = 500 um"));
  EXPECT_NEAR(*in(TradeUnit::frazier, 9.869233e-12, 0.01, 1e-3).value, 26.692 / 2, 1e-3);
}

TEST(TradeUnits, a_paper_of_one_millidarcy_and_a_tenth_of_a_millimetre_takes_233_gurley_seconds) {
  // Permeance k/(mu L) = 9.869233e-16/(1.813e-5 * 1e-4) = 5.4436e-7 m/(Pa s); times 6.4516e-4 m^2 * 1220 Pa that is
  // 4.2846e-7 m^3/s, so 1e-4 m^3 take 233.39 s.
  const TradeValue k = in(TradeUnit::gurley, 9.869233e-16, 0.01, 1e-4);
  EXPECT_NEAR(*k.value, 233.39, 0.02);
  EXPECT_EQ(k.unit, "s per 100 cm^3");
}

TEST(TradeUnits, a_wool_of_one_thousand_square_micrometres_resists_by_18130) {
  EXPECT_NEAR(*in(TradeUnit::flow_resistivity, 1e-9).value, 18130, 1e-6);
  EXPECT_FALSE(in(TradeUnit::flow_resistivity, 1e-9).thickness_m);
}

TEST(TradeUnits, a_thickness_that_is_given_counts_before_the_length_of_the_image) {
  const TradeValue k = express_permeability(9.869233e-16, 0.01, {TradeUnit::gurley, 2e-4}, 1e-4);
  EXPECT_NEAR(*k.value, 2 * 233.39, 0.04);
  EXPECT_DOUBLE_EQ(*k.thickness_m, 2e-4);
}

TEST(TradeUnits, an_error_bound_of_k_bounds_its_inverse_too) {
  const double k = 3e-13;
  const double error = 0.2;
  EXPECT_DOUBLE_EQ(*in(TradeUnit::frazier, k, error).relative_error, 0.2);
  for (const TradeUnit unit : {TradeUnit::gurley, TradeUnit::flow_resistivity}) {
    const TradeValue value = in(unit, k, error);
    EXPECT_DOUBLE_EQ(*value.relative_error, 0.25);
    EXPECT_NEAR(*in(unit, k * (1 - error), 0).value, *value.value * (1 + *value.relative_error), 1e-9 * *value.value);
    EXPECT_FALSE(in(unit, k, 1.0).relative_error);
  }
}

TEST(TradeUnits, what_lets_nothing_through_has_no_finite_resistance) {
  for (const TradeUnit unit : {TradeUnit::gurley, TradeUnit::flow_resistivity}) EXPECT_FALSE(in(unit, 0).value);
  EXPECT_EQ(in(TradeUnit::frazier, 0).value, 0.0);
  EXPECT_FALSE(in(TradeUnit::m2, 1e-12, none).relative_error);
  EXPECT_FALSE(in(TradeUnit::gurley, 1e-12, none).relative_error);
}

TEST(Pressure, is_read_with_its_unit) {
  EXPECT_DOUBLE_EQ(parse_pressure_pa("pressure", "2bar"), 2e5);
  EXPECT_DOUBLE_EQ(parse_pressure_pa("pressure", " 101.325 kPa "), 101325);
  EXPECT_DOUBLE_EQ(parse_pressure_pa("pressure", "1e-1MPa"), 1e5);
  EXPECT_DOUBLE_EQ(parse_pressure_pa("pressure", "1atm"), 101325);
  EXPECT_NEAR(parse_pressure_pa("pressure", "100psi"), 689475.7, 0.1);
  for (const char* wrong : {"", "2", "bar", "2 bars", "-2bar", "0Pa", "nanbar", "inf Pa", "1e308MPa", "2bar/m"})
    EXPECT_THROW(parse_pressure_pa("pressure", wrong), InputError) << wrong;
}

TEST(Temperature, is_read_in_kelvin_or_celsius) {
  EXPECT_DOUBLE_EQ(parse_temperature_k("temperature", "300"), 300);
  EXPECT_DOUBLE_EQ(parse_temperature_k("temperature", "300 K"), 300);
  EXPECT_DOUBLE_EQ(parse_temperature_k("temperature", "25C"), 298.15);
  EXPECT_DOUBLE_EQ(parse_temperature_k("temperature", "-10 \u00b0C"), 263.15);
  for (const char* wrong : {"", "warm", "77F", "nan", "inf", "25Celsius"})
    EXPECT_THROW(parse_temperature_k("temperature", wrong), InputError) << wrong;
}

}  // namespace
}  // namespace perm
