// SPDX-License-Identifier: Apache-2.0
// Tells how the pores of a block of 2^3 voxels hang together, for each of the 256 blocks that there are.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/extent.hpp"
#include "geometry/connectivity/link_rules.hpp"

namespace perm {

/// Counts the blocks of an image of voxels, or of blocks.
constexpr Extent halved(const Extent& n) { return {(n.nx + 1) / 2, (n.ny + 1) / 2, (n.nz + 1) / 2}; }

/// Tells for a block of 2^3 voxels which piece each voxel belongs to, by the bits of its pores (bit 4 z + 2 y + x).
/// Voxels with a face between them are one piece; where edges join too, so are those that meet in an edge between solid
/// ones.
struct Pieces {
  std::array<std::uint8_t, 8> of_voxel{};
  std::uint8_t count{0};
};

constexpr std::array<Pieces, 256> list_pieces(JoinedBy by) {
  std::array<Pieces, 256> of_pattern{};
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    std::array<unsigned, 8> label{0, 1, 2, 3, 4, 5, 6, 7};
    const auto is_pore = [pattern](unsigned voxel) { return (pattern >> voxel & 1U) != 0; };
    const auto join = [&label](unsigned a, unsigned b) {
      const unsigned low = label[a] < label[b] ? label[a] : label[b];
      const unsigned high = label[a] < label[b] ? label[b] : label[a];
      for (unsigned& l : label)
        if (l == high) l = low;
    };
    for (unsigned a = 0; a < 8; ++a)
      for (unsigned b = a + 1; b < 8; ++b) {
        if (!is_pore(a) || !is_pore(b)) continue;
        const unsigned apart = a ^ b;
        if (std::popcount(apart) == 1) join(a, b);
        if (std::popcount(apart) != 2 || by == JoinedBy::faces) continue;
        const unsigned one = apart & (~apart + 1);  // the lowest of the two axes along which they are apart
        if (!is_pore(a ^ one) && !is_pore(b ^ one)) join(a, b);
      }
    Pieces& pieces = of_pattern[pattern];
    for (unsigned voxel = 0; voxel < 8; ++voxel) {
      if (!is_pore(voxel)) continue;
      if (label[voxel] == voxel)
        pieces.of_voxel[voxel] = pieces.count++;
      else
        pieces.of_voxel[voxel] = pieces.of_voxel[label[voxel]];
    }
  }
  return of_pattern;
}

inline constexpr std::array<Pieces, 256> pieces_of = list_pieces(JoinedBy::faces_and_edges);
inline constexpr std::array<Pieces, 256> pieces_by_faces = list_pieces(JoinedBy::faces);

}  // namespace perm
