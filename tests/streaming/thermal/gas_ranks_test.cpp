// SPDX-License-Identifier: Apache-2.0
// A gas has the bits of one process in every cut among processes.
#include <gtest/gtest.h>

#include "solver/test_on_ranks.hpp"
#include "streaming/thermal/random_gas.hpp"

namespace perm::thermal {
namespace {

class GasRanks : public TestOnRanks {};

TEST_F(GasRanks, have_the_bits_of_one_process_in_every_cut) {
  for (const auto& [nx, ny] : {std::pair{12, 14}, std::pair{31, 17}})
    for (const bool has_walls : {false, true})
      for (const auto& passes : names_of<GasPasses>) {
        GasBox box;
        box.nx = nx;
        box.ny = ny;
        box.gravity = {1e-4, -2e-4};
        if (has_walls) box.walls = {0.72, 0.66};
        GasChoice choice;
        choice.device = device_under_test();
        choice.transport = transport_under_test();
        choice.threads = 1;
        choice.passes = passes.value;
        const std::vector<double> fields = random_fields(box, 2);
        const auto alone = make_gas(box, choice);
        alone->begin(fields);
        alone->advance(9);
        for (int tiles_x = 1; tiles_x <= world_.size(); ++tiles_x) {
          if (world_.size() % tiles_x != 0) continue;
          choice.tiles_x = tiles_x;
          choice.tiles_y = world_.size() / tiles_x;
          choice.processes = world_;
          const auto together = make_gas(box, choice);
          together->begin(part_of(fields, box, together->own(), field_count));
          for (int i = 0; i < 3; ++i) together->advance(3);
          EXPECT_TRUE(together->populations() == part_of(alone->populations(), box, together->own(), directions))
              << box.nx << " x " << box.ny << ", " << choice.tiles_x << " x " << choice.tiles_y << " tiles, "
              << passes.name;
        }
        choice.tiles_x = choice.tiles_y = 1;
        choice.processes = {};
      }
}

}  // namespace
}  // namespace perm::thermal
