// SPDX-License-Identifier: Apache-2.0
// A call that is made of a lattice which does not suit it throws an Error that says why.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

PoreSpace some_pores(const Extent& extent) {
  std::mt19937 random(37);
  return random_pores(extent, 0.8, random);
}

/// Expects an Error that reports a fault of this program and says `why`.
template <class Call>
void expect_refusal(const Call& call, const std::string& why) {
  try {
    call();
    FAIL() << "nothing was said about: " << why;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    EXPECT_EQ(error.exit_code(), ExitCode::failure);
  }
}

TEST(WrongLattice, that_has_captured_no_flow_gives_none) {
  const auto coarse = make_test_backend(some_pores({9, 7, 5}), {});
  const std::string why = "advance_and_capture was not called";
  std::vector<CellField> flow(9 * 7);
  expect_refusal([&] { coarse->read_flow(0, flow); }, why);
  std::vector<float> velocity(3 * 9 * 7);
  std::vector<float> density(9 * 7);
  expect_refusal([&] { coarse->read_plane(0, velocity, density); }, why);
}

TEST(WrongLattice, that_does_not_store_float16_cannot_go_on_in_float32) {
  const auto backend = make_test_backend(some_pores({9, 7, 5}), {});
  expect_refusal([&] { continue_in_float32(*backend); }, "it does not store float16");
}

}  // namespace
}  // namespace perm
