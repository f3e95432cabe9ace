// SPDX-License-Identifier: Apache-2.0
// Mirrors give the flow of the doubled periodic image, walls give the flow between solid voxels, and densities at the
// faces give the flow that a force drives.
#include "solver/closed_faces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "lattice/occupancy.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

using Place = std::array<std::int64_t, 3>;

struct Case {
  Extent extent;
  double porosity;
};
// The images are one and two voxels thick, longer than a word, and larger than a brick; one is all pore.
constexpr std::array<Case, 9> cases{{{{5, 4, 3}, 0.7},
                                     {{7, 1, 5}, 0.8},
                                     {{1, 6, 4}, 0.7},
                                     {{4, 5, 1}, 0.8},
                                     {{2, 2, 2}, 0.7},
                                     {{33, 5, 3}, 0.6},
                                     {{32, 9, 10}, 0.5},
                                     {{3, 3, 4}, 1.0},
                                     {{41, 19, 17}, 0.65}}};

/// Gives the image and its mirror image side by side, along each of the axes.
PoreSpace doubled(const PoreSpace& pores, const std::vector<Axis>& axes) {
  Extent all = pores.extent();
  for (const Axis axis : axes) (axis == Axis::x ? all.nx : axis == Axis::y ? all.ny : all.nz) *= 2;
  PoreSpace result(all);
  const Extent& n = pores.extent();
  const auto fold = [](std::int64_t i, std::int64_t size) { return i < size ? i : 2 * size - 1 - i; };
  for (std::int64_t z = 0; z < all.nz; ++z)
    for (std::int64_t y = 0; y < all.ny; ++y)
      for (std::int64_t x = 0; x < all.nx; ++x)
        if (pores.is_pore(fold(x, n.nx), fold(y, n.ny), fold(z, n.nz))) result.set_pore(x, y, z);
  return result;
}

/// Gives the image with one layer of solid behind the last voxel along each of the axes. The image is periodic, so the
/// layer is also before the first voxel.
PoreSpace with_layer(const PoreSpace& pores, const std::vector<Axis>& axes) {
  Extent all = pores.extent();
  for (const Axis axis : axes) (axis == Axis::x ? all.nx : axis == Axis::y ? all.ny : all.nz) += 1;
  PoreSpace result(all);
  const Extent& n = pores.extent();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z)) result.set_pore(x, y, z);
  return result;
}

std::vector<Axis> sides_of(Axis flow) {
  std::vector<Axis> sides;
  for (const Axis axis : all_axes)
    if (axis != flow) sides.push_back(axis);
  return sides;
}

/// Gives the distributions of an image by voxel and velocity.
class State {
 public:
  State(const PoreSpace& pores, const Backend& backend) : occupancy_(pores), f_(all_distributions(backend)) {}
  double at(const Place& place, const d3q19::Velocity& c) const {
    static const auto numbers = [] {
      std::array<std::size_t, 27> of_velocity{};
      for (int q = 0; q < d3q19::directions; ++q)
        of_velocity[place_of(d3q19::velocity(q))] = static_cast<std::size_t>(q);
      return of_velocity;
    }();
    return f_[static_cast<std::size_t>(occupancy_.cell(place[0], place[1], place[2])) * d3q19::directions +
              numbers[place_of(c)]];
  }
  double largest() const {
    double most = 0;
    for (const double f : f_) most = std::max(most, std::abs(f));
    return most;
  }

 private:
  static std::size_t place_of(const d3q19::Velocity& c) {
    return static_cast<std::size_t>(c.x + 1 + 3 * (c.y + 1) + 9 * (c.z + 1));
  }

  Occupancy occupancy_;
  std::vector<double> f_;
};

template <class Visit>
void for_each_distribution(const PoreSpace& pores, const Visit& visit) {
  const Extent& n = pores.extent();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z))
          for (int q = 0; q < d3q19::directions; ++q) visit(Place{x, y, z}, d3q19::velocity(q), q);
}

std::unique_ptr<Backend> make(const PoreSpace& pores, const SolverSettings& settings, const FaceRules& rules = {}) {
  return make_test_backend(Domain(pores.extent(), rules), pores, settings);
}

using Parameters = std::tuple<Precision, Axis>;
class ClosedFaces : public testing::TestWithParam<Parameters> {
 protected:
  Axis flow() const { return std::get<Axis>(GetParam()); }
  SolverSettings settings() const {
    SolverSettings settings;
    settings.precision = std::get<Precision>(GetParam());
    settings.tau = 0.8;
    settings.threads = 2;
    settings.force = {0, 0, 0};
    settings.force[static_cast<std::size_t>(flow())] = 1e-4;
    return settings;
  }
  double tolerance() const { return std::get<Precision>(GetParam()) == Precision::float64 ? 1e-12 : 1e-5; }
  /// Calls check(pores) for every case.
  template <class Check>
  void for_each_case(const Check& check) const {
    std::mt19937 random(83);
    for (const Case& c : cases) {
      SCOPED_TRACE(to_string(c.extent));
      PoreSpace pores = random_pores(c.extent, c.porosity, random);
      pores.set_pore(0, 0, 0);  // never empty
      check(pores);
    }
  }
  FaceRules rules(Boundary boundary, Sides sides = Sides::sealed) const {
    return face_rules({boundary, sides}, flow(), {2, 2, 2});  // also where the image has an axis of one voxel
  }
};

TEST_P(ClosedFaces, that_are_mirrors_give_the_flow_of_the_doubled_image) {
  for_each_case([&](const PoreSpace& pores) {
    const PoreSpace all = doubled(pores, {all_axes.begin(), all_axes.end()});
    const auto mirrored = make(pores, settings(), rules(Boundary::mirror));
    const auto whole = make(all, settings());
    for (const int steps : {2, 2, 26}) {
      mirrored->advance(steps);
      whole->advance(steps);
      const State part(pores, *mirrored);
      const State full(all, *whole);
      double worst = 0;
      const Extent& n = pores.extent();
      for_each_distribution(pores, [&](const Place& place, const d3q19::Velocity& c, int /*q*/) {
        const double value = part.at(place, c);
        for (int image = 0; image < 8; ++image) {  // the image mirrored along x (bit 0), y, z
          Place there = place;
          d3q19::Velocity turned = c;
          if ((image & 1) != 0) there[0] = 2 * n.nx - 1 - place[0], turned.x = -c.x;
          if ((image & 2) != 0) there[1] = 2 * n.ny - 1 - place[1], turned.y = -c.y;
          if ((image & 4) != 0) there[2] = 2 * n.nz - 1 - place[2], turned.z = -c.z;
          const bool across_flow = (image >> static_cast<int>(flow()) & 1) != 0;
          worst = std::max(worst, std::abs(full.at(there, turned) - (across_flow ? -value : value)));
        }
      });
      EXPECT_LE(worst, tolerance() * full.largest()) << "after " << whole->steps() << " steps";
    }
    const auto along = static_cast<std::size_t>(flow());
    const FlowSample a = mirrored->advance_and_sample();
    const FlowSample b = whole->advance_and_sample();
    EXPECT_NEAR(a.mean_velocity[along], b.mean_velocity[along], tolerance() * 1e-4);
    for (std::size_t plane = 0; plane < a.plane_flux[along].size(); ++plane)
      EXPECT_NEAR(a.plane_flux[along][plane], b.plane_flux[along][plane], tolerance() * 1e-4) << plane;
  });
}

TEST_P(ClosedFaces, that_are_sealed_are_a_layer_of_solid) {
  for_each_case([&](const PoreSpace& pores) {
    const PoreSpace all = doubled(with_layer(pores, sides_of(flow())), {flow()});
    const auto sealed = make(pores, settings(), rules(Boundary::sealed));
    const auto whole = make(all, settings());
    sealed->advance(30);
    whole->advance(30);
    const State part(pores, *sealed);
    const State full(all, *whole);
    double worst = 0;
    for_each_distribution(pores, [&](const Place& place, const d3q19::Velocity& c, int /*q*/) {
      worst = std::max(worst, std::abs(full.at(place, c) - part.at(place, c)));
    });
    EXPECT_LE(worst, tolerance() * full.largest());
  });
}

/// The flow that densities drive is the flow under a force with c_q g/2 more momentum and with a density that falls by
/// 3 g a voxel.
TEST_P(ClosedFaces, with_densities_give_the_flow_that_the_force_gives_between_mirrors) {
  const auto along = static_cast<std::size_t>(flow());
  for_each_case([&](const PoreSpace& pores) {
    for (const Sides sides : {Sides::sealed, Sides::mirror}) {
      const auto by_density = make(pores, settings(), rules(Boundary::pressure, sides));
      const auto by_force =
          make(pores, settings(), rules(sides == Sides::sealed ? Boundary::sealed : Boundary::mirror));
      const double g = settings().force[along];
      const auto planes = static_cast<double>(pores.extent().along(flow()));
      for (const int steps : {0, 2, 28}) {
        by_density->advance(steps);
        by_force->advance(steps);
        const State densities(pores, *by_density);
        const State force(pores, *by_force);
        double worst = 0;
        for_each_distribution(pores, [&](const Place& place, const d3q19::Velocity& c, int q) {
          const std::array<int, 3> component{c.x, c.y, c.z};
          const double rho = -3 * g * (static_cast<double>(place[along]) + 0.5 - planes / 2);
          const double expected = force.at(place, c) + d3q19::weight(q) * (rho + 1.5 * g * component[along]);
          worst = std::max(worst, std::abs(densities.at(place, c) - expected));
        });
        EXPECT_LE(worst, tolerance() * (g + densities.largest())) << "after " << by_force->steps() << " steps";
      }
      const FlowSample a = by_density->advance_and_sample();
      const FlowSample b = by_force->advance_and_sample();
      for (std::size_t plane = 0; plane < a.plane_flux[along].size(); ++plane)
        EXPECT_NEAR(a.plane_flux[along][plane], b.plane_flux[along][plane], 10 * tolerance() * g) << plane;
    }
  });
}

TEST_P(ClosedFaces, give_the_same_bits_with_every_number_of_threads_and_when_watched_or_begun_again) {
  std::mt19937 random(84);
  const PoreSpace pores = random_pores({40, 41, 37}, 0.98, random);
  for (const Boundary boundary : {Boundary::mirror, Boundary::pressure}) {
    const FaceRules faces = rules(boundary, Sides::mirror);
    EXPECT_GT(predict_face_bytes(Domain(pores.extent(), faces), pores), 8192 * 12) << "too few pairs for a team";
    SolverSettings plain = settings();
    plain.threads = 1;
    plain.instructions = InstructionSet::plain;
    const auto alone = make(pores, plain, faces);
    alone->advance(36);  // more than a graph of steps holds
    SolverSettings three_threads = settings();
    three_threads.threads = 3;
    const auto team = make(pores, three_threads, faces);
    team->advance(4);
    team->start_from_rest();
    team->advance_and_sample();
    team->advance_and_capture();
    team->advance(32);
    EXPECT_TRUE(state_bits(*team) == state_bits(*alone)) << to_string(boundary);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, ClosedFaces,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::ValuesIn(all_axes)),
                         [](const auto& named) {
                           return to_string(std::get<Precision>(named.param)) + "_along_" +
                                  axis_letter(std::get<Axis>(named.param));
                         });

SolverSettings along_x() {
  SolverSettings settings;
  settings.force = {1e-6, 0, 0};
  return settings;
}

TEST(FaceRulesOf, sides_that_are_closed_let_no_force_cross_them) {
  const PoreSpace pores = doubled(PoreSpace({2, 2, 2}), {});
  SolverSettings settings = along_x();
  settings.force = {0, 1e-6, 0};
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed, Boundary::pressure})
    EXPECT_THROW(make(pores, settings, face_rules({boundary, Sides::sealed}, Axis::x, {2, 2, 2})), UsageError)
        << to_string(boundary);
  settings.force = {1e-6, 1e-7, 0};
  EXPECT_THROW(make(pores, settings, face_rules({Boundary::mirror, Sides::sealed}, Axis::x, {2, 2, 2})), UsageError);
}

TEST(FaceRulesOf, mirrors_across_the_flow_refuse_inertia) {
  SolverSettings settings = along_x();
  settings.equilibrium = Equilibrium::quadratic;
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed, Boundary::pressure})
    EXPECT_THROW(make(PoreSpace({2, 2, 2}), settings, face_rules({boundary, Sides::sealed}, Axis::x, {2, 2, 2})),
                 UsageError)
        << to_string(boundary);
}

}  // namespace
}  // namespace perm
