// SPDX-License-Identifier: Apache-2.0
// Only a GPU can show this: every streaming scheme gives the bits of the processors, whatever the size of its blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>

#include "geometry/random_pores.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

class StreamingBits : public testing::TestWithParam<std::tuple<StreamingScheme, Precision>> {};

TEST_P(StreamingBits, are_those_of_the_cpu) {
  const auto& [scheme, precision] = GetParam();
  std::mt19937 random(11);
  for (const Extent& extent : {Extent{45, 37, 21}, Extent{64, 16, 8}, Extent{1, 5, 3}, Extent{33, 7, 50}})
    for (const double porosity : {0.5, 1.0}) {
      const PoreSpace pores = random_pores(extent, porosity, random);
      for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
        SolverSettings settings;
        settings.precision = precision;
        settings.equilibrium = equilibrium;
        settings.collision = Collision::bgk;
        settings.force = {2e-3, -8e-4, 6e-4};
        const auto run = [&](Device device, int block) {
          settings.device = device;
          const auto lattice = make_streaming_lattice(pores, settings, {scheme, block});
          lattice->advance(20);
          EXPECT_EQ(lattice->registers() > 0, device == Device::cuda);
          return lattice->arrived();
        };
        const std::vector<double> expected = run(Device::cpu, 256);
        for (const int block : {32, 96, 256})
          EXPECT_TRUE(run(Device::cuda, block) == expected) << to_string(extent) << ", blocks of " << block;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, StreamingBits,
                         testing::Combine(testing::ValuesIn([] {
                                            std::vector<StreamingScheme> schemes;
                                            for (const auto& named : names_of<StreamingScheme>)
                                              if (named.value != StreamingScheme::compact)
                                                schemes.push_back(named.value);
                                            return schemes;
                                          }()),
                                          testing::Values(Precision::float32, Precision::float64)),
                         [](const auto& named) {
                           std::string name =
                               to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace perm
