// SPDX-License-Identifier: Apache-2.0
// Several processes that share a box by slabs, with the scheme that pushes, have the bits of one process.
#include <gtest/gtest.h>

#include <random>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/test_on_ranks.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

PoreSlab share(const PoreSpace& pores, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(pores.extent(), processes);
  for (std::int64_t z = slab.planes().first; z < slab.planes().last; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y)
      std::ranges::copy(pores.row(y, z), slab.pores().row(y, z - slab.planes().first).begin());
  return slab;
}

/// Gives the values of the slabs before this one and of this one.
std::pair<std::size_t, std::size_t> own_values(const PoreSpace& pores, const Range& planes) {
  std::pair<std::size_t, std::size_t> values{0, 0};
  for (std::int64_t z = 0; z < planes.last; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y)
      for (std::int64_t x = 0; x < pores.extent().nx; ++x)
        if (pores.is_pore(x, y, z)) (z < planes.first ? values.first : values.second) += 19;
  return values;
}

class StreamingRanks : public TestOnRanks {};

TEST_F(StreamingRanks, that_push_have_the_bits_of_one_process) {
  std::mt19937 random(5);
  for (const std::int64_t planes : {4, 9})
    for (const double porosity : {0.5, 1.0})
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        const PoreSpace pores = random_pores({13, 6, planes}, porosity, random);
        SolverSettings settings;
        settings.precision = precision;
        settings.force = {2e-4, -8e-5, 6e-5};
        settings.threads = 1;
        settings.device = device_under_test();
        settings.transport = transport_under_test();
        const auto alone = make_streaming_lattice(pores, settings, {StreamingScheme::push, 64});
        const PoreSlab slab = share(pores, world_);
        const auto together = make_streaming_lattice(slab, settings, {StreamingScheme::push, 64});
        for (int i = 0; i < 3; ++i) {
          alone->advance(7);
          together->advance(7);
        }
        const std::vector<double> whole = alone->arrived();
        const auto [before, own] = own_values(pores, slab.planes());
        const auto first = whole.begin() + static_cast<std::ptrdiff_t>(before);
        EXPECT_TRUE(together->arrived() == std::vector<double>(first, first + static_cast<std::ptrdiff_t>(own)))
            << planes << " planes, porosity " << porosity;
      }
}

TEST_F(StreamingRanks, are_refused_where_one_has_no_plane) {
  const PoreSlab slab = PoreSlab::even({8, 8, 1}, world_);
  if (slab.processes().is_alone()) GTEST_SKIP() << "one rank";
  EXPECT_THROW(make_streaming_lattice(slab, {}, {StreamingScheme::push}), InputError);
}

TEST_F(StreamingRanks, are_refused_by_schemes_that_do_not_share_a_box) {
  const PoreSlab slab = PoreSlab::even({8, 8, 8}, world_);
  if (slab.processes().is_alone()) GTEST_SKIP() << "one rank";
  EXPECT_THROW(make_streaming_lattice(slab, {}, {StreamingScheme::pull}), UsageError);
}

}  // namespace
}  // namespace perm
