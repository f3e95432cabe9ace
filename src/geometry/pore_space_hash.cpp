// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_space_hash.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/hashes.hpp"

namespace perm {
namespace {

std::uint64_t hash_plane(const PoreSpace& pores, std::int64_t z) {
  const std::int64_t row_bytes = (pores.extent().nx + 7) / 8;
  const auto full_words = static_cast<std::size_t>(row_bytes / 4);
  const auto last_bytes = static_cast<int>(row_bytes % 4);
  FnvHash hash;
  for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
    const std::span<const std::uint32_t> row = pores.row(y, z);
    for (const std::uint32_t word : row.first(full_words)) hash.add(word, 4);
    if (last_bytes > 0) hash.add(row[full_words], last_bytes);
  }
  return hash.value();
}

}  // namespace

std::string hash_of(const PoreSlab& slab) {
  std::vector<std::uint64_t> planes(static_cast<std::size_t>(slab.planes().size()));
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < slab.planes().size(); ++z)
    planes[static_cast<std::size_t>(z)] = hash_plane(slab.pores(), z);

  FnvHash hash;
  const Extent& image = slab.image();
  for (const std::int64_t extent : {image.nx, image.ny, image.nz}) hash.add(static_cast<std::uint64_t>(extent), 8);
  for (const auto& of_rank : slab.processes().gather_to_all(std::span<const std::uint64_t>(planes)))
    for (const std::uint64_t plane : of_rank) hash.add(plane, 8);
  return fmt::format("fnv1a64:{:016x}", hash.value());
}

}  // namespace perm
