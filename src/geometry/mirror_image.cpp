// SPDX-License-Identifier: Apache-2.0
#include "geometry/mirror_image.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace perm {
namespace {

/// Puts a row of nx voxels and its mirror image into `to`, which is clear.
void double_row(std::span<const std::uint32_t> from, std::int64_t nx, std::span<std::uint32_t> to) {
  std::ranges::copy(from, to.begin());
  for (std::size_t word = 0; word < from.size(); ++word)
    for (std::uint32_t left = from[word]; left != 0; left &= left - 1) {
      const std::int64_t x = static_cast<std::int64_t>(word) * PoreSpace::word_bits + std::countr_zero(left);
      const std::int64_t image = 2 * nx - 1 - x;
      to[static_cast<std::size_t>(image / PoreSpace::word_bits)] |= 1U << (image % PoreSpace::word_bits);
    }
}

/// Gives the voxel of an axis with n voxels of which voxel `position` of the longer axis is a copy.
std::int64_t source(std::int64_t position, std::int64_t n) { return position < n ? position : 2 * n - 1 - position; }

PoreSlab append_along_z(const PoreSlab& pores) {
  const Extent& image = pores.image();
  PoreSlab doubled = PoreSlab::even({image.nx, image.ny, 2 * image.nz}, pores.processes());
  doubled.take_sample_of(pores);
  const Range own = doubled.planes();
  const Range before{std::min(own.first, image.nz), std::min(own.last, image.nz)};
  const Range behind{std::max(own.first, image.nz), std::max(own.last, image.nz)};
  const std::int64_t end = 2 * image.nz;
  const std::vector<std::uint32_t> as_they_are = pores.fetch_planes(before);
  const std::vector<std::uint32_t> to_mirror = pores.fetch_planes({end - behind.last, end - behind.first});
  const auto words = static_cast<std::size_t>(doubled.pores().words_per_row());
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = own.first; z < own.last; ++z) {
    const std::span<const std::uint32_t> planes(z < image.nz ? as_they_are : to_mirror);
    const std::int64_t plane = z < image.nz ? z - before.first : behind.last - 1 - z;
    for (std::int64_t y = 0; y < image.ny; ++y) {
      const auto row = static_cast<std::size_t>(plane * image.ny + y);
      std::ranges::copy(planes.subspan(row * words, words), doubled.pores().row(y, z - own.first).begin());
    }
  }
  return doubled;
}

}  // namespace

PoreSlab append_mirror_image(const PoreSlab& pores, Axis axis) {
  if (axis == Axis::z) return append_along_z(pores);
  const Extent& image = pores.image();
  const bool along_x = axis == Axis::x;
  const Extent extent{along_x ? 2 * image.nx : image.nx, along_x ? image.ny : 2 * image.ny, image.nz};
  PoreSlab doubled(extent, pores.planes(), pores.processes());
  doubled.take_sample_of(pores);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < pores.planes().size(); ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const std::span<const std::uint32_t> from = pores.pores().row(source(y, image.ny), z);
      const std::span<std::uint32_t> to = doubled.pores().row(y, z);
      if (along_x)
        double_row(from, image.nx, to);
      else
        std::ranges::copy(from, to.begin());
    }
  return doubled;
}

}  // namespace perm
