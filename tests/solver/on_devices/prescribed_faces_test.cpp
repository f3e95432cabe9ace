// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: every kind of face is in the one list of cases that all tests of this file go through.
// Lids, inlets and outlets give the flow of the oracle, and the exact flows between plates.
#include "solver/prescribed_faces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr FaceRule sealed = FaceRule::sealed;
constexpr FaceRule periodic = FaceRule::periodic;

struct FacesCase {
  const char* name;
  Extent extent;
  double porosity;
  std::array<FaceRule, 3> rules;
  PrescribedFaces faces;
};

PrescribedFace velocity(const std::array<double, 3>& u, FaceProfile profile = FaceProfile::uniform) {
  return {FaceFlow::velocity, profile, u, 0};
}
PrescribedFace stream(const std::array<double, 3>& u, double deviation) {
  return {FaceFlow::stream, FaceProfile::uniform, u, deviation};
}
PrescribedFace density(double deviation) { return {FaceFlow::density, FaceProfile::uniform, {}, deviation}; }

const std::vector<FacesCase>& faces_cases() {
  static const std::vector<FacesCase> cases{
      {"lid of a square", {9, 9, 1}, 1, {sealed, sealed, periodic}, {{{}, {}, {}, velocity({0.05, 0, 0})}}},
      {"lid of a cube", {7, 6, 5}, 1, {sealed, sealed, sealed}, {{{}, {}, {}, {}, velocity({0.03, -0.02, 0})}}},
      {"two lids and solid",
       {33, 7, 5},
       0.8,
       {periodic, sealed, periodic},
       {{{}, {}, velocity({-0.04, 0, 0.01}), velocity({0.05, 0, 0})}}},
      {"inlet and outlet along x",
       {34, 8, 6},
       0.9,
       {sealed, sealed, sealed},
       {{velocity({0.05, 0, 0}, FaceProfile::parabola), density(0.01)}}},
      {"inlet and outlet along y",
       {5, 12, 7},
       1,
       {sealed, sealed, periodic},
       {{{}, {}, density(-0.02), velocity({0, -0.04, 0}, FaceProfile::parabola)}}},
      {"sides that slide along z",
       {6, 7, 11},
       0.9,
       {sealed, sealed, sealed},
       {{velocity({0, 0, 0.03}), velocity({0, 0, 0.03}), velocity({0, 0, 0.03}), velocity({0, 0, 0.03}),
         velocity({0, 0, 0.03}), density(0)}}},
      {"a stream all about",
       {35, 7, 6},
       0.9,
       {sealed, sealed, sealed},
       {{stream({0.04, 0.01, 0}, 0.002), stream({0.04, 0.01, 0}, 0), stream({0.04, 0.01, 0}, 0),
         stream({0.04, 0.01, 0}, 0), stream({0.04, 0.01, -0.01}, 0), stream({0.04, 0.01, 0}, 0)}}},
      {"a stream between a lid and a wall",
       {9, 8, 5},
       1,
       {sealed, sealed, periodic},
       {{stream({0.03, 0, 0}, 0), density(0), {}, velocity({0.03, 0, 0})}}}};
  return cases;
}

/// Says what the oracle's layer of solid does, from the extents and the faces alone.
reference::Wall wall_of(const FacesCase& c, const std::array<int, 3>& at, const std::array<int, 3>& along) {
  const std::array<double, 3> n{static_cast<double>(c.extent.nx), static_cast<double>(c.extent.ny),
                                static_cast<double>(c.extent.nz)};
  reference::Wall wall;
  int moving = 0, crossed = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const int there = at[a] + along[a];
    if (c.rules[a] == periodic || (there >= 0 && there < n[a])) continue;
    ++crossed;
    const PrescribedFace& face = c.faces[2 * a + (there < 0 ? 0 : 1)];
    if (face.flow == FaceFlow::wall) return {};
    if (face.flow == FaceFlow::density) {
      wall.is_outlet = true;
      if (!wall.is_stream) wall.density = 1 + face.density;
      continue;
    }
    if (face.flow == FaceFlow::stream && !wall.is_stream) {
      wall.is_stream = true;
      wall.density = 1 + face.density;
    }
    ++moving;
    double share = 1;
    for (std::size_t b = 0; b < 3 && face.profile == FaceProfile::parabola; ++b) {
      const double s = (at[b] + 0.5 + 0.5 * along[b]) / n[b];
      if (b != a && c.rules[b] == sealed) share *= 4 * s * (1 - s);
    }
    for (std::size_t b = 0; b < 3; ++b) wall.velocity[b] += share * face.velocity[b];
  }
  if (moving > 0) {
    for (double& component : wall.velocity) component /= moving;
    wall.is_outlet = false;
  }
  return moving > 0 || crossed == 1 ? wall : reference::Wall{};
}

class PrescribedFacesOf : public testing::TestWithParam<std::tuple<Precision, Equilibrium>> {
 protected:
  SolverSettings settings_for(const FacesCase& c) const {
    SolverSettings settings;
    std::tie(settings.precision, settings.equilibrium) = GetParam();
    settings.tau = 0.7;
    settings.threads = 2;
    settings.force = {0, 0, 0};
    settings.faces = c.faces;
    return settings;
  }
  double tolerance() const { return std::get<Precision>(GetParam()) == Precision::float64 ? 1e-12 : 2e-5; }
};

TEST_P(PrescribedFacesOf, the_flow_are_those_of_the_oracle) {
  std::mt19937 random(91);
  for (const FacesCase& c : faces_cases()) {
    SCOPED_TRACE(c.name);
    const PoreSpace pores = random_pores(c.extent, c.porosity, random);
    const SolverSettings settings = settings_for(c);
    const auto backend = make_test_backend(Domain(c.extent, FaceRules(c.rules)), pores, settings);
    const auto size = [&](std::size_t a, std::int64_t n) { return static_cast<int>(n) + (c.rules[a] == sealed); };
    const auto is_solid = [&](int x, int y, int z) {
      return x >= c.extent.nx || y >= c.extent.ny || z >= c.extent.nz || !pores.is_pore(x, y, z);
    };
    reference::Settings slow_settings{settings.tau, 0.5 + settings.magic / (settings.tau - 0.5),
                                      static_cast<reference::Equilibrium>(settings.equilibrium), settings.force};
    slow_settings.wall = [&](int x, int y, int z, int cx, int cy, int cz) {
      return wall_of(c, {x, y, z}, {cx, cy, cz});
    };
    reference::SlowLbm slow(size(0, c.extent.nx), size(1, c.extent.ny), size(2, c.extent.nz), is_solid, slow_settings);
    constexpr int steps = 40;
    backend->advance(steps);
    for (int i = 0; i < steps; ++i) slow.step();
    double worst = 0, largest = 0;
    std::size_t next = 0;
    const std::vector<double> f = all_distributions(*backend);
    for (int z = 0; z < c.extent.nz; ++z)
      for (int y = 0; y < c.extent.ny; ++y)
        for (int x = 0; x < c.extent.nx; ++x) {
          if (!pores.is_pore(x, y, z)) continue;
          for (int q = 0; q < d3q19::directions; ++q, ++next) {
            const d3q19::Velocity v = d3q19::velocity(q);
            const double expected = slow.distribution(x, y, z, v.x, v.y, v.z) - d3q19::weight(q);
            worst = std::max(worst, std::abs(f[next] - expected));
            largest = std::max(largest, std::abs(expected));
          }
        }
    EXPECT_GT(largest, 1e-4);
    EXPECT_LT(worst, tolerance() * largest);
  }
}

TEST_P(PrescribedFacesOf, a_flow_give_its_bits_with_every_number_of_threads_and_when_watched) {
  for (const FacesCase& c : faces_cases()) {
    SCOPED_TRACE(c.name);
    std::mt19937 random(92);
    const PoreSpace pores = random_pores(c.extent, c.porosity, random);
    SolverSettings settings = settings_for(c);
    const Domain domain(c.extent, FaceRules(c.rules));
    const auto alone = make_test_backend(domain, pores, settings);
    alone->advance(44);  // more than a graph of steps holds
    settings.threads = 1;
    settings.instructions = InstructionSet::plain;
    const auto watched = make_test_backend(domain, pores, settings);
    watched->advance_and_compare();
    watched->advance_and_sample();
    watched->advance(38);
    EXPECT_TRUE(state_bits(*alone) == state_bits(*watched));
    settings.device = Device::cpu;
    const auto on_cpu = make_backend(domain, pores, settings);
    on_cpu->advance(44);
    EXPECT_TRUE(state_bits(*alone) == state_bits(*on_cpu));
  }
}

INSTANTIATE_TEST_SUITE_P(With, PrescribedFacesOf,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Equilibrium::linear, Equilibrium::incompressible)),
                         [](const auto& named) {
                           return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param));
                         });

/// Gives the velocity along x in each cell of a box without solid, by rows of cells along y at the middle of x.
std::vector<double> profile_in_the_middle(const Backend& backend, const Extent& n) {
  const std::vector<double> f = all_distributions(backend);
  std::vector<double> u;
  for (std::int64_t y = 0; y < n.ny; ++y) {
    const auto cell = static_cast<std::size_t>(n.index(n.nx / 2, y, 0));
    double momentum = 0;
    for (int q = 0; q < d3q19::directions; ++q)
      momentum += d3q19::velocity(q).x * f[cell * d3q19::directions + static_cast<std::size_t>(q)];
    u.push_back(momentum);
  }
  return u;
}

TEST(PrescribedFaces, a_lid_above_a_plate_gives_couette_flow) {
  const Extent n{4, 9, 1};
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.equilibrium = Equilibrium::incompressible;
  settings.force = {0, 0, 0};
  settings.tau = 0.9;
  settings.faces[face_number(Axis::y, Side::high)] = velocity({0.1, 0, 0});
  std::mt19937 random(1);
  const auto backend =
      make_test_backend(Domain(n, FaceRules({periodic, sealed, periodic})), random_pores(n, 1, random), settings);
  backend->advance(6000);
  const std::vector<double> u = profile_in_the_middle(*backend, n);
  for (std::size_t y = 0; y < u.size(); ++y)
    EXPECT_NEAR(u[y], 0.1 * (static_cast<double>(y) + 0.5) / static_cast<double>(n.ny), 1e-13) << y;
}

/// Far from the inlet and the outlet the flow is a parabola, and as much leaves as comes in.
TEST(PrescribedFaces, an_inlet_and_an_outlet_give_the_flow_between_plates) {
  const Extent n{60, 12, 1};
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.equilibrium = Equilibrium::incompressible;
  settings.force = {0, 0, 0};
  settings.tau = 0.8;
  settings.faces[face_number(Axis::x, Side::low)] = velocity({0.05, 0, 0}, FaceProfile::parabola);
  settings.faces[face_number(Axis::x, Side::high)] = density(0);
  std::mt19937 random(1);
  const auto backend =
      make_test_backend(Domain(n, FaceRules({sealed, sealed, periodic})), random_pores(n, 1, random), settings);
  backend->advance(40000);
  const std::vector<double> u = profile_in_the_middle(*backend, n);
  double flux = 0;
  for (const double row : u) flux += row;
  EXPECT_NEAR(flux, 0.05 * 2 / 3 * static_cast<double>(n.ny), 1e-11);
  for (std::size_t y = 0; y < u.size(); ++y) {
    const double s = (static_cast<double>(y) + 0.5) / static_cast<double>(n.ny);
    EXPECT_NEAR(u[y] / 0.05, 4 * s * (1 - s), 0.004) << y;
  }
}

TEST(PrescribedFaces, of_a_stream_let_sound_and_a_wake_leave_at_low_viscosity) {
  const Extent n{48, 24, 24};
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (std::hypot(x - 11.5, y - 11.5, z - 11.5) > 3) pores.set_pore(x, y, z);
  SolverSettings settings;
  settings.precision = Precision::float32;
  settings.equilibrium = Equilibrium::incompressible;
  settings.force = {0, 0, 0};
  settings.tau = 0.515;
  settings.magic = 0.05;
  settings.faces.fill(stream({0.05, 0, 0}, 0));
  const auto backend = make_test_backend(Domain(n, FaceRules({sealed, sealed, sealed})), pores, settings);
  backend->advance(3000);
  const FlowSample sample = backend->advance_and_sample();
  ASSERT_TRUE(sample.finite);
  EXPECT_NEAR(sample.mean_velocity[0] / 0.05, 0.95, 0.05);
  EXPECT_LT(backend->measure().largest_speed, 0.09);
  EXPECT_LT(backend->measure().largest_density_deviation, 0.02);
}

TEST(PrescribedFaces, that_make_no_sense_are_refused_in_one_line) {
  std::mt19937 random(1);
  const Extent n{4, 4, 4};
  const PoreSpace pores = random_pores(n, 1, random);
  const FaceRules box({sealed, sealed, sealed});
  SolverSettings good;
  good.equilibrium = Equilibrium::incompressible;
  good.force = {0, 0, 0};
  const auto refusal = [&](const FaceRules& rules, const SolverSettings& settings) -> std::string {
    try {
      make_test_backend(Domain(n, rules), pores, settings);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  SolverSettings lid = good;
  lid.faces[face_number(Axis::y, Side::high)] = velocity({0.1, 0, 0});
  EXPECT_EQ(refusal(box, lid), "");
  for (const FaceRule rule : {FaceRule::periodic, FaceRule::symmetric})
    EXPECT_NE(refusal(FaceRules({sealed, rule, sealed}), lid).find("high face across y"), std::string::npos);
  SolverSettings fast = lid;
  fast.faces[face_number(Axis::y, Side::high)].velocity = {0.2, 0, 0};
  EXPECT_NE(refusal(box, fast).find("0.2 voxels a step"), std::string::npos);
  SolverSettings inlet = good;
  inlet.faces[face_number(Axis::x, Side::low)] = velocity({0.1, 0, 0});
  EXPECT_NE(refusal(box, inlet).find("More flows in"), std::string::npos);
  inlet.faces[face_number(Axis::x, Side::high)] = velocity({0.1, 0, 0});
  EXPECT_EQ(refusal(box, inlet), "");
  SolverSettings quadratic = lid;
  quadratic.equilibrium = Equilibrium::quadratic;
  EXPECT_NE(refusal(box, quadratic).find("quadratic"), std::string::npos);
}

}  // namespace
}  // namespace perm
