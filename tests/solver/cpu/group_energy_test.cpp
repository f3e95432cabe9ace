// SPDX-License-Identifier: Apache-2.0
// A group of cells has the energies that each of its cells has by itself, to the last bit, with every instruction set.
#include "solver/cpu/group_energy.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "solver/cpu/step_table.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

class GroupEnergyWith : public testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam())) GTEST_SKIP() << "this processor has no " << to_string(GetParam());
  }

  template <class Real>
  static void expect_energies_of_cells(Equilibrium equilibrium) {
    SolverSettings settings;
    settings.tau = 0.7;
    settings.force = {3e-6, -1e-6, 2e-6};
    settings.equilibrium = equilibrium;
    const EnergyParameters parameters = make_energy_parameters(settings);
    constexpr std::int64_t line = CpuTiles<Real>::line;
    std::vector<Real> values(static_cast<std::size_t>(CpuTiles<Real>::values));
    std::mt19937_64 random(11);
    std::normal_distribution<double> value(0, 1e-4);
    for (Real& f : values) f = static_cast<Real>(value(random));
    values[5] = static_cast<Real>(std::nan(""));
    GroupEnergies<Real> energies;
    choose_measure<Real>(step_table(GetParam()))(values.data(), parameters, energies);
    for (int cell = 0; cell < group_cells<Real>; ++cell) {
      double f[d3q19::directions];
      for (int q = 0; q < d3q19::directions; ++q)
        f[q] = static_cast<double>(values[static_cast<std::size_t>(q * line + cell)]) / parameters.unit;
      const CellEnergy alone = measure_cell(f, parameters);
      const CellEnergy in_group = energies.of(cell);
      if (cell == 5) {
        EXPECT_TRUE(std::isnan(in_group.dissipation) && std::isnan(in_group.density));
        continue;
      }
      EXPECT_EQ(std::bit_cast<std::uint64_t>(in_group.dissipation), std::bit_cast<std::uint64_t>(alone.dissipation));
      EXPECT_EQ(in_group.viscous, alone.viscous);
      EXPECT_EQ(in_group.speed_squared, alone.speed_squared);
      EXPECT_EQ(in_group.density, alone.density);
      for (int a = 0; a < 3; ++a) EXPECT_EQ(in_group.momentum[a], alone.momentum[a]);
    }
  }
};

TEST_P(GroupEnergyWith, is_that_of_each_cell) {
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    expect_energies_of_cells<float>(equilibrium);
    expect_energies_of_cells<double>(equilibrium);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, GroupEnergyWith,
                         testing::Values(InstructionSet::plain, InstructionSet::avx2, InstructionSet::avx512),
                         [](const auto& set) { return to_string(set.param); });

}  // namespace
}  // namespace perm
