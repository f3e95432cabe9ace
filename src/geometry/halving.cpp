// SPDX-License-Identifier: Apache-2.0
// Counts 32 voxels at once: bit i of each of three words belongs to the count of voxel i.
#include "geometry/halving.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace perm {
namespace {

constexpr std::uint32_t every_second_bit = 0x55555555U;

/// Puts bits 0, 2, 4, ... of a word side by side.
std::uint32_t gather_every_second(std::uint32_t bits) {
  bits &= every_second_bit;
  bits = (bits | bits >> 1) & 0x33333333U;
  bits = (bits | bits >> 2) & 0x0f0f0f0fU;
  bits = (bits | bits >> 4) & 0x00ff00ffU;
  return (bits | bits >> 8) & 0x0000ffffU;
}

/// A number from 0 to 4 for each bit position.
struct Counts {
  std::uint32_t ones;
  std::uint32_t twos;
  std::uint32_t fours;
};

Counts count(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  const std::uint32_t ab = a ^ b;
  const std::uint32_t cd = c ^ d;
  const std::uint32_t carry_ab = a & b;
  const std::uint32_t carry_cd = c & d;
  const std::uint32_t carry = ab & cd;
  return {ab ^ cd, carry_ab ^ carry_cd ^ carry, (carry_ab & carry_cd) | (carry & (carry_ab ^ carry_cd))};
}

/// Bit 2i is set where at least 4 of the 8 voxels at bits 2i and 2i + 1 of the four words are pore.
std::uint32_t half_full(const Counts& n) {
  const std::uint32_t carry_ones = n.ones & n.ones >> 1;
  const std::uint32_t twos = n.twos ^ n.twos >> 1;
  const std::uint32_t carry_twos = (n.twos & n.twos >> 1) | (carry_ones & twos);
  return n.fours | n.fours >> 1 | carry_twos;
}

/// Makes one row of the half image from four rows of the image.
void halve_row(const std::span<const std::uint32_t> (&rows)[4], std::int64_t nx, std::span<std::uint32_t> half) {
  std::fill(half.begin(), half.end(), 0U);
  const std::size_t words = rows[0].size();
  for (std::size_t w = 0; w < words; ++w) {
    std::uint32_t four[4];
    for (int i = 0; i < 4; ++i) {
      four[i] = rows[i][w];
      if (w + 1 == words && nx % 2 != 0) four[i] |= (four[i] >> (nx - 1) % 32 & 1U) << nx % 32;
    }
    half[w / 2] |= gather_every_second(half_full(count(four[0], four[1], four[2], four[3]))) << 16 * (w % 2);
  }
}

}  // namespace

PoreSlab halve(const PoreSlab& pores) {
  const auto half = [](std::int64_t n) { return (n + 1) / 2; };
  const Extent& image = pores.image();
  const Range planes = pores.planes();
  PoreSlab result({half(image.nx), half(image.ny), half(image.nz)}, {half(planes.first), half(planes.last)},
                  pores.processes());
  result.take_sample_of(pores);
  const std::vector<std::uint32_t> above = pores.fetch_plane_above();
  const auto words = static_cast<std::size_t>(pores.pores().words_per_row());
  const auto row = [&](std::int64_t y, std::int64_t z) -> std::span<const std::uint32_t> {
    if (z < planes.last) return pores.pores().row(y, z - planes.first);
    return std::span(above).subspan(static_cast<std::size_t>(y) * words, words);
  };
  const Range own = result.planes();
  const std::int64_t rows = own.size() * half(image.ny);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t y = i % half(image.ny);
    const std::int64_t k = i / half(image.ny);
    const std::int64_t z = 2 * (own.first + k);
    const std::int64_t next_y = std::min(2 * y + 1, image.ny - 1);
    const std::int64_t next_z = std::min(z + 1, image.nz - 1);
    const std::span<const std::uint32_t> four[4] = {row(2 * y, z), row(next_y, z), row(2 * y, next_z),
                                                    row(next_y, next_z)};
    halve_row(four, image.nx, result.pores().row(y, k));
  }
  return result;
}

}  // namespace perm
