// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/cleaning.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>

#include "geometry/connectivity/small_parts.hpp"

namespace perm {
namespace {

/// Makes pore of solid, and solid of pore.
void invert(PoreSpace& pores) {
  const Extent& n = pores.extent();
  const auto bits = static_cast<unsigned>(n.nx % PoreSpace::word_bits);
  const std::uint32_t of_last = bits == 0 ? ~0U : (1U << bits) - 1;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<std::uint32_t> row = pores.row(y, z);
      for (std::uint32_t& word : row) word = ~word;
      row.back() &= of_last;
    }
}

std::string describe(const SmallParts& small, const char* from, const char* to, std::int64_t fewest) {
  return fmt::format("{} {} of {} of fewer than {} voxels became {} ({} voxels)", small.parts,
                     small.parts == 1 ? "part" : "parts", from, fewest, to, small.voxels);
}

}  // namespace

std::string remove_specks(PoreSlab& pores, std::int64_t fewest) {
  invert(pores.pores());
  const SmallParts small = remove_small_parts(pores, fewest, JoinedBy::faces_edges_and_corners, PartsAtFaces::kept);
  invert(pores.pores());
  return describe(small, "solid", "pore", fewest);
}

std::string fill_holes(PoreSlab& pores, std::int64_t fewest) {
  return describe(remove_small_parts(pores, fewest, JoinedBy::faces_and_edges, PartsAtFaces::counted), "pore", "solid",
                  fewest);
}

}  // namespace perm
