// SPDX-License-Identifier: Apache-2.0
// Only a GPU can show this: a gas has the bits of the processors, whatever the order of memory and the size of blocks.
#include <gtest/gtest.h>

#include "streaming/thermal/random_gas.hpp"

namespace perm::thermal {
namespace {

TEST(GasBits, are_those_of_the_cpu) {
  for (const auto& [nx, ny] : {std::pair{70, 45}, std::pair{3, 200}, std::pair{33, 3}})
    for (const bool has_walls : {false, true}) {
      GasBox box;
      box.nx = nx;
      box.ny = ny;
      box.gravity = {1e-4, -2e-4};
      if (has_walls) box.walls = {0.72, 0.66};
      const auto run = [&](const GasChoice& choice) {
        const auto gas = make_gas(box, choice);
        gas->begin(random_fields(box, 21));
        gas->advance(15);
        std::vector<double> all = gas->populations();
        const std::vector<double> fields = gas->fields();
        all.insert(all.end(), fields.begin(), fields.end());
        return all;
      };
      const std::vector<double> expected = run({});
      for (const auto& layout : names_of<GasLayout>)
        for (const auto& passes : names_of<GasPasses>)
          for (const int block : {32, 128, 512}) {
            GasChoice choice;
            choice.device = Device::cuda;
            choice.layout = layout.value;
            choice.passes = passes.value;
            choice.block = block;
            EXPECT_TRUE(run(choice) == expected)
                << nx << " x " << ny << ", " << layout.name << ", " << passes.name << ", blocks of " << block;
          }
    }
}

}  // namespace
}  // namespace perm::thermal
