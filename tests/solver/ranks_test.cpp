// SPDX-License-Identifier: Apache-2.0
// Any number of processes gives, in every cut, the bits that one process gives: the bits of every distribution, of the
// sums and of the fields. Every process also solves the whole image alone and compares its own part.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "lattice/occupancy.hpp"
#include "partitions.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

struct Case {
  Extent extent;
  double porosity;
};
// Some extents are odd or prime, one image is one voxel wide, and some have few planes; the first has many groups and
// chunks of links a plane.
constexpr std::array<Case, 5> cases{
    {{{97, 41, 12}, 0.7}, {{33, 61, 29}, 0.2}, {{1, 13, 17}, 0.6}, {{31, 5, 4}, 1.0}, {{64, 8, 9}, 0.5}}};

std::string name(const Partition& partition) {
  return std::to_string(partition.parts_y()) + " x " + std::to_string(partition.parts_z());
}

/// Gives the bits of the cells that `domain` owns, taken from the bits of the whole image.
std::vector<std::uint64_t> part_of(const std::vector<std::uint64_t>& whole, const PoreSpace& pores,
                                   const Domain& domain) {
  std::vector<std::uint64_t> part;
  const Occupancy occupancy(pores);
  for (std::int64_t z = domain.own().z.first; z < domain.own().z.last; ++z)
    for (std::int64_t y = domain.own().y.first; y < domain.own().y.last; ++y) {
      const Range cells = occupancy.cells_of_row(y, z);
      part.insert(part.end(), whole.begin() + cells.first * d3q19::directions,
                  whole.begin() + cells.last * d3q19::directions);
    }
  return part;
}

void expect_same(const FlowSample& a, const FlowSample& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.plane_flux, b.plane_flux);
  EXPECT_EQ(a.mass_deviation, b.mass_deviation);
  EXPECT_TRUE(a.finite && b.finite);
}

class Ranks : public testing::Test {
 protected:
  void SetUp() override {
    if (device_under_test() == Device::cpu) return;
    const bool missing = world_.any(!facts_of(Device::cuda).why_absent().empty());
    if (missing) GTEST_SKIP() << "no test on a GPU: " << facts_of(Device::cuda).why_absent();
    choose_gpu(world_, GpuSharing::allowed);
    const std::string why = why_no_transport(transport_under_test(), world_);
    if (!why.empty()) GTEST_SKIP() << "no test on a GPU with " << to_string(transport_under_test()) << ": " << why;
  }
  /// Calls check(pores, alone, together): `alone` has the whole image on this process, `together` its part of the
  /// image.
  template <class Check>
  void for_each_cut(const SolverSettings& settings, const Check& check, const FaceRules& rules = {}) {
    for (const Case& c : cases) {
      std::mt19937 random(23);
      const PoreSpace pores = random_pores(c.extent, c.porosity, random);
      for (const Partition& partition : partitions_of(pores, world_)) {
        SCOPED_TRACE(to_string(c.extent) + " cut into " + name(partition));
        const Domain domain(partition, world_, rules);
        const auto alone = make_test_backend(Domain(pores.extent(), rules), pores, settings);
        const auto together = make_test_backend(domain, fetch_pores(slab_of(pores, world_), domain), settings);
        check(pores, *alone, *together);
      }
    }
  }
  static SolverSettings some_settings(Precision precision = Precision::float32) {
    SolverSettings settings;
    settings.precision = precision;
    settings.force = {1e-6, 3e-7, -2e-7};
    settings.tau = 0.8;
    settings.threads = 2;
    return settings;
  }

  Communicator world_{Communicator::world()};
};

TEST_F(Ranks, give_the_bits_of_every_distribution_that_one_gives) {
  std::vector<Precision> precisions{Precision::float32, Precision::float64};
  if (device_under_test() == Device::cuda) precisions.push_back(Precision::float16);
  for (const Precision precision : precisions)
    for_each_cut(some_settings(precision), [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      EXPECT_EQ(together.image_cells(), alone.cells());
      EXPECT_EQ(world_.sum(together.cells()), alone.cells());
      alone.advance(40);  // more than a graph of steps holds
      together.advance(40);
      EXPECT_TRUE(state_bits(together) == part_of(state_bits(alone), pores, together.domain()));
    });
}

/// Puts blocks of voxels of an image of which `domain` has a part into parts; part_at(x, y, z) numbers them.
template <class PartAt>
std::shared_ptr<const CellParts> make_parts(const PoreSpace& pores, const Domain& domain, std::int64_t parts,
                                            const PartAt& part_at) {
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::int64_t z = domain.own().z.first; z < domain.own().z.last; ++z)
    for (std::int64_t y = domain.own().y.first; y < domain.own().y.last; ++y) {
      std::vector<std::uint32_t> row;
      for (std::int64_t x = 0; x < pores.extent().nx; ++x)
        if (pores.is_pore(x, y, z)) row.push_back(static_cast<std::uint32_t>(part_at(x, y, z)));
      rows.push_back(std::move(row));
    }
  return std::make_shared<const CellParts>(parts, std::vector<CellParts::Row>(rows.begin(), rows.end()));
}

/// Few parts, which are not connected: all processes have some of each.
std::shared_ptr<const CellParts> some_parts(const PoreSpace& pores, const Domain& domain) {
  return make_parts(pores, domain, 7, [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x / 5 + 3 * (y / 3) + 5 * (z / 4)) % 7;
  });
}

/// Many parts, whose numbers grow with z as those of bodies do; the last ones are at both ends of the image, and some
/// have no cell.
std::shared_ptr<const CellParts> parts_along_z(const PoreSpace& pores, const Domain& domain) {
  const Extent& n = pores.extent();
  const std::int64_t in_layer = (n.nx / 4 + 1) * (n.ny / 3 + 1), layers = (n.nz + 1) / 3 + 1;
  return make_parts(pores, domain, 2 * in_layer * layers, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t layer = z == 0 ? layers - 1 : (z + 1) / 3;
    return 2 * (layer * in_layer + y / 3 * (n.nx / 4 + 1) + x / 4);
  });
}

TEST_F(Ranks, sum_the_densities_of_parts_as_one_does) {
  for (const auto& parts : {some_parts, parts_along_z})
    for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      alone.advance(20);
      together.advance(20);
      EXPECT_EQ(together.sum_densities(parts(pores, together.domain())),
                alone.sum_densities(parts(pores, alone.domain())));
    });
}

TEST_F(Ranks, sum_no_densities_where_one_has_no_number) {
  for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& /*alone*/, Backend& together) {
    const std::vector<double> none(d3q19::directions, std::nan(""));
    if (world_.rank() == world_.size() - 1 && together.cells() > 0) together.write_distributions(0, none);
    const bool is_none = world_.any(world_.rank() == world_.size() - 1 && together.cells() > 0);
    for (const double density : together.sum_densities(parts_along_z(pores, together.domain())))
      EXPECT_EQ(std::isnan(density), is_none);
  });
}

/// A flow that stays on GPUs goes to the planes that need it, as it does through the host.
TEST_F(Ranks, hand_on_the_flow_of_a_coarser_lattice_as_one_does) {
  if (device_under_test() == Device::cpu) GTEST_SKIP() << "CPU ranks hand it on through the host";
  for (const Extent& extent : {Extent{66, 37, 41}, Extent{31, 64, 9}, Extent{70, 20, 90}}) {
    std::mt19937 random(7);
    const PoreSpace pores = random_pores(extent, 0.6, random);
    const Extent half{(extent.nx + 1) / 2, (extent.ny + 1) / 2, (extent.nz + 1) / 2};
    const PoreSpace coarse_pores = random_pores(half, 0.6, random);
    for (const Partition& cut : partitions_of(pores, world_))
      for (const Partition& coarse_cut : partitions_of(coarse_pores, world_)) {
        SCOPED_TRACE(to_string(extent) + " cut into " + name(cut) + " from " + name(coarse_cut));
        const auto flow_of = [&](const Domain& domain, const Domain& coarse_domain) {
          const auto make = [&](const PoreSpace& image, const Domain& of) {
            return make_test_backend(of, of.processes().is_alone() ? image : fetch_pores(slab_of(image, world_), of),
                                     some_settings());
          };
          const auto coarse = make(coarse_pores, coarse_domain);
          coarse->advance(30);
          const auto kept = coarse->keep_flow(domain.own(), 1 << 30);
          auto fine = make(pores, domain);
          if (kept) fine->add_kept_flow(*kept, 1.5);
          return std::pair{kept != nullptr, std::move(fine)};
        };
        const auto [kept_alone, alone] = flow_of(Domain(extent), Domain(half));
        ASSERT_TRUE(kept_alone);
        const auto [kept, together] = flow_of(Domain(cut, world_), Domain(coarse_cut, world_));
        EXPECT_EQ(kept, coarse_cut.parts_y() == 1);
        if (kept) {
          EXPECT_TRUE(state_bits(*together) == part_of(state_bits(*alone), pores, together->domain()));
        }
      }
  }
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
    for_each_cut(settings, check, face_rules(closed.choice, closed.flow));
  }
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
    EXPECT_EQ(measures.wall_patterns, whole.wall_patterns);
    EXPECT_EQ(measures.wall_faces, whole.wall_faces);
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
