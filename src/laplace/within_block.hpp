// SPDX-License-Identifier: Apache-2.0
// Solves for the potentials of the voxels of one block of 2^3, where what flows in from other blocks is known: by
// elimination, for the one piece that the pores of a block are if they are more than two opposite corners.
#pragma once

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "laplace/block_pieces.hpp"

namespace perm {

/// Says what conducts within blocks, in quanta; faces between voxels of widths a and b conduct a b, times `faces`.
struct WithinBlock {
  WithinBlock(const Extent& n, const FaceRules& rules, float quanta_of_edge)
      : faces{faces_along(n, rules, Axis::x), faces_along(n, rules, Axis::y), faces_along(n, rules, Axis::z)},
        of_edge(quanta_of_edge) {}

  /// Replaces what flows into each pore of a block by the potential at which it flows on through the block. Pores are
  /// the voxels whose bit is in `pattern` (Pieces). Of the inflows their mean is left out, and the mean of the
  /// potentials is 0.
  PERM_HOST_DEVICE void solve(unsigned pattern, const float (&widths)[8], float (&values)[8]) const {
    const unsigned count = detail::count_bits(pattern);
    unsigned highest = 0;
    for (unsigned v = 1; v < 8; ++v) highest = (pattern >> v & 1U) != 0 ? v : highest;
    const bool is_apart = count == 2 && (pattern >> (7 - highest) & 1U) != 0;
    if (count == 1 || is_apart) {
      for (float& value : values) value = 0;
      return;
    }
    const auto is_pore = [pattern](unsigned voxel) { return (pattern >> voxel & 1U) != 0; };
    const auto is_free = [&](unsigned voxel) { return is_pore(voxel) && voxel != highest; };
    float mean = 0;
    for (unsigned v = 0; v < 8; ++v) mean += is_pore(v) ? values[v] : 0;
    mean /= static_cast<float>(count);
    float matrix[8][8];  // only what is not below the diagonal
    float potential[8];
    PERM_UNROLL
    for (unsigned v = 0; v < 8; ++v) {
      potential[v] = is_free(v) ? values[v] - mean : 0;
      matrix[v][v] = is_free(v) ? 0 : 1;
    }
    PERM_UNROLL
    for (unsigned a = 0; a < 8; ++a) {
      PERM_UNROLL
      for (unsigned b = a + 1; b < 8; ++b) {
        const float quanta = is_pore(a) && is_pore(b) ? conductance(pattern, a, b, widths) : 0;
        matrix[a][b] = b == highest ? 0 : -quanta;
        matrix[a][a] += quanta;  // `a` is not the highest one where there is a link
        matrix[b][b] += b == highest ? 0 : quanta;
      }
    }
    PERM_UNROLL
    for (unsigned k = 0; k < 8; ++k) {
      const float inverse = 1 / matrix[k][k];
      PERM_UNROLL
      for (unsigned i = k + 1; i < 8; ++i) {
        const float share = matrix[k][i] * inverse;
        PERM_UNROLL
        for (unsigned j = i; j < 8; ++j) matrix[i][j] -= share * matrix[k][j];
        potential[i] -= share * potential[k];
      }
      matrix[k][k] = inverse;
    }
    float sum = 0;
    PERM_UNROLL
    for (unsigned k = 8; k-- > 0;) {
      PERM_UNROLL
      for (unsigned j = k + 1; j < 8; ++j) potential[k] -= matrix[k][j] * potential[j];
      potential[k] *= matrix[k][k];
      sum += potential[k];
    }
    mean = sum / static_cast<float>(count);
    for (unsigned v = 0; v < 8; ++v) values[v] = is_pore(v) ? potential[v] - mean : 0;
  }

  float faces[3];  ///< from a voxel to the next one in its block: two where an image goes on after two voxels
  float of_edge;

 private:
  static float faces_along(const Extent& n, const FaceRules& rules, Axis axis) {
    return n.along(axis) == 2 && !rules.is_closed(axis) ? 2 : 1;
  }
  /// Gives what conducts between two pores of a block.
  PERM_HOST_DEVICE float conductance(unsigned pattern, unsigned a, unsigned b, const float (&widths)[8]) const {
    const unsigned apart = a ^ b;
    if (apart == 7) return 0;
    if ((apart & (apart - 1)) == 0) return faces[apart / 2] * widths[a] * widths[b];
    const unsigned one = apart & (~apart + 1);  // the lower of the two axes along which they are apart
    const unsigned other = apart ^ one;
    if ((pattern >> (a ^ one) & 1U) != 0 || (pattern >> (b ^ one) & 1U) != 0) return 0;
    return faces[one / 2] * faces[other / 2] * of_edge;
  }
};

}  // namespace perm
