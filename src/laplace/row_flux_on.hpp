// SPDX-License-Identifier: Apache-2.0
// The work of RowFlux, compiled for each instruction set, and therefore without functions of the standard library,
// which all of them would share. Words::spread writes potentials and widths of cells to the pore voxels of a word;
// Words::gather takes values of the pore voxels.
#pragma once

#include <cstdint>

#include "laplace/row_flux.hpp"

namespace perm {

template <class Words>
struct RowFluxOn {
  static constexpr int voxels_a_word = 32;

  static void write(RowWords row, const float* potential, const std::uint8_t* widths, float* of_potential,
                    float* of_width) {
    for (std::int64_t i = 0; i < row.count; ++i) {
      const OccupancyWord& word = row.first[i];
      Words::spread(word.bits, potential + word.first_cell, widths + word.first_cell, of_potential, of_width);
      of_potential += voxels_a_word;
      of_width += voxels_a_word;
    }
  }

  static void find(RowWords row, const DenseRow& own, const DenseRow (&beside)[4], float* of_cells) {
    for (std::int64_t i = 0; i < row.count; ++i) {
      const std::uint32_t bits = row.first[i].bits;
      if (bits == 0) continue;
      float flux[voxels_a_word];
      find_in_word(i * voxels_a_word, own, beside, flux);
      Words::gather(bits, flux, of_cells);
      of_cells += __builtin_popcount(bits);
    }
  }

 private:
  static void find_in_word(std::int64_t first, const DenseRow& own, const DenseRow (&beside)[4],
                           float* __restrict flux) {
    const float* __restrict const p = own.potential + first;
    const float* __restrict const w = own.width + first;
    const float* __restrict const p0 = beside[0].potential + first;
    const float* __restrict const p1 = beside[1].potential + first;
    const float* __restrict const p2 = beside[2].potential + first;
    const float* __restrict const p3 = beside[3].potential + first;
    const float* __restrict const w0 = beside[0].width + first;
    const float* __restrict const w1 = beside[1].width + first;
    const float* __restrict const w2 = beside[2].width + first;
    const float* __restrict const w3 = beside[3].width + first;
    for (int x = 0; x < voxels_a_word; ++x) {
      float sum = w[x] * w[x - 1] * (p[x] - p[x - 1]);
      sum += w[x] * w[x + 1] * (p[x] - p[x + 1]);
      sum += w[x] * w0[x] * (p[x] - p0[x]);
      sum += w[x] * w1[x] * (p[x] - p1[x]);
      sum += w[x] * w2[x] * (p[x] - p2[x]);
      sum += w[x] * w3[x] * (p[x] - p3[x]);
      flux[x] = sum;
    }
  }
};

/// Goes from run to run of pore voxels. `InstructionSet` is a type of the file alone.
template <class InstructionSet>
struct WordsByRuns {
  static void spread(std::uint32_t bits, const float* potential, const std::uint8_t* widths, float* of_potential,
                     float* of_width) {
    for (int i = 0; i < 32; ++i) of_width[i] = 0;
    for_each_run(bits, [&](int first, int count) {
      for (int i = 0; i < count; ++i) of_potential[first + i] = potential[i];
      for (int i = 0; i < count; ++i) of_width[first + i] = static_cast<float>(widths[i]);
      potential += count;
      widths += count;
    });
  }
  static void gather(std::uint32_t bits, const float* of_voxels, float* of_cells) {
    for_each_run(bits, [&](int first, int count) {
      for (int i = 0; i < count; ++i) of_cells[i] = of_voxels[first + i];
      of_cells += count;
    });
  }

 private:
  template <class Visit>
  static void for_each_run(std::uint32_t bits, const Visit& visit) {
    if (bits == ~0U) return visit(0, 32);
    while (bits != 0) {
      const int first = __builtin_ctz(bits);
      const int count = __builtin_ctz(~(bits >> first));
      visit(first, count);
      if (first + count == 32) return;
      bits &= ~0U << (first + count);
    }
  }
};

}  // namespace perm
