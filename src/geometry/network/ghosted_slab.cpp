// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/ghosted_slab.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "core/errors.hpp"

namespace perm {
namespace {

/// Gives the process that has a plane of the image.
int holder_of(const PoreSlab& slab, std::int64_t plane) {
  const auto& planes = slab.planes_by_rank();
  return static_cast<int>(
      std::find_if(planes.begin(), planes.end(), [&](const Range& range) { return range.contains(plane); }) -
      planes.begin());
}

}  // namespace

GhostedSlab::GhostedSlab(const PoreSlab& slab, const FaceRules& rules)
    : image_(slab.image()),
      planes_(slab.planes()),
      closed_(rules.closed()),
      processes_(slab.processes()),
      words_per_row_((image_.nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits) {
  if (planes() > 0) {
    const bool ends = closed_.contains(Axis::z);
    if (!ends || planes_.first > 0) below_ = holder_of(slab, (planes_.first + image_.nz - 1) % image_.nz);
    if (!ends || planes_.last < image_.nz) above_ = holder_of(slab, planes_.last % image_.nz);
  }
  const std::int64_t plane = image_.ny * words_per_row_;
  const std::span<const std::uint32_t> own = slab.pores().words();
  const auto part = [&](std::int64_t z) {
    return planes() == 0 ? std::vector<std::uint32_t>{}
                         : std::vector<std::uint32_t>(own.begin() + z * plane, own.begin() + (z + 1) * plane);
  };
  const std::vector<std::uint32_t> from_above = pass_down(part(0));
  const std::vector<std::uint32_t> from_below = pass_up(part(planes() - 1));
  words_ = LargeArray<std::uint32_t>(static_cast<std::size_t>(plane * (planes() + 2)));
  first_cell_ = LargeArray<std::uint32_t>(words_.size() + 1);
  std::copy(from_below.begin(), from_below.end(), words_.data());
  std::copy(from_above.begin(), from_above.end(), words_.data() + (planes() + 1) * plane);

  std::vector<std::uint64_t> first_of_plane(static_cast<std::size_t>(planes() + 3));
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = -1; z <= planes(); ++z) {
    std::uint32_t* const words = words_.data() + (z + 1) * plane;
    if (z >= 0 && z < planes()) std::copy_n(own.begin() + z * plane, plane, words);
    std::uint64_t cells = 0;
    for (std::int64_t word = 0; word < plane; ++word) cells += detail::count_bits(words[word]);
    first_of_plane[static_cast<std::size_t>(z + 2)] = cells;
  }
  std::partial_sum(first_of_plane.begin(), first_of_plane.end(), first_of_plane.begin());
  const std::uint64_t cells = first_of_plane.back();
  if (cells > std::numeric_limits<std::uint32_t>::max())
    throw InputError("The pore space of a process is too large",
                     std::to_string(cells) + " pore voxels are more than can be numbered", "Use more processes");
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = -1; z <= planes(); ++z) {
    auto next = static_cast<std::uint32_t>(first_of_plane[static_cast<std::size_t>(z + 1)]);
    for (std::int64_t word = (z + 1) * plane; word < (z + 2) * plane; ++word) {
      first_cell_[static_cast<std::size_t>(word)] = next;
      next += detail::count_bits(words_[static_cast<std::size_t>(word)]);
    }
  }
  first_cell_[words_.size()] = static_cast<std::uint32_t>(cells);
}

}  // namespace perm
