// SPDX-License-Identifier: Apache-2.0
// The oracle floods single voxels and knows nothing of displacements. It repeats the image seven times along the axis
// and closes it to a ring: a component winds along the axis when it also holds another copy of one of its voxels. The
// oracle misses only components whose winding numbers are all multiples of seven, and these images hold none.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

using Voxel = std::array<std::int64_t, 3>;

inline PoreSpace repeated(const PoreSpace& pores, Axis axis, std::int64_t times) {
  const Extent one = pores.extent();
  Extent all = one;
  (axis == Axis::x ? all.nx : axis == Axis::y ? all.ny : all.nz) *= times;
  PoreSpace copies(all);
  for (std::int64_t z = 0; z < all.nz; ++z)
    for (std::int64_t y = 0; y < all.ny; ++y)
      for (std::int64_t x = 0; x < all.nx; ++x)
        if (pores.is_pore(x % one.nx, y % one.ny, z % one.nz)) copies.set_pore(x, y, z);
  return copies;
}

/// The number of the component of each voxel, -1 where it is solid; and the number of components.
struct Labels {
  std::vector<int> of_voxel;
  int components{0};
};

/// Voxels are joined through faces and edges, or through faces only.
inline Labels flood(const PoreSpace& pores, JoinedBy by = JoinedBy::faces_and_edges) {
  const Extent extent = pores.extent();
  Labels labels{std::vector<int>(static_cast<std::size_t>(extent.voxels()), -1), 0};
  const auto label = [&](const Voxel& v) -> int& {
    return labels.of_voxel[static_cast<std::size_t>(extent.index(v[0], v[1], v[2]))];
  };
  std::vector<Voxel> open;
  const auto reach = [&](const Voxel& v) {
    if (!pores.is_pore(v[0], v[1], v[2]) || label(v) != -1) return;
    label(v) = labels.components;
    open.push_back(v);
  };
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        reach({x, y, z});
        if (open.empty()) continue;
        while (!open.empty()) {
          const Voxel v = open.back();
          open.pop_back();
          for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
              for (int dx = -1; dx <= 1; ++dx)
                if (std::abs(dx) + std::abs(dy) + std::abs(dz) <= (by == JoinedBy::faces ? 1 : 2))
                  reach({(v[0] + dx + extent.nx) % extent.nx, (v[1] + dy + extent.ny) % extent.ny,
                         (v[2] + dz + extent.nz) % extent.nz});
        }
        ++labels.components;
      }
  return labels;
}

inline PoreSpace flood_percolating(const PoreSpace& pores, Axis axis, JoinedBy by = JoinedBy::faces_and_edges) {
  constexpr std::int64_t times = 7;
  const Extent one = pores.extent();
  const PoreSpace copies = repeated(pores, axis, times);
  const Labels labels = flood(copies, by);
  const auto label = [&](const Voxel& v) {
    return labels.of_voxel[static_cast<std::size_t>(copies.extent().index(v[0], v[1], v[2]))];
  };
  PoreSpace kept(one);
  for (std::int64_t z = 0; z < one.nz; ++z)
    for (std::int64_t y = 0; y < one.ny; ++y)
      for (std::int64_t x = 0; x < one.nx; ++x) {
        Voxel copy{x, y, z};
        const int original = label(copy);
        for (std::int64_t i = 1; i < times && original != -1; ++i) {
          copy[static_cast<std::size_t>(axis)] += one.along(axis);
          if (label(copy) == original) kept.set_pore(x, y, z);
        }
      }
  return kept;
}

}  // namespace perm
