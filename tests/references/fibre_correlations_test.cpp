// SPDX-License-Identifier: Apache-2.0
#include "validation/references/fibre_correlations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace perm::reference {
namespace {

constexpr FibreFlow all_flows[] = {FibreFlow::isotropic, FibreFlow::within_planes, FibreFlow::across_planes,
                                   FibreFlow::along_fibres, FibreFlow::across_fibres};

/// Gives e over the tortuosity, which is 1/F.
double conductance(FibreFlow flow, double e) {
  const auto [threshold, exponent] = fibre_tortuosity(flow);
  return e * std::pow((e - threshold) / (1 - threshold), exponent);
}

TEST(TomadakisRobertson, is_the_estimate_of_johnson_koplik_and_schwartz_from_the_tortuosity) {
  for (const FibreFlow flow : all_flows)
    for (const double e : {0.5, 0.7, 0.9, 0.98}) {
      // Growing all fibres by dr makes the porosity smaller by S dr. The radius is 1.
      constexpr double dr = 1e-6;
      const double surface = -2 * e * std::log(e);
      const double slope =
          (std::log(conductance(flow, e + surface * dr)) - std::log(conductance(flow, e - surface * dr))) / (2 * dr);
      const double pore_length = 2 / slope;
      EXPECT_NEAR(tomadakis_robertson(flow, e) / (pore_length * pore_length * conductance(flow, e) / 8), 1, 1e-6) << e;
    }
}

// A cylinder that does not conduct lowers the conductance of a medium by 2 per volume fraction when the field crosses
// it and by 1 when it lies along it; so the tortuosity of a dilute medium grows by 1 or 0, times the share of fibres
// that the field crosses: 2/3, 1/2, 1, 0, 1. The fits were made for all porosities and meet these slopes within 20 %.
TEST(FibreTortuosity, is_nearly_that_of_single_fibres_where_they_are_few) {
  const double slopes[] = {2.0 / 3, 0.5, 1, 0, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto [threshold, exponent] = fibre_tortuosity(all_flows[i]);
    EXPECT_NEAR(exponent / (1 - threshold), slopes[i], 0.2 * slopes[i] + 1e-12);
  }
}

TEST(TomadakisRobertson, of_flow_along_fibres_has_a_short_form) {
  const double log = std::log(0.8);
  EXPECT_NEAR(tomadakis_robertson(FibreFlow::along_fibres, 0.8), 0.8 / (8 * log * log), 1e-12);
}

TEST(TomadakisRobertson, grows_with_the_porosity_and_is_less_across_than_along) {
  for (const FibreFlow flow : all_flows)
    for (double e = 0.4; e < 0.98; e += 0.02)
      EXPECT_LT(tomadakis_robertson(flow, e), tomadakis_robertson(flow, e + 0.01));
  for (const double e : {0.5, 0.7, 0.9}) {
    EXPECT_LT(tomadakis_robertson(FibreFlow::across_fibres, e), tomadakis_robertson(FibreFlow::across_planes, e));
    EXPECT_LT(tomadakis_robertson(FibreFlow::across_planes, e), tomadakis_robertson(FibreFlow::isotropic, e));
    EXPECT_LT(tomadakis_robertson(FibreFlow::isotropic, e), tomadakis_robertson(FibreFlow::within_planes, e));
    EXPECT_LT(tomadakis_robertson(FibreFlow::within_planes, e), tomadakis_robertson(FibreFlow::along_fibres, e));
  }
}

TEST(Nabovati, has_the_value_worked_out_by_hand) {
  EXPECT_NEAR(nabovati(0.8), 0.679, 0.002);  // sqrt(4.6285) - 1 = 1.15140; its power 2.31 is 1.3849
  EXPECT_NEAR(nabovati(0.95), 7.76, 0.02);   // sqrt(18.514) - 1 = 3.30279; its power 2.31 is 15.798
  EXPECT_LT(nabovati(0.08) / nabovati(0.8), 1e-5) << "it ends at 0.0743";
}

TEST(Nabovati, is_above_the_regular_arrangement_of_jackson_and_james_where_fibres_are_few) {
  for (const double e : {0.85, 0.9, 0.95, 0.98}) {
    EXPECT_GT(nabovati(e), jackson_james(e));
    EXPECT_LT(nabovati(e), 1.5 * jackson_james(e));
  }
}

// Jackson and James: a third of the fibres as along the flow, two thirds as across it, where the resistance across is
// twice that along.
TEST(JacksonJames, is_the_mean_resistance_of_fibres_along_and_across) {
  for (const double c : {0.01, 0.05, 0.2}) {
    const double across = (-std::log(c) - 0.931) / (8 * c);
    EXPECT_NEAR(1 / jackson_james(1 - c), (1 / (2 * across) + 2 / across) / 3, 1e-9 / c);
  }
}

TEST(Davies, has_the_drag_of_his_fit) {
  // Pressure drop times d^2 over viscosity, velocity and thickness: 64 c^1.5 (1 + 56 c^3), with d = 2.
  EXPECT_NEAR(1 / davies(0.9), 64 * std::pow(0.1, 1.5) * (1 + 0.056) / 4, 1e-9);
}

TEST(FibreCorrelations, refuse_porosities_of_which_they_say_nothing) {
  for (const FibreFlow flow : all_flows) {
    EXPECT_THROW(tomadakis_robertson(flow, 1), std::domain_error);
    EXPECT_THROW(tomadakis_robertson(flow, fibre_tortuosity(flow).threshold), std::domain_error);
  }
  EXPECT_THROW(nabovati(0.07), std::domain_error);
  EXPECT_THROW(nabovati(0.995), std::domain_error);
  EXPECT_THROW(jackson_james(0.7), std::domain_error);
  EXPECT_THROW(jackson_james(1), std::domain_error);
  EXPECT_THROW(davies(0.69), std::domain_error);
  EXPECT_THROW(davies(0.995), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
