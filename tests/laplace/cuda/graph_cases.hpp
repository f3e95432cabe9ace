// SPDX-License-Identifier: Apache-2.0
// Lists graphs on which a GPU is compared with the CPU: extents that are odd, of one voxel, and of few or many words,
// with every rule for the faces; noise that is dense or thin, and images of which nothing, or only edges, is joined.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "device/cuda_check.hpp"
#include "laplace/slow_graph.hpp"

namespace perm {

/// Copies values from the memory of the device.
template <class T>
std::vector<T> copy_of(const T* on_device, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0)
    cuda::check(cudaMemcpy(values.data(), on_device, count * sizeof(T), cudaMemcpyDeviceToHost), "reading a list");
  return values;
}

/// Gives an image of the voxels for which is_pore(x, y, z).
template <class IsPore>
PoreSpace pores_where(const Extent& extent, const IsPore& is_pore) {
  PoreSpace pores(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (is_pore(x, y, z)) pores.set_pore(x, y, z);
  return pores;
}

/// Calls check(graph, seed) for each graph.
template <class Check>
void for_each_graph(const Check& check) {
  unsigned seed = 70;
  for (const Extent& extent : {Extent{25, 18, 14},
                               {64, 33, 9},
                               {33, 7, 40},
                               {100, 5, 6},
                               {65, 64, 66},
                               {1, 9, 8},
                               {9, 1, 7},
                               {7, 8, 1},
                               {2, 6, 5},
                               {6, 2, 2},
                               {1, 1, 1},
                               {32, 2, 1}})
    for (int rules = 0; rules < 4; ++rules) {
      const auto check_one = [&](const std::string& name, const RandomGraph& graph) {
        SCOPED_TRACE(to_string(extent) + ", " + name + ", rules " + std::to_string(rules));
        check(graph, seed);
      };
      for (const double porosity : {0.05, 0.15, 0.4, 0.7, 1.0})
        check_one("porosity " + std::to_string(porosity),
                  RandomGraph(extent, porosity, rules_for_tests(rules), seed++, 255));
      const auto check_pores = [&](const std::string& name, const auto& is_pore) {
        check_one(name, RandomGraph(pores_where(extent, is_pore), rules_for_tests(rules), seed++));
      };
      check_pores("empty", [](auto...) { return false; });
      check_pores("a checker", [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; });
      check_pores("lonely voxels", [](auto x, auto y, auto z) { return x % 2 + y % 2 + z % 2 == 0; });
      check_pores("sheets", [](auto x, auto y, auto) { return x % 3 == 0 || y % 5 == 0; });
    }
}

}  // namespace perm
