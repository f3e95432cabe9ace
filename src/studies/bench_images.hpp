// SPDX-License-Identifier: Apache-2.0
// The images of one's own that `bench` measures besides those that it makes.
#pragma once

#include <string>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "input/options/option_values.hpp"

namespace perm {

struct BenchImage {
  std::string name;
  PoreSlab pores;
};

/// Reads the images of --images FILE:PORE[:SIZE],...; none where it is not given. Collective. Throws InputError.
std::vector<BenchImage> read_bench_images(const OptionValues& values);

}  // namespace perm
