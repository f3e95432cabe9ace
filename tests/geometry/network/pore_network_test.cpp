// SPDX-License-Identifier: Apache-2.0
// Networks of pores whose throats are known: ducts between chambers, and chambers before open faces.
#include "geometry/network/pore_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <vector>

#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

/// K of a square duct of width 1 over its area (White 1974): the flux is this times w^4 over the viscosity and length.
constexpr double square_duct = 0.035144;

void open(PoreSpace& pores, Range x, Range y, Range z) {
  for (std::int64_t k = z.first; k < z.last; ++k)
    for (std::int64_t j = y.first; j < y.last; ++j)
      for (std::int64_t i = x.first; i < x.last; ++i) pores.set_pore(i, j, k);
}

/// Two cubes of 12 voxels, joined along x by a square duct.
PoreSpace two_chambers(std::int64_t width, std::int64_t length) {
  PoreSpace pores({26 + length, 16, 16});
  open(pores, {1, 13}, {2, 14}, {2, 14});
  open(pores, {13, 13 + length}, {7, 7 + width}, {6, 6 + width});
  open(pores, {13 + length, 25 + length}, {2, 14}, {2, 14});
  return pores;
}

PoreNetwork network_of(const PoreSpace& pores, const FaceRules& rules = {}) {
  return {pores, map_squared_distances(pores, rules), rules};
}

std::uint32_t body_at(const PoreNetwork& network, const PoreSpace& pores, std::array<std::int64_t, 3> voxel) {
  std::size_t cell = 0;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y)
      for (std::int64_t x = 0; x < pores.extent().nx; ++x) {
        if (std::array{x, y, z} == voxel) return network.body_of_voxel()[cell];
        cell += pores.is_pore(x, y, z) ? 1 : 0;
      }
  return PoreNetwork::outside;
}

/// Gives what passes between two bodies under a unit difference in pressure, by relaxation of all others.
double conductance_between(const PoreNetwork& network, std::uint32_t from, std::uint32_t to) {
  std::vector<double> pressure(static_cast<std::size_t>(network.count_bodies()), 0.5);
  pressure[from] = 1;
  pressure[to] = 0;
  for (int sweep = 0; sweep < 20000; ++sweep) {
    std::vector<double> sum(pressure.size());
    std::vector<double> weight(pressure.size());
    for (const Throat& throat : network.throats()) {
      if (throat.second == PoreNetwork::outside) continue;
      sum[throat.first] += throat.conductance * pressure[throat.second];
      sum[throat.second] += throat.conductance * pressure[throat.first];
      weight[throat.first] += throat.conductance;
      weight[throat.second] += throat.conductance;
    }
    for (std::size_t body = 0; body < pressure.size(); ++body)
      if (body != from && body != to && weight[body] > 0) pressure[body] = sum[body] / weight[body];
  }
  double flux = 0;
  for (const Throat& throat : network.throats())
    if (throat.first == from || throat.second == from)
      flux += throat.conductance * (1 - pressure[throat.first == from ? throat.second : throat.first]);
  return flux;
}

TEST(PoreNetwork, puts_every_pore_voxel_into_one_body) {
  const PoreSpace pores = two_chambers(3, 7);
  const PoreNetwork network = network_of(pores);
  EXPECT_EQ(static_cast<std::int64_t>(network.body_of_voxel().size()), pores.count_pores());
  std::vector<std::int64_t> cells(static_cast<std::size_t>(network.count_bodies()));
  for (const std::uint32_t body : network.body_of_voxel()) ++cells.at(body);
  EXPECT_EQ(cells, network.cells());
  EXPECT_EQ(std::count(cells.begin(), cells.end(), 0), 0);
  for (const Throat& throat : network.throats()) {
    EXPECT_LT(throat.first, throat.second);
    EXPECT_GT(throat.conductance, 0);
  }
}

TEST(PoreNetwork, knows_the_conductance_of_a_duct_between_chambers_within_a_factor_of_two) {
  for (const std::int64_t width : {1, 2, 3, 4, 5})
    for (const std::int64_t length : {2, 6, 15}) {
      const PoreSpace pores = two_chambers(width, length);
      const PoreNetwork network = network_of(pores);
      const auto w = static_cast<double>(width);
      // Besides the duct there are its two mouths, each half of a hole in a thin wall as wide as the duct.
      const double mouths = 3 / (w / 2 * w / 2 * w / 2);
      const double exact = 1 / (static_cast<double>(length) / (square_duct * w * w * w * w) + mouths);
      const double found = conductance_between(network, body_at(network, pores, {6, 8, 8}),
                                               body_at(network, pores, {19 + length, 8, 8}));
      EXPECT_GT(found / exact, 0.5) << width << " wide, " << length << " long";
      EXPECT_LT(found / exact, 2.0) << width << " wide, " << length << " long";
    }
}

/// Gives K of a periodic image as its network has it: the least dissipation under a unit gradient along x.
double permeability_of(const PoreSpace& pores, const PoreNetwork& network) {
  const Extent& n = pores.extent();
  const auto count = static_cast<std::size_t>(network.count_bodies());
  std::vector<std::complex<double>> around(count);  // the mean of exp(2 pi i x / nx) over each body
  std::size_t cell = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z))
          around[network.body_of_voxel()[cell++]] +=
              std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(x) / static_cast<double>(n.nx));
  const auto drop = [&](const Throat& throat) {  // of the pressure that the gradient alone gives
    return std::arg(around[throat.first] / around[throat.second]) / 2 / std::numbers::pi * static_cast<double>(n.nx);
  };
  std::vector<double> pressure(count);
  std::vector<double> sum(count);
  std::vector<double> weight(count);
  for (int sweep = 0; sweep < 3000; ++sweep) {
    std::ranges::fill(sum, 0.0);
    std::ranges::fill(weight, 0.0);
    for (const Throat& throat : network.throats()) {
      sum[throat.first] += throat.conductance * (pressure[throat.second] - drop(throat));
      sum[throat.second] += throat.conductance * (pressure[throat.first] + drop(throat));
      weight[throat.first] += throat.conductance;
      weight[throat.second] += throat.conductance;
    }
    for (std::size_t body = 0; body < count; ++body)
      if (weight[body] > 0) pressure[body] = (pressure[body] + sum[body] / weight[body]) / 2;
  }
  double dissipation = 0;
  for (const Throat& throat : network.throats()) {
    const double whole = pressure[throat.first] - pressure[throat.second] + drop(throat);
    dissipation += throat.conductance * whole * whole;
  }
  return dissipation / static_cast<double>(n.voxels());
}

TEST(PoreNetwork, conducts_between_touching_spheres_about_as_they_do) {
  Recipe recipe;
  recipe.kind = GeometryKind::fcc;
  recipe.extent = {48, 48, 48};
  recipe.porosity = 0.2596;
  const PoreSpace pores = generate(recipe);
  // Zick and Homsy 1982: the drag of touching FCC spheres is 435 times that of Stokes; a^2 is L^2/8, the solid 0.7405.
  const double exact = 48.0 * 48.0 / 8 * 2 / (9 * 0.7405 * 435);
  const double found = permeability_of(pores, network_of(pores));
  EXPECT_GT(found / exact, 0.7);
  EXPECT_LT(found / exact, 1.3);
}

TEST(PoreNetwork, goes_on_across_periodic_faces_and_ends_at_closed_ones) {
  PoreSpace pores({12, 9, 9});  // two cubes of 5 voxels that touch across the face
  open(pores, {0, 5}, {2, 7}, {2, 7});
  open(pores, {7, 12}, {2, 7}, {2, 7});
  const auto conductance = [&pores](const FaceRules& rules) {
    const PoreNetwork network = network_of(pores, rules);
    const std::uint32_t left = body_at(network, pores, {2, 4, 4});
    const std::uint32_t right = body_at(network, pores, {9, 4, 4});
    return left == right ? 1e9 : conductance_between(network, left, right);
  };
  EXPECT_GT(conductance({}), 0.1);
  EXPECT_EQ(conductance(FaceRules({FaceRule::symmetric, FaceRule::symmetric, FaceRule::symmetric})), 0);
}

TEST(PoreNetwork, opens_to_the_outside_where_a_face_holds_the_density) {
  PoreSpace pores({12, 8, 8});
  open(pores, {0, 12}, {2, 6}, {2, 6});
  const FaceRules rules({FaceRule::antisymmetric, FaceRule::sealed, FaceRule::sealed});
  const PoreNetwork network = network_of(pores, rules);
  EXPECT_TRUE(std::any_of(network.throats().begin(), network.throats().end(),
                          [](const Throat& throat) { return throat.second == PoreNetwork::outside; }));
}

}  // namespace
}  // namespace perm
