// SPDX-License-Identifier: Apache-2.0
// A backend takes and gives distributions, samples the flow, captures fields, tells its bytes and refuses what it
// cannot do.
#include "solver/backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/cpu/make_cpu.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

PoreSpace some_pores(const Extent& extent, double porosity) {
  std::mt19937 random(53);
  return random_pores(extent, porosity, random);
}

class BackendOf : public testing::TestWithParam<Precision> {
 protected:
  static SolverSettings settings() {
    SolverSettings settings;
    settings.precision = GetParam();
    settings.force = {2e-5, -8e-6, 6e-6};
    settings.threads = 2;
    settings.device = device_under_test();
    return settings;
  }
  static std::unique_ptr<Backend> make(const PoreSpace& pores) { return make_test_backend(pores, settings()); }
};

TEST_P(BackendOf, gives_back_the_distributions_that_were_written) {
  const auto backend = make(some_pores({37, 29, 31}, 0.6));  // more than two tiles
  // These values are distinct, and exact in float32.
  std::vector<double> written(static_cast<std::size_t>(backend->cells() * d3q19::directions));
  std::iota(written.begin(), written.end(), -1000.0);
  const std::span<const double> all(written);
  const std::int64_t some = backend->cells() / 3;
  backend->write_distributions(0, all.first(static_cast<std::size_t>(some * d3q19::directions)));
  backend->write_distributions(some, all.subspan(static_cast<std::size_t>(some * d3q19::directions)));
  EXPECT_TRUE(all_distributions(*backend) == written);
}

TEST_P(BackendOf, goes_on_from_written_distributions_as_the_run_they_come_from) {
  const PoreSpace pores = some_pores({33, 17, 13}, 0.7);
  const auto first = make(pores);
  first->advance(10);
  const auto second = make(pores);
  second->advance(4);
  second->write_distributions(0, all_distributions(*first));
  first->advance(10);
  second->advance(10);
  EXPECT_TRUE(state_bits(*second) == state_bits(*first));
}

TEST_P(BackendOf, starts_from_rest_again_as_if_new) {
  const PoreSpace pores = some_pores({48, 31, 31}, 0.6);
  const auto fresh = make(pores);
  const auto used = make(pores);
  used->advance(10);
  EXPECT_FALSE(state_bits(*used) == state_bits(*fresh));
  used->start_from_rest();
  EXPECT_EQ(used->steps(), 0);
  EXPECT_TRUE(state_bits(*used) == state_bits(*fresh));
  fresh->advance(10);
  used->advance(10);
  EXPECT_TRUE(state_bits(*used) == state_bits(*fresh));
}

TEST_P(BackendOf, counts_the_steps) {
  const auto backend = make(some_pores({9, 7, 5}, 0.7));
  EXPECT_EQ(backend->steps(), 0);
  backend->advance(10);
  EXPECT_EQ(backend->steps(), 10);
  EXPECT_EQ(backend->advance_and_sample().step, 12);
  backend->advance_and_capture();
  EXPECT_EQ(backend->steps(), 14);
}

TEST_P(BackendOf, samples_plane_fluxes_whose_mean_is_the_mean_velocity) {
  const auto backend = make(some_pores({33, 7, 11}, 0.7));
  backend->advance(20);
  const FlowSample sample = backend->advance_and_sample();
  for (std::size_t a = 0; a < 3; ++a) {
    const std::vector<double>& flux = sample.plane_flux[a];
    EXPECT_EQ(flux.size(), static_cast<std::size_t>(backend->domain().image().along(all_axes[a])));
    const double mean = std::accumulate(flux.begin(), flux.end(), 0.0) / static_cast<double>(flux.size());
    EXPECT_NE(mean, 0) << "axis " << a;
    EXPECT_NEAR(mean / sample.mean_velocity[a], 1, 1e-12) << "axis " << a;
  }
}

TEST_P(BackendOf, captures_fields_whose_means_are_those_of_the_sample) {
  const PoreSpace pores = some_pores({65, 19, 23}, 0.7);  // enough cells for two threads
  const Extent& extent = pores.extent();
  const auto sampled = make(pores);
  const auto captured = make(pores);
  sampled->advance(20);
  captured->advance(20);
  const FlowSample sample = sampled->advance_and_sample();
  captured->advance_and_capture();
  captured->advance(10);            // this leaves the fields alone
  captured->advance_and_capture();  // a second capture starts afresh
  captured->start_from_rest();
  captured->advance(20);
  captured->advance_and_capture();
  const auto plane_voxels = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<float> velocity(3 * plane_voxels);
  std::vector<float> density(plane_voxels);
  std::array<double, 3> velocity_sum{};
  double mass_sum = 0;
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    std::fill(velocity.begin(), velocity.end(), 42.0F);
    std::fill(density.begin(), density.end(), 42.0F);
    captured->read_plane(z, velocity, density);
    std::array<double, 3> plane_sum{};
    for (std::size_t voxel = 0; voxel < plane_voxels; ++voxel) {
      const auto x = static_cast<std::int64_t>(voxel) % extent.nx;
      const auto y = static_cast<std::int64_t>(voxel) / extent.nx;
      const bool pore = pores.is_pore(x, y, z);
      ASSERT_TRUE(pore || density[voxel] == 0) << x << ' ' << y << ' ' << z;
      if (pore) mass_sum += static_cast<double>(density[voxel]) - 1;
      for (std::size_t a = 0; a < 3; ++a) {
        ASSERT_TRUE(pore || velocity[3 * voxel + a] == 0) << x << ' ' << y << ' ' << z;
        plane_sum[a] += static_cast<double>(velocity[3 * voxel + a]);
      }
    }
    EXPECT_NEAR(plane_sum[2] / static_cast<double>(plane_voxels), sample.plane_flux[2][static_cast<std::size_t>(z)],
                1e-6 * std::abs(sample.mean_velocity[0]))
        << "plane " << z;
    for (std::size_t a = 0; a < 3; ++a) velocity_sum[a] += plane_sum[a];
  }
  for (std::size_t a = 0; a < 3; ++a)
    EXPECT_NEAR(velocity_sum[a] / static_cast<double>(extent.voxels()) / sample.mean_velocity[a], 1, 1e-6)
        << "axis " << a;
  EXPECT_NEAR(mass_sum / static_cast<double>(captured->cells()), sample.mass_deviation,
              6e-8);  // the rounding of 1 in float32
}

TEST_P(BackendOf, holds_the_bytes_that_were_predicted_to_one_percent) {
  for (const Extent& extent : {Extent{1, 1, 1}, Extent{33, 17, 13}, Extent{48, 48, 48}, Extent{101, 31, 29}}) {
    const PoreSpace pores = some_pores(extent, 1.0);
    const auto backend = make(pores);
    const auto predicted = static_cast<double>(predict_bytes(pores, pores.count_pores(), settings()));
    EXPECT_NEAR(predicted / static_cast<double>(backend->bytes()), 1, 0.01) << to_string(extent);
  }
}

TEST_P(BackendOf, says_what_it_runs_on) {
  const std::string description = make(some_pores({48, 48, 48}, 0.6))->description();
  if (device_under_test() == Device::cuda)
    EXPECT_EQ(description, "cuda, " + facts_of(Device::cuda).name());
  else
    EXPECT_EQ(description, "cpu, " + to_string(resolve_instructions(InstructionSet::best)) + ", 2 threads");
}

INSTANTIATE_TEST_SUITE_P(Precision, BackendOf, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

TEST(Backend, refuses_a_pore_space_without_pores) {
  EXPECT_THROW(make_test_backend(PoreSpace({5, 5, 5}), {}), InputError);
}

}  // namespace
}  // namespace perm
