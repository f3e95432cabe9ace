// SPDX-License-Identifier: Apache-2.0
// The host does cell after cell what the threads of a GPU do, and gets the bits of the CPU backend.
#include "solver/cuda/cell_step.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/closed_faces.hpp"
#include "solver/cuda/on_host/brick_lattice.hpp"
#include "solver/devices.hpp"
#include "solver/state_bits.hpp"

namespace perm {
namespace {

/// Steps a lattice in brick order cell by cell.
template <Equilibrium E, class Real>
class HostBricks {
 public:
  using Tiles = GpuTiles<static_cast<int>(sizeof(Real))>;

  HostBricks(const PoreSpace& pores, const SolverSettings& settings, const FaceRules& rules = {})
      : pores_(&pores),
        lattice_(pores, rules.closed()),
        values_(static_cast<std::size_t>(Tiles::count(lattice_.index().cells) * Tiles::values)) {
    parameters_ = make_collision_parameters<Real>(settings);
    for (std::uint32_t cell = 0; cell < lattice_.index().cells; ++cell)
      for (int q = 0; q < d3q19::directions; ++q)
        values_[static_cast<std::size_t>(Tiles::slot(cell, q))] = rest_distribution(q, parameters_.force);
    const Domain domain(pores.extent(), rules);
    for_each_face_pair(domain, pores, [this](const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection) {
      pairs_.push_back({{lattice_.cell(a.x, a.y, a.z), lattice_.cell(b.x, b.y, b.z)},
                        {static_cast<std::uint8_t>(a.q), static_cast<std::uint8_t>(b.q)},
                        reflection});
    });
    const auto reflections = find_reflections(domain, settings);
    for (std::size_t i = 0; i < reflection_count; ++i)
      reflections_.of[i] = {static_cast<Real>(reflections[i].sign), static_cast<Real>(reflections[i].shift)};
  }

  void advance(int steps) {
    const BrickIndex index = lattice_.index();
    for (int step = 0; step < steps; step += 2) {
      for (std::uint32_t cell = 0; cell < index.cells; ++cell)
        CellStep<E, Real>::even(values_.data(), cell, parameters_);
      reflect_at_faces();
      for (std::uint32_t cell = index.cells; cell-- > 0;)  // any order will do
        CellStep<E, Real>::odd(values_.data(), index, cell, index.records[cell], parameters_);
      reflect_at_faces();
    }
  }

  /// Gives the distributions in memory order.
  std::vector<double> distributions() const {
    std::vector<double> f;
    const Extent& n = pores_->extent();
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x)
          for (int q = 0; q < d3q19::directions && pores_->is_pore(x, y, z); ++q)
            f.push_back(static_cast<double>(values_[static_cast<std::size_t>(Tiles::slot(lattice_.cell(x, y, z), q))]));
    return f;
  }

 private:
  void reflect_at_faces() {
    for (const FacePair& pair : pairs_) reflect<Tiles>(values_.data(), pair, reflections_);
  }

  const PoreSpace* pores_;
  BrickLattice lattice_;
  std::vector<Real> values_;
  CollisionParameters<Real> parameters_;
  std::vector<FacePair> pairs_;
  Reflections<Real> reflections_{};
};

template <Equilibrium E, class Real>
void expect_the_bits_of_the_cpu_backend(const PoreSpace& pores, Precision precision, const FaceRules& rules = {}) {
  SolverSettings settings;
  settings.equilibrium = E;
  settings.precision = precision;
  settings.tau = 0.8;
  settings.force = {2e-3, -8e-4, 6e-4};
  if (rules != FaceRules{}) settings.force = {0, 2e-3, 0};
  const auto backend = make_backend(Domain(pores.extent(), rules), pores, settings);
  HostBricks<E, Real> bricks(pores, settings, rules);
  backend->advance(6);
  bricks.advance(6);
  EXPECT_TRUE(bricks.distributions() == all_distributions(*backend)) << to_string(pores.extent());
}

TEST(CellStep, gives_the_bits_of_the_cpu_backend_in_the_brick_order) {
  std::mt19937 random(73);
  for (const Extent& extent : {Extent{45, 37, 51}, Extent{64, 16, 32}, Extent{1, 3, 70}}) {
    const PoreSpace pores = random_pores(extent, 0.5, random);
    expect_the_bits_of_the_cpu_backend<Equilibrium::linear, float>(pores, Precision::float32);
    expect_the_bits_of_the_cpu_backend<Equilibrium::linear, double>(pores, Precision::float64);
    expect_the_bits_of_the_cpu_backend<Equilibrium::quadratic, float>(pores, Precision::float32);
    for (const Boundary boundary : {Boundary::mirror, Boundary::sealed}) {
      const FaceRules rules = face_rules({boundary, Sides::sealed}, Axis::y, {2, 2, 2});
      expect_the_bits_of_the_cpu_backend<Equilibrium::linear, float>(pores, Precision::float32, rules);
      expect_the_bits_of_the_cpu_backend<Equilibrium::linear, double>(pores, Precision::float64, rules);
    }
  }
}

}  // namespace
}  // namespace perm
