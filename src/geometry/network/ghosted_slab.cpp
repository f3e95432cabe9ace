// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/ghosted_slab.hpp"

#include <algorithm>
#include <limits>

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
  const auto plane = static_cast<std::ptrdiff_t>(image_.ny * words_per_row_);
  const std::span<const std::uint32_t> own = slab.pores().words();
  words_.assign(static_cast<std::size_t>(plane * (planes() + 2)), 0U);
  std::copy(own.begin(), own.end(), words_.begin() + plane);
  const auto part = [&](std::int64_t z) {
    return planes() == 0 ? std::vector<std::uint32_t>{}
                         : std::vector<std::uint32_t>(own.begin() + z * plane, own.begin() + (z + 1) * plane);
  };
  const std::vector<std::uint32_t> from_above = pass_down(part(0));
  const std::vector<std::uint32_t> from_below = pass_up(part(planes() - 1));
  std::copy(from_below.begin(), from_below.end(), words_.begin());
  std::copy(from_above.begin(), from_above.end(), words_.end() - plane);

  first_cell_.reserve(words_.size() + 1);
  std::uint64_t cells = 0;
  for (const std::uint32_t word : words_) {
    first_cell_.push_back(static_cast<std::uint32_t>(cells));
    cells += static_cast<std::uint64_t>(std::popcount(word));
  }
  if (cells > std::numeric_limits<std::uint32_t>::max())
    throw InputError("The pore space of a process is too large",
                     std::to_string(cells) + " pore voxels are more than can be numbered", "Use more processes");
  first_cell_.push_back(static_cast<std::uint32_t>(cells));
}

}  // namespace perm
