// SPDX-License-Identifier: Apache-2.0
// Any number of processes gives, in every cut, the bits that one process gives: the bits of every distribution, of the
// sums and of the fields. Every process also solves the whole image alone and compares its own part.
#include <bit>

#include "core/errors.hpp"
#include "long_tests.hpp"
#include "solver/any_surface.hpp"
#include "solver/ranks.hpp"

namespace perm {
namespace {

TEST_F(Ranks, give_the_bits_of_every_distribution_that_one_gives) {
  std::vector<Precision> precisions{Precision::float32, Precision::float64};
  if (device_under_test() == Device::cuda) precisions.push_back(Precision::float16);
  for (const Precision precision : precisions)
    for_each_cut(some_settings(precision), [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      EXPECT_EQ(together.image_cells(), alone.cells());
      EXPECT_EQ(world_.sum(together.cells()), alone.cells());
      const int steps = device_under_test() == Device::cuda ? 40 : 10;  // more than a graph of steps holds
      alone.advance(steps);
      together.advance(steps);
      EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
    });
}

TEST_F(Ranks, give_the_bits_that_one_gives_at_closed_faces) {
  struct Closed {
    BoundaryChoice choice;
    Axis flow;
  };
  for (const Closed& closed :
       {Closed{{Boundary::mirror, Sides::sealed}, Axis::x}, Closed{{Boundary::mirror, Sides::sealed}, Axis::y},
        Closed{{Boundary::mirror, Sides::sealed}, Axis::z}, Closed{{Boundary::sealed, Sides::sealed}, Axis::x},
        Closed{{Boundary::pressure, Sides::sealed}, Axis::y}, Closed{{Boundary::pressure, Sides::mirror}, Axis::z}}) {
    if (closed.choice.boundary == Boundary::mirror && closed.flow != Axis::x && !long_tests_run()) continue;
    SCOPED_TRACE(to_string(closed.choice.boundary) + " along " + axis_letter(closed.flow));
    SolverSettings settings = some_settings(closed.flow == Axis::x ? Precision::float64 : Precision::float32);
    settings.force = {0, 0, 0};
    settings.force[static_cast<std::size_t>(closed.flow)] = 1e-6;
    const auto check = [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      alone.advance(8);
      together.advance(8);
      expect_same(together.advance_and_sample(), alone.advance_and_sample());
      EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
    };
    for_each_cut(settings, check, face_rules(closed.choice, closed.flow, {2, 2, 2}));
  }
}

TEST_F(Ranks, give_the_bits_that_one_gives_beside_walls_between_voxels) {
  const AnySurface surface;
  const auto check = [&](const PoreSpace& pores, Backend& alone, Backend& together) {
    alone.advance(8);
    together.advance(8);
    expect_same(together.advance_and_sample(), alone.advance_and_sample());
    EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
    const FlowMeasures whole = alone.measure();
    const FlowMeasures measures = together.measure();
    EXPECT_EQ(measures.dissipation_voxel2, whole.dissipation_voxel2);
    EXPECT_EQ(measures.wall_force, whole.wall_force);
    EXPECT_EQ(measures.forced_cells_at_walls, whole.forced_cells_at_walls);
  };
  for (const Precision precision : {Precision::float32, Precision::float64})
    if (precision == Precision::float32 || long_tests_run())
      for_each_cut(some_settings(precision), check, {}, &surface);
}

TEST_F(Ranks, say_how_their_messages_travel_between_gpus) {
  if (device_under_test() == Device::cpu) GTEST_SKIP() << "CPU ranks use plain MPI";
  for_each_cut(some_settings(), [&](const PoreSpace& /*pores*/, Backend& /*alone*/, Backend& together) {
    const bool says =
        together.description().find("transport " + to_string(transport_under_test())) != std::string::npos;
    EXPECT_EQ(says, world_.size() > 1) << together.description();
  });
}

TEST_F(Ranks, give_the_sums_that_one_gives) {
  for_each_cut(some_settings(), [](const PoreSpace& /*pores*/, Backend& alone, Backend& together) {
    for (int i = 0; i < 2; ++i) {
      alone.advance(4);
      together.advance(4);
      expect_same(together.advance_and_sample(), alone.advance_and_sample());
    }
  });
}

TEST_F(Ranks, give_the_measures_that_one_gives) {
  for_each_cut(some_settings(), [](const PoreSpace& /*pores*/, Backend& alone, Backend& together) {
    alone.advance(6);
    together.advance(6);
    const FlowMeasures whole = alone.measure();
    const FlowMeasures measures = together.measure();
    EXPECT_EQ(measures.dissipation_voxel2, whole.dissipation_voxel2);
    EXPECT_EQ(measures.viscous_voxel2, whole.viscous_voxel2);
    EXPECT_EQ(measures.stepped_wall_voxel2, whole.stepped_wall_voxel2);
    EXPECT_EQ(measures.plane_wall_voxel2, whole.plane_wall_voxel2);
    EXPECT_EQ(measures.wall_pieces, whole.wall_pieces);
    EXPECT_EQ(measures.wall_faces, whole.wall_faces);
    EXPECT_EQ(measures.wall_force, whole.wall_force);
    EXPECT_EQ(measures.momentum, whole.momentum);
    EXPECT_EQ(measures.mean_speed_squared, whole.mean_speed_squared);
    EXPECT_EQ(measures.mean_density_squared, whole.mean_density_squared);
    EXPECT_EQ(measures.largest_speed, whole.largest_speed);
    EXPECT_EQ(measures.largest_density_deviation, whole.largest_density_deviation);
    EXPECT_TRUE(measures.finite);
  });
}

TEST_F(Ranks, serve_another_flow_as_one_does) {
  for_each_cut(some_settings(), [](const PoreSpace& pores, Backend& alone, Backend& together) {
    alone.set_force_and_tau({0, 0, 2e-6}, 1.1);
    together.advance(6);
    together.set_force_and_tau({0, 0, 2e-6}, 1.1);
    alone.advance(4);
    together.advance(4);
    EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
  });
}

TEST_F(Ranks, give_the_fields_that_one_gives) {
  for_each_cut(some_settings(), [](const PoreSpace& pores, Backend& alone, Backend& together) {
    alone.advance(4);
    together.advance(4);
    alone.advance_and_capture();
    together.advance_and_capture();
    const Domain& domain = together.domain();
    const std::int64_t nx = pores.extent().nx;
    std::vector<float> density(static_cast<std::size_t>(pores.extent().plane_voxels()));
    std::vector<float> velocity(3 * density.size());
    std::vector<float> own_density(static_cast<std::size_t>(nx * domain.own_y()));
    std::vector<float> own_velocity(3 * own_density.size());
    for (std::int64_t z = 0; z < domain.own_z(); ++z) {
      together.read_plane(z, own_velocity, own_density);
      alone.read_plane(domain.own().z.first + z, velocity, density);
      const std::int64_t from = nx * domain.own().y.first;
      EXPECT_TRUE(std::equal(own_density.begin(), own_density.end(), density.begin() + from));
      EXPECT_TRUE(std::equal(own_velocity.begin(), own_velocity.end(), velocity.begin() + 3 * from));
    }
  });
}

TEST_F(Ranks, go_on_from_distributions_that_were_written) {
  for_each_cut(some_settings(), [](const PoreSpace& pores, Backend& alone, Backend& together) {
    alone.advance(6);
    const std::vector<double> whole = all_distributions(alone);
    std::vector<std::uint64_t> bits;
    for (const double value : whole) bits.push_back(std::bit_cast<std::uint64_t>(value));
    std::vector<double> part;
    for (const std::uint64_t value : part_of(bits, pores, together.domain()))
      part.push_back(std::bit_cast<double>(value));
    together.write_distributions(0, part);
    alone.advance(4);
    together.advance(4);
    EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
  });
}

TEST_F(Ranks, correct_cells_and_k_as_one_does) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for_each_cut(some_settings(precision), [](const PoreSpace& pores, Backend& alone, Backend& together) {
      for (Backend* backend : {&alone, &together}) {
        backend->advance(6);
        std::vector<CellField> moments(static_cast<std::size_t>(backend->cells()));
        backend->read_moments(moments);
        backend->add_to_cells(moments);
      }
      EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
      const ChangingFlow whole = alone.advance_and_correct();
      const ChangingFlow flow = together.advance_and_correct();
      expect_same(flow.sample, whole.sample);
      EXPECT_EQ(flow.rates.action, whole.rates.action);
      EXPECT_NE(flow.rates.action, 0);
    });
}

TEST_F(Ranks, start_again_from_rest) {
  for_each_cut(some_settings(), [](const PoreSpace& pores, Backend& alone, Backend& together) {
    together.advance(6);
    together.start_from_rest();
    EXPECT_EQ(together.steps(), 0);
    alone.advance(4);
    together.advance(4);
    EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
  });
}

TEST_F(Ranks, may_have_no_cell) {
  PoreSpace pores({9, 16, 16});
  for (std::int64_t z = 3; z < 5; ++z)
    for (std::int64_t y = 0; y < 16; ++y)
      for (std::int64_t x = 0; x < 9; ++x) pores.set_pore(x, y, z);
  std::vector<std::int64_t> cuts{0};
  for (int part = 1; part < world_.size(); ++part) cuts.push_back(4 * part);
  cuts.push_back(16);
  const Domain domain(Partition(pores.extent(), {0, 16}, cuts), world_);
  const auto alone = make_test_backend(pores, some_settings());
  const auto together = make_test_backend(domain, fetch_pores(slab_of(pores, world_), domain), some_settings());
  alone->advance(6);
  together->advance(6);
  expect_same(together->advance_and_sample(), alone->advance_and_sample());
  EXPECT_TRUE(state_bits(*together) == part_of(state_bits(*alone), pores, domain));
}

TEST_F(Ranks, refuse_an_image_without_cells_together) {
  const PoreSpace pores({9, 8, 8});
  const Domain domain(cut_evenly(pores.extent(), count_cells_by_row(pores), 1, world_.size()), world_);
  EXPECT_THROW(make_test_backend(domain, fetch_pores(slab_of(pores, world_), domain), some_settings()), InputError);
}

}  // namespace
}  // namespace perm
