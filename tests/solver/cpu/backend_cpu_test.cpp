// SPDX-License-Identifier: Apache-2.0
// The CPU backend chooses its threads and its instruction set, and predicts the bytes of closed faces.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/backend.hpp"
#include "solver/closed_faces.hpp"
#include "solver/cpu/make_cpu.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

PoreSpace some_pores() {
  std::mt19937 random(53);
  return random_pores({9, 7, 5}, 0.7, random);
}

TEST(Backend, uses_no_more_threads_than_the_cells_are_worth) {
  SolverSettings settings;
  settings.threads = 64;
  EXPECT_EQ(make_cpu_backend(Domain({9, 7, 5}), some_pores(), settings)->description().find("64"), std::string::npos);
}

TEST(Backend, refuses_an_instruction_set_that_the_processor_lacks) {
  bool found = false;
  for (const InstructionSet instructions : {InstructionSet::avx512, InstructionSet::avx2}) {
    if (is_supported(instructions)) continue;
    found = true;
    SolverSettings settings;
    settings.instructions = instructions;
    EXPECT_THROW(make_cpu_backend(Domain({9, 7, 5}), some_pores(), settings), DeviceError) << to_string(instructions);
  }
  if (!found) GTEST_SKIP() << "this processor has every instruction set";
}

TEST(Backend, resolves_best_to_an_instruction_set_that_is_there) {
  const InstructionSet best = resolve_instructions(InstructionSet::best);
  EXPECT_NE(best, InstructionSet::best);
  EXPECT_TRUE(is_supported(best));
  EXPECT_TRUE(is_supported(InstructionSet::plain));
}

class ClosedFaces : public testing::TestWithParam<std::tuple<Precision, Axis>> {};

TEST_P(ClosedFaces, hold_the_bytes_that_were_predicted_to_one_percent) {
  const auto [precision, flow] = GetParam();
  SolverSettings settings;
  settings.precision = precision;
  settings.threads = 2;
  settings.force = {0, 0, 0};
  settings.force[static_cast<std::size_t>(flow)] = 1e-4;
  std::mt19937 random(85);
  for (const Extent& extent : {Extent{33, 17, 13}, Extent{48, 48, 48}, Extent{101, 31, 29}}) {
    const PoreSpace pores = random_pores(extent, 0.99, random);
    const FaceRules rules = face_rules({Boundary::mirror, Sides::sealed}, flow, {2, 2, 2});
    const auto backend = make_cpu_backend(Domain(extent, rules), pores, settings);
    const auto predicted = static_cast<double>(predict_bytes(pores, pores.count_pores(), settings) +
                                               predict_face_bytes(backend->domain(), pores));
    EXPECT_NEAR(predicted / static_cast<double>(backend->bytes()), 1, 0.01) << to_string(extent);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, ClosedFaces,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::ValuesIn(all_axes)),
                         [](const auto& named) {
                           return to_string(std::get<Precision>(named.param)) + "_along_" +
                                  axis_letter(std::get<Axis>(named.param));
                         });

}  // namespace
}  // namespace perm
