// SPDX-License-Identifier: Apache-2.0
// Gases against published tables, and K of a gas against tubes and plates, of which both are known.
#include "darcy/gas/gas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/errors.hpp"
#include "darcy/gas/gas_flow.hpp"

namespace perm {
namespace {

// CRC Handbook of Chemistry and Physics, 77th edition, "Viscosity of gases", in 1e-6 Pa s.
struct TableRow {
  Gas gas;
  std::array<double, 3> viscosity;  // at 300, 400 and 600 K
};
constexpr std::array<TableRow, 6> crc_table{{{Gas::air, {18.6, 23.1, 30.8}},
                                             {Gas::n2, {17.9, 22.2, 29.6}},
                                             {Gas::ch4, {11.2, 14.3, 19.4}},
                                             {Gas::co2, {15.0, 19.7, 28.0}},
                                             {Gas::he, {20.0, 24.4, 32.3}},
                                             {Gas::h2, {9.0, 10.9, 14.4}}}};

TEST(Gas, has_the_viscosity_of_the_tables_within_2_percent) {
  constexpr std::array temperatures{300.0, 400.0, 600.0};
  for (const TableRow& row : crc_table)
    for (std::size_t i = 0; i < temperatures.size(); ++i)
      EXPECT_NEAR(1e6 * gas_viscosity(row.gas, temperatures[i]) / row.viscosity[i], 1, 0.02)
          << name_of(row.gas) << " at " << temperatures[i];
}

// NIST Chemistry WebBook, fluid properties at 300 K and 1 bar, in 1e-6 Pa s (air: Lemmon and Jacobsen 2004).
TEST(Gas, has_the_viscosity_of_nist_at_300_kelvin_within_1_percent) {
  const std::array<double, 6> nist{18.54, 17.89, 11.13, 15.02, 19.93, 8.94};
  for (std::size_t i = 0; i < nist.size(); ++i)
    EXPECT_NEAR(1e6 * gas_viscosity(names_of<Gas>[i].value, 300) / nist[i], 1, 0.01) << names_of<Gas>[i].name;
}

// Lemmon and Jacobsen 2004, table V: air without density.
TEST(Gas, has_the_viscosity_of_dilute_air) {
  EXPECT_NEAR(1e6 * gas_viscosity(Gas::air, 300), 18.5230, 1e-4);
  EXPECT_NEAR(1e6 * gas_viscosity(Gas::air, 100), 7.09559, 1e-5);
}

// Jennings 1988 (J. Aerosol Sci. 19, 159): 65.43 nm in dry air of 20 C at one atmosphere, by a factor 1.0025 larger.
TEST(Gas, has_the_mean_free_path_of_air) {
  const GasState air{Gas::air, 101325, 293.15, 1};
  EXPECT_NEAR(1e9 * mean_free_path_m(air) * 1.0025, 65.43, 0.4);
  GasState thin = air;
  thin.pressure_pa /= 100;
  EXPECT_NEAR(mean_free_path_m(thin) / mean_free_path_m(air), 100, 1e-9);
}

TEST(Gas, slips_further_where_fewer_molecules_are_accommodated) {
  GasState state{Gas::n2, 1e5, 300, 1};
  EXPECT_NEAR(slip_length_m(state) / mean_free_path_m(state), 1.146, 1e-12);
  state.accommodation = 0.8;
  EXPECT_NEAR(slip_length_m(state) / mean_free_path_m(state), 1.146 * 1.5, 1e-12);
}

// Second virial coefficients at 300 K, 1e-6 m^3/mol (Dymond and Smith 1980): N2 -4.5, CH4 -42, CO2 -121, He 12, H2 15.
TEST(Gas, is_ideal_up_to_where_its_density_departs_by_5_percent) {
  const auto by_virial = [](double b) { return 0.05 * gas_constant * 300 / (std::abs(b) * 1e-6); };
  EXPECT_NEAR(largest_ideal_pressure(Gas::ch4, 300) / by_virial(-42), 1, 0.1);
  EXPECT_NEAR(largest_ideal_pressure(Gas::co2, 300) / by_virial(-121), 1, 0.1);
  EXPECT_NEAR(largest_ideal_pressure(Gas::h2, 300) / by_virial(15), 1, 0.1);
  EXPECT_LT(largest_ideal_pressure(Gas::he, 300), by_virial(12));
  EXPECT_LT(largest_ideal_pressure(Gas::n2, 300), by_virial(-4.5));
  EXPECT_LT(largest_ideal_pressure(Gas::co2, least_gas_temperature), 5.99e5);  // where it becomes liquid (NIST)
}

std::string refusal(const GasState& state) {
  try {
    require_gas_state(state);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Gas, refuses_what_no_gas_can_be) {
  using testing::HasSubstr;
  EXPECT_EQ(refusal({Gas::air, 2e5, 300, 1}), "");
  EXPECT_EQ(refusal({Gas::he, 1, 1000, 1e-3}), "");
  EXPECT_THAT(refusal({Gas::air, 2e5, 100, 1}), HasSubstr("a temperature of 100 K (it lies between 220 and 1000 K)"));
  EXPECT_THAT(refusal({Gas::air, 2e5, std::nan(""), 1}), HasSubstr("a temperature of nan"));
  EXPECT_THAT(refusal({Gas::air, 0, 300, 1}), HasSubstr("a pressure of 0 Pa"));
  EXPECT_THAT(refusal({Gas::air, std::numeric_limits<double>::infinity(), 300, 1}), HasSubstr("a pressure of inf"));
  EXPECT_THAT(refusal({Gas::co2, 50e5, 300, 1}), HasSubstr("co2 at 50 bar and 300 K is no ideal gas"));
  for (const double accommodation : {0.0, -0.5, 1.01, std::nan("")})
    EXPECT_THAT(refusal({Gas::air, 2e5, 300, accommodation}), HasSubstr("The accommodation cannot be"));
}

GasFlow flow_of(const GasState& state, const PoresOfGas& pores) { return find_gas_flow(state, pores).value(); }

/// All but the mean free path and the slope of such pores is of no interest.
std::string warning_of_flow(const GasFlow& flow) { return warning_of(flow, {1e-9, 1}); }

// A tube of radius R has K R^2/8 of its section, and d ln K/ds = 4/R.
TEST(GasFlow, of_a_tube_is_klinkenbergs) {
  const GasState state{Gas::n2, 2e5, 300, 0.9};
  const double radius_voxel = 10;
  const double voxel_m = 1e-7;
  const GasFlow flow = flow_of(state, {voxel_m, 100.0 / 8, 4 / radius_voxel, 0.05, radius_voxel});
  const double radius_m = radius_voxel * voxel_m;
  ASSERT_TRUE(flow.factor);
  EXPECT_NEAR(flow.factor->value, 1 + 4 * slip_length_m(state) / radius_m, 1e-12);
  EXPECT_NEAR(flow.b_pa.value, 4 * slip_length_m(state) / radius_m * 2e5, 1e-9);
  EXPECT_NEAR(flow.factor->value, 1 + flow.b_pa.value / 2e5, 1e-12);
  EXPECT_NEAR(flow.factor->low, 1 + flow.b_pa.low / 2e5, 1e-12);
  EXPECT_NEAR(flow.b_pa.high / flow.b_pa.value, std::exp(0.1), 1e-12);
  EXPECT_NEAR(flow.b_pa.value / flow.b_pa.low, std::exp(0.1), 1e-12);
  EXPECT_NEAR(flow.mean_radius_m / radius_m, 1, 1e-12);
  EXPECT_NEAR(*flow.narrowest_knudsen, mean_free_path_m(state) / (2 * radius_m), 1e-15);
  EXPECT_NEAR(flow.mean_knudsen, *flow.narrowest_knudsen, 1e-15);
}

TEST(GasFlow, has_a_b_that_does_not_depend_on_the_pressure) {
  const PoresOfGas pores{1e-6, 10, 0.5, 0.1, 4};
  const GasFlow low = flow_of({Gas::air, 1e5, 300, 1}, pores);
  const GasFlow high = flow_of({Gas::air, 20e5, 300, 1}, pores);
  EXPECT_NEAR(low.b_pa.value / high.b_pa.value, 1, 1e-12);
  EXPECT_NEAR(low.published_b_pa / high.published_b_pa, 1, 1e-12);
  EXPECT_NEAR(flow_of({Gas::air, 1e5, 300, 1}, pores).factor->value, 1 + low.b_pa.value / 1e5, 1e-12);
}

// At 1 mD Heid et al. have 0.777 atm; in other units it is written 0.11 k^-0.39 (Pa, m^2) and 11.419 k^-0.39 (psi, mD).
TEST(GasFlow, has_the_b_of_heid_beside_its_own) {
  const GasState air{Gas::air, 1e5, 298.15, 1};
  for (const double m2 : {1e-17, 1e-15, 1e-13}) {
    EXPECT_NEAR(published_klinkenberg_b(air, m2) / (0.11 * std::pow(m2, -0.39)), 1, 0.02);
    EXPECT_NEAR(published_klinkenberg_b(air, m2) / (6894.757 * 11.419 * std::pow(m2 / 9.869233e-16, -0.39)), 1, 1e-3);
  }
  // API RP 40 (1998), appendix A: b of helium is 16.4/5.71 times that of air.
  EXPECT_NEAR(published_klinkenberg_b({Gas::he, 1e5, 298.15, 1}, 1e-15) / published_klinkenberg_b(air, 1e-15),
              16.4 / 5.71, 0.05);
}

TEST(GasFlow, warns_beyond_a_tenth_and_has_no_k_beyond_one) {
  const GasState air{Gas::air, 101325, 300, 1};
  const double path = mean_free_path_m(air);
  const auto with_knudsen = [&](double knudsen) {  // of tubes
    const double radius_voxel = path / (2 * knudsen) / 1e-9;
    return flow_of(air, {1e-9, radius_voxel * radius_voxel / 8, 4 / radius_voxel, 0.05, radius_voxel});
  };
  EXPECT_EQ(warning_of_flow(with_knudsen(0.0999)), "");
  EXPECT_TRUE(with_knudsen(0.0999).factor);
  EXPECT_THAT(warning_of_flow(with_knudsen(0.1001)), testing::HasSubstr("K of the gas is rough"));
  EXPECT_TRUE(with_knudsen(0.999).factor);
  EXPECT_FALSE(with_knudsen(1.001).factor);
  EXPECT_THAT(warning_of_flow(with_knudsen(1.001)), testing::HasSubstr("there is no K of the gas"));
  EXPECT_GT(with_knudsen(1.001).b_pa.value, 0);
}

TEST(GasFlow, looks_at_the_mean_throat_where_the_narrowest_is_not_known) {
  const GasFlow flow = flow_of({Gas::air, 101325, 300, 1}, {1e-9, 10, 0.5, 0.05, 0});
  EXPECT_FALSE(flow.narrowest_knudsen);
  EXPECT_EQ(flow.knudsen(), flow.mean_knudsen);
  EXPECT_FALSE(flow.factor);
  EXPECT_THAT(warning_of_flow(flow), testing::HasSubstr("of the mean throat (16 nm wide) is"));
}

TEST(GasFlow, says_why_there_is_none) {
  const GasState air{Gas::air, 101325, 300, 1};
  const auto why = [&air](const PoresOfGas& pores) { return warning_of(find_gas_flow(air, pores), pores); };
  EXPECT_EQ(why({1e-6, 10, 0.1}), "");
  EXPECT_EQ(why({1e-6, 0, 0}), "");   // K of the gas is 0 too
  EXPECT_EQ(why({1e-6, {}, 0}), "");  // there is no K at all
  EXPECT_EQ(why({{}, 10, 0.1}), "there is no K of the gas, because the image has no voxel size");
  EXPECT_EQ(why({1e-6, 10, 0}), "there is no K of the gas, because no wall of solid bounds the flow");
}

}  // namespace
}  // namespace perm
