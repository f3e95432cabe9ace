// SPDX-License-Identifier: Apache-2.0
// Every test holds for any number of processes.
#include "lattice/domain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "geometry/random_pores.hpp"
#include "partitions.hpp"

namespace perm {
namespace {

constexpr std::array<Extent, 4> extents{{{33, 7, 11}, {1, 5, 5}, {70, 4, 4}, {5, 9, 4}}};

TEST(Domain, of_one_process_is_the_image) {
  const Domain domain({5, 6, 7});
  EXPECT_EQ(domain.extent(), (Extent{5, 6, 7}));
  EXPECT_TRUE(domain.faces().empty());
  EXPECT_TRUE(domain.is_own(5, 6));
  EXPECT_EQ(domain.image_z(6), 6);
}

TEST(Domain, has_its_own_rows_and_its_neighbours_beside_them) {
  const Communicator world = Communicator::world();
  std::mt19937 random(11);
  for (const Extent& extent : extents) {
    const PoreSpace whole = random_pores(extent, 0.5, random);
    for (const Partition& partition : partitions_of(whole, world)) {
      const Domain domain(partition, world);
      const PoreSpace pores = fetch_pores(slab_of(whole, world), domain);
      ASSERT_EQ(pores.extent(), domain.extent());
      for (std::int64_t z = 0; z < pores.extent().nz; ++z)
        for (std::int64_t y = 0; y < pores.extent().ny; ++y)
          EXPECT_TRUE(std::ranges::equal(pores.row(y, z), whole.row(domain.image_y(y), domain.image_z(z))));
      for (std::int64_t y = 0; y < domain.own_y(); ++y) EXPECT_EQ(domain.image_y(y), domain.own().y.first + y);
    }
  }
}

TEST(Domain, has_solid_beyond_closed_faces_and_what_it_had_elsewhere) {
  const Communicator world = Communicator::world();
  std::mt19937 random(14);
  for (const Extent& extent : extents) {
    const PoreSpace whole = random_pores(extent, 0.7, random);
    for (const Partition& partition : partitions_of(whole, world))
      for (const FaceRules& rules : {face_rules({Boundary::mirror, Sides::sealed}, Axis::x, {2, 2, 2}),
                                     FaceRules({FaceRule::periodic, FaceRule::periodic, FaceRule::antisymmetric})}) {
        const Domain domain(partition, world, rules);
        const PoreSpace pores = fetch_pores(slab_of(whole, world), domain);
        const auto beyond = [&](std::int64_t position, const Range& own, std::int64_t n) {
          const bool is_below = position > own.size();
          return position >= own.size() && (is_below ? own.first == 0 : own.last == n);
        };
        for (std::int64_t z = 0; z < pores.extent().nz; ++z)
          for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
            const bool is_solid = (rules.is_closed(Axis::y) && beyond(y, domain.own().y, extent.ny)) ||
                                  (rules.is_closed(Axis::z) && beyond(z, domain.own().z, extent.nz));
            EXPECT_EQ(domain.is_beyond(y, z), is_solid);
            if (is_solid)
              EXPECT_TRUE(std::ranges::all_of(pores.row(y, z), [](std::uint32_t word) { return word == 0; }));
            else
              EXPECT_TRUE(std::ranges::equal(pores.row(y, z), whole.row(domain.image_y(y), domain.image_z(z))));
          }
        for (const Axis axis : all_axes)
          EXPECT_EQ(domain.closed().contains(axis), rules.is_closed(axis) && !partition.is_cut(axis));
        EXPECT_EQ(domain.leaves(Axis::z, 0, -1), rules.is_closed(Axis::z) && domain.own().z.first == 0);
        EXPECT_EQ(domain.leaves(Axis::z, domain.own_z() - 1, 1),
                  rules.is_closed(Axis::z) && domain.own().z.last == extent.nz);
        EXPECT_EQ(domain.leaves(Axis::x, extent.nx - 1, 1), rules.is_closed(Axis::x));
        EXPECT_FALSE(domain.leaves(Axis::z, 0, 0));
      }
  }
}

TEST(Domain, of_all_processes_have_every_row_once) {
  const Communicator world = Communicator::world();
  std::mt19937 random(12);
  for (const Extent& extent : extents) {
    const PoreSpace whole = random_pores(extent, 0.5, random);
    for (const Partition& partition : partitions_of(whole, world)) {
      const Domain domain(partition, world);
      std::vector<std::int64_t> times(static_cast<std::size_t>(extent.ny * extent.nz));
      for (std::int64_t z = domain.own().z.first; z < domain.own().z.last; ++z)
        for (std::int64_t y = domain.own().y.first; y < domain.own().y.last; ++y)
          ++times[static_cast<std::size_t>(z * extent.ny + y)];
      world.sum(times);
      EXPECT_EQ(times, std::vector<std::int64_t>(times.size(), 1));
    }
  }
}

TEST(Domain, lists_the_rows_of_a_face_as_its_neighbour_does) {
  const Communicator world = Communicator::world();
  std::mt19937 random(13);
  for (const Extent& extent : extents) {
    const PoreSpace whole = random_pores(extent, 0.5, random);
    for (const Partition& partition : partitions_of(whole, world)) {
      const Domain domain(partition, world);
      for (const Face& face : domain.faces()) {
        // The rows that this process calls inner are outer rows of its neighbour, so rows of the image are compared.
        std::vector<std::int64_t> inner;
        for (const Domain::Row& row : domain.inner_rows(face))
          inner.push_back(domain.image_z(row.z) * extent.ny + domain.image_y(row.y));
        std::vector<std::int64_t> expected(inner.size());
        Messages messages;
        const int sent = 10 + static_cast<int>(face.side);
        const Face& other = *std::find_if(domain.faces().begin(), domain.faces().end(),
                                          [&](const Face& f) { return f.axis == face.axis && f.side != face.side; });
        // Inner rows go through this face, and the neighbour's rows come through the other face.
        world.start_to_receive(other.neighbour, sent, std::as_writable_bytes(std::span(expected)), messages);
        world.start_to_send(face.neighbour, sent, std::as_bytes(std::span(inner)), messages);
        messages.wait();
        std::vector<std::int64_t> outer;
        for (const Domain::Row& row : domain.outer_rows(other))
          outer.push_back(domain.image_z(row.z) * extent.ny + domain.image_y(row.y));
        EXPECT_EQ(outer, expected);
      }
    }
  }
}

}  // namespace
}  // namespace perm
