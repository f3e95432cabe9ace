// SPDX-License-Identifier: Apache-2.0
// Only a GPU can show this: it gives the bits of the CPU, float16 agrees with float32, and each error is one line.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/bandwidth.hpp"
#include "solver/devices.hpp"
#include "solver/state_bits.hpp"

namespace perm {
namespace {

struct Case {
  Extent extent;
  double porosity;
};
constexpr std::array<Case, 8> cases{{{{45, 37, 51}, 0.5},
                                     {{129, 70, 33}, 0.2},
                                     {{64, 32, 48}, 1.0},
                                     {{2, 41, 43}, 0.5},
                                     {{1, 1, 1}, 1.0},
                                     {{97, 1, 89}, 0.7},
                                     {{200, 40, 40}, 0.02},
                                     {{32, 16, 16}, 0.9}}};

SolverSettings some_settings(Device device, Precision precision) {
  SolverSettings settings;
  settings.device = device;
  settings.precision = precision;
  settings.tau = 0.8;
  settings.force = {2e-3, -8e-4, 6e-4};
  return settings;
}

PoreSpace pores_of(const Case& c) {
  std::mt19937 random(79);
  return random_pores(c.extent, c.porosity, random);
}

void expect_same_look(const ChangingFlow& gpu, const ChangingFlow& cpu) {
  EXPECT_TRUE(gpu.sample.finite && cpu.sample.finite);
  EXPECT_EQ(gpu.sample.mean_velocity, cpu.sample.mean_velocity);
  EXPECT_EQ(gpu.sample.plane_flux, cpu.sample.plane_flux);
  EXPECT_EQ(gpu.sample.mass_deviation, cpu.sample.mass_deviation);
  EXPECT_EQ(gpu.rates.action, cpu.rates.action);
  EXPECT_EQ(gpu.rates.velocity_residual, cpu.rates.velocity_residual);
  EXPECT_EQ(gpu.rates.pressure_residual, cpu.rates.pressure_residual);
}

// Here each thread of a watched even step takes several cells, and there are three bricks along x. A flow that is a
// thousand times faster than the force makes it has squares of more quanta than the sums of small values hold.
TEST(CudaLook, at_a_large_lattice_sees_what_a_cpu_sees) {
  const Extent extent{1100, 64, 60};
  std::mt19937 random(3);
  const PoreSpace pores = random_pores(extent, 0.6, random);
  std::uniform_real_distribution<float> some(-1e-3F, 1e-3F);
  std::vector<CellField> flow(static_cast<std::size_t>(pores.count_pores()));
  for (CellField& field : flow) field = {some(random), {some(random), some(random), some(random)}};
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const double factor : {1.0, 2.5e-4}) {
      const auto look = [&](Device device) {
        SolverSettings settings = some_settings(device, precision);
        for (double& force : settings.force) force *= factor;
        const auto backend = make_backend(pores, settings);
        backend->add_to_cells(flow);
        backend->advance(4);
        backend->advance_and_compare();
        return backend->advance_and_compare();
      };
      expect_same_look(look(Device::cuda), look(Device::cpu));
    }
}

TEST(CudaCells, are_read_added_to_and_corrected_with_the_bits_of_a_cpu) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Case& c : cases) {
      SCOPED_TRACE(to_string(c.extent) + " porosity " + std::to_string(c.porosity));
      const PoreSpace pores = pores_of(c);
      const auto run = [&](Device device) {
        const auto backend = make_backend(pores, some_settings(device, precision));
        backend->advance(20);
        std::vector<CellField> moments(static_cast<std::size_t>(backend->cells()));
        backend->read_moments(moments);
        std::vector<std::array<std::uint32_t, 4>> bits;
        for (const CellField& cell : moments) bits.push_back(std::bit_cast<std::array<std::uint32_t, 4>>(cell));
        backend->add_to_cells(moments);
        const std::vector<std::uint64_t> changed = state_bits(*backend);
        return std::tuple{bits, changed, backend->advance_and_correct(), state_bits(*backend)};
      };
      const auto [bits, changed, flow, state] = run(Device::cuda);
      const auto [cpu_bits, cpu_changed, cpu_flow, cpu_state] = run(Device::cpu);
      EXPECT_TRUE(bits == cpu_bits);
      EXPECT_TRUE(changed == cpu_changed);
      expect_same_look(flow, cpu_flow);
      EXPECT_TRUE(state == cpu_state);
    }
}

TEST(CudaCells, are_not_corrected_in_float16) {
  const PoreSpace pores = pores_of(cases[0]);
  const auto backend = make_backend(pores, some_settings(Device::cuda, Precision::float16));
  std::vector<CellField> fields(static_cast<std::size_t>(backend->cells()));
  EXPECT_THROW(backend->read_moments(fields), UsageError);
  EXPECT_THROW(backend->add_to_cells(fields), UsageError);
  EXPECT_THROW(backend->advance_and_correct(), UsageError);
}

class CudaBits : public testing::TestWithParam<std::tuple<Precision, Equilibrium, Collision>> {};

TEST_P(CudaBits, are_those_of_the_cpu_and_of_every_run) {
  for (const Case& c : cases) {
    SCOPED_TRACE(to_string(c.extent) + " porosity " + std::to_string(c.porosity));
    const PoreSpace pores = pores_of(c);
    const auto run = [&](Device device) {
      SolverSettings settings = some_settings(device, std::get<0>(GetParam()));
      settings.equilibrium = std::get<1>(GetParam());
      settings.collision = std::get<2>(GetParam());
      auto backend = make_backend(pores, settings);
      backend->advance(20);
      const FlowSample sample = backend->advance_and_sample();
      const FlowMeasures measures = backend->measure();
      return std::tuple{state_bits(*backend),        sample.mean_velocity,
                        sample.plane_flux,           sample.mass_deviation,
                        measures.dissipation_voxel2, measures.viscous_voxel2,
                        measures.largest_speed,      measures.largest_density_deviation,
                        measures.mean_speed_squared, measures.mean_density_squared,
                        measures.momentum,           measures.wall_force};
    };
    const auto expected = run(Device::cpu);
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(run(Device::cuda) == expected) << "run " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(With, CudaBits,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Equilibrium::linear, Equilibrium::quadratic,
                                                          Equilibrium::incompressible),
                                          testing::Values(Collision::trt, Collision::bgk)),
                         [](const auto& named) {
                           return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)) +
                                  "_" + to_string(std::get<2>(named.param));
                         });

TEST(Cuda, float16_flows_as_float32_to_one_percent) {
  const PoreSpace pores = pores_of(cases[0]);
  std::array<double, 2> velocity{};
  for (const Precision precision : {Precision::float32, Precision::float16}) {
    const auto backend = make_backend(pores, some_settings(Device::cuda, precision));
    backend->advance(100);
    velocity[precision == Precision::float16 ? 1 : 0] = backend->advance_and_sample().mean_velocity[0];
  }
  EXPECT_NE(velocity[0], velocity[1]);
  EXPECT_NEAR(velocity[1] / velocity[0], 1, 1e-2);
}

TEST(Cuda, memory_that_is_not_there_is_one_line_and_leaves_the_device_usable) {
  const std::int64_t too_much = facts_of(Device::cuda).free_bytes() + (std::int64_t{1} << 40);
  try {
    make_bandwidth(Device::cuda, too_much, 1);
    FAIL() << "there is a terabyte more than there is";
  } catch (const DeviceError& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_NE(line.find(facts_of(Device::cuda).name()), std::string::npos) << line;
    EXPECT_EQ(error.exit_code(), ExitCode::device);
  }
  const auto backend = make_backend(pores_of(cases[0]), some_settings(Device::cuda, Precision::float32));
  backend->advance(2);
  EXPECT_TRUE(backend->advance_and_sample().finite);
}

}  // namespace
}  // namespace perm
