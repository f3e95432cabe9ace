// SPDX-License-Identifier: Apache-2.0
// Compares the collision beside walls between voxels with the full matrices of the oracle.
#include "solver/cell/cut_update.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <random>

#include "lattice/wall_cuts.hpp"
#include "oracle/cut_cell.hpp"

namespace perm {
namespace {

constexpr std::array<double, 3> force{0.3, -0.2, 0.1};

/// Tells which port of the oracle is a direction of the program.
Eigen::Index port_of(int q) {
  const d3q19::Velocity c = d3q19::velocity(q);
  for (std::size_t port = 0; port < reference::ports; ++port) {
    const auto& other = reference::all_ports()[port].c;
    if (other[0] == c.x && other[1] == c.y && other[2] == c.z) return static_cast<Eigen::Index>(port);
  }
  return -1;
}

struct Example {
  CutLinks links{};
  double f[d3q19::directions]{};
  SolverSettings settings;

  explicit Example(std::mt19937& generator) {
    std::uniform_real_distribution<double> chance(0, 1);
    constexpr std::array magics{1.0 / 8, 3.0 / 16, 1.0 / 4};
    settings.tau = 0.51 + 4 * chance(generator) * chance(generator);
    settings.magic = magics[generator() % 3];
    settings.force = force;
    const double share = chance(generator), longest = chance(generator);
    for (int q = 1; q < d3q19::directions; ++q)
      if (chance(generator) < share) {
        links.solid |= 1U << (q - 1);
        links.code[q] = WallCuts::code_of(longest * chance(generator));
      }
    for (double& value : f) value = chance(generator) - 0.5;
  }

  reference::CutCell of_oracle() const {
    reference::Cuts cuts{};
    for (int q = 1; q < d3q19::directions; ++q)
      if (links.is_cut(q)) cuts[static_cast<std::size_t>(port_of(q))] = WallCuts::place_of(links.code[q]);
    return make_cut_cell(cuts, reference::WallRule::sub_voxel, {settings.tau, settings.magic});
  }
  reference::PortVector before() const {
    reference::PortVector values;
    for (int q = 0; q < d3q19::directions; ++q) values[port_of(q)] = f[q];
    return values;
  }
  /// Gives the largest difference from the oracle, in numbers of a type.
  template <class Real>
  double worst() const {
    Real values[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) values[q] = static_cast<Real>(f[q]);
    collide_cut(values, CutTable<Real>(settings).cell(links), make_cut_parameters<Real>(settings));
    const reference::Collision collision = reference::collide(of_oracle(), {force[0], force[1], force[2]});
    const reference::PortVector after = collision.matrix * before() + collision.added;
    double worst = 0;
    for (int q = 0; q < d3q19::directions; ++q)
      worst = std::max(worst, std::abs(static_cast<double>(values[q]) - after[port_of(q)]));
    return worst;
  }
};

TEST(CutUpdate, is_the_full_matrix_for_any_walls) {
  std::mt19937 generator(11);
  double worst = 0, worst_single = 0;
  for (int i = 0; i < 3000; ++i) {
    const Example example(generator);
    worst = std::max(worst, example.worst<double>());
    worst_single = std::max(worst_single, example.worst<float>());
  }
  EXPECT_LT(worst, 1e-13);
  EXPECT_LT(worst_single, 2e-5);
}

TEST(CutUpdate, works_on_vectors_of_cells) {
  using Vector = double __attribute__((vector_size(16)));
  std::mt19937 generator(12);
  const Example one(generator);
  Example other(generator);
  other.settings = one.settings;
  CutCell<Vector> cells;
  const auto both = [](double first, double second) { return Vector{first, second}; };
  const auto a = CutTable<double>(one.settings).cell(one.links), b = CutTable<double>(one.settings).cell(other.links);
  for (int q = 0; q < d3q19::directions; ++q) cells.conductance[q] = both(a.conductance[q], b.conductance[q]);
  for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) cells.open[i] = both(a.open[i], b.open[i]);
  cells.odd = both(a.odd, b.odd);
  cells.between = both(a.between, b.between);
  cells.seen_all = both(a.seen_all, b.seen_all);
  cells.seen_open = both(a.seen_open, b.seen_open);
  cells.density_coupling = both(a.density_coupling, b.density_coupling);
  cells.force_share = both(a.force_share, b.force_share);
  Vector f[d3q19::directions];
  double first[d3q19::directions], second[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) {
    f[q] = both(one.f[q], other.f[q]);
    first[q] = one.f[q];
    second[q] = other.f[q];
  }
  const auto parameters = make_cut_parameters<double>(one.settings);
  const Moments<Vector> moments = collide_cut(f, cells, parameters);
  const Moments<double> of_first = collide_cut(first, a, parameters), of_second = collide_cut(second, b, parameters);
  for (int q = 0; q < d3q19::directions; ++q) {
    EXPECT_EQ(f[q][0], first[q]);
    EXPECT_EQ(f[q][1], second[q]);
  }
  EXPECT_EQ(moments.reversal[0], of_first.reversal);
  EXPECT_EQ(moments.velocity[2][1], of_second.velocity[2]);
}

TEST(CutUpdate, is_the_collision_of_fluid_where_no_wall_is) {
  std::mt19937 generator(13);
  Example example(generator);
  example.links = {};
  double cut[d3q19::directions], fluid[d3q19::directions];
  std::copy(std::begin(example.f), std::end(example.f), cut);
  std::copy(std::begin(example.f), std::end(example.f), fluid);
  const Moments<double> moments = collide_cut(cut, CutTable<double>(example.settings).cell(example.links),
                                              make_cut_parameters<double>(example.settings));
  const Moments<double> expected =
      collide<Equilibrium::linear>(fluid, make_collision_parameters<double>(example.settings));
  for (int q = 0; q < d3q19::directions; ++q) EXPECT_NEAR(cut[q], fluid[q], 1e-15);
  EXPECT_NEAR(moments.density, expected.density, 1e-15);
  EXPECT_NEAR(moments.velocity[1], expected.velocity[1], 1e-15);
  EXPECT_NEAR(moments.reversal, expected.reversal, 1e-13);
}

TEST(CutUpdate, gives_the_moments_before_and_the_reversal) {
  std::mt19937 generator(14);
  for (int i = 0; i < 100; ++i) {
    const Example example(generator);
    const reference::CutCell cell = example.of_oracle();
    const reference::PortVector before = example.before();
    const reference::Collision collision = reference::collide(cell, {force[0], force[1], force[2]});
    const reference::PortVector after = collision.matrix * before + collision.added;
    double reversal = 0, along_x = cell.force_share * force[0] / 2;
    for (std::size_t port = 0; port < reference::ports; ++port) {
      const auto row = static_cast<Eigen::Index>(port);
      reversal += before[static_cast<Eigen::Index>(reference::ports) - 1 - row] * after[row] /
                  reference::all_ports()[port].weight;
      along_x += reference::all_ports()[port].c[0] * before[row];
    }
    double f[d3q19::directions];
    std::copy(std::begin(example.f), std::end(example.f), f);
    const Moments<double> moments = collide_cut(f, CutTable<double>(example.settings).cell(example.links),
                                                make_cut_parameters<double>(example.settings));
    EXPECT_NEAR(moments.reversal, reversal, 1e-11);
    EXPECT_NEAR(moments.velocity[0], along_x, 1e-14);
    EXPECT_NEAR(moments.density, before.sum(), 1e-14);
  }
}

}  // namespace
}  // namespace perm
