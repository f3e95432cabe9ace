// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_slab.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/errors.hpp"
#include "geometry/bit_count.hpp"

namespace perm {

PoreSlab::PoreSlab(PoreSpace pores)
    : image_(pores.extent()), planes_{0, image_.nz}, planes_by_rank_{planes_}, pores_(std::move(pores)) {}

PoreSlab::PoreSlab(const Extent& image, Range planes, Communicator processes)
    : image_(image), planes_(planes), processes_(std::move(processes)) {
  if (image.nx <= 0 || image.ny <= 0 || image.nz <= 0) pores_ = PoreSpace(image);  // throws
  if (planes.size() > 0) pores_ = PoreSpace({image.nx, image.ny, planes.size()});
  planes_by_rank_.clear();
  for (const auto& of_rank : processes_.gather_to_all(std::span<const Range>(&planes_, 1)))
    planes_by_rank_.push_back(of_rank.front());
}

PoreSlab PoreSlab::even(const Extent& image, const Communicator& processes) {
  return {image, even_part(image.nz, processes.rank(), processes.size()), processes};
}

PoreSlab PoreSlab::all_solid() const {
  PoreSlab solid;
  solid.image_ = image_;
  solid.outside_voxels_ = outside_voxels_;
  solid.planes_ = planes_;
  solid.processes_ = processes_;
  solid.planes_by_rank_ = planes_by_rank_;
  if (planes_.size() > 0) solid.pores_ = PoreSpace(pores_.extent());
  return solid;
}

void PoreSlab::take_sample_of(const PoreSlab& other) {
  const double share = static_cast<double>(other.outside_voxels_) / static_cast<double>(other.image_.voxels());
  outside_voxels_ = std::llround(share * static_cast<double>(image_.voxels()));
}

PoreSlab PoreSlab::on_first(int count) const {
  if (count >= processes_.size()) return *this;
  const Communicator first = processes_.first(count);
  const bool takes_part = processes_.rank() < count;
  PoreSlab slab(image_, takes_part ? even_part(image_.nz, processes_.rank(), count) : Range{}, first);
  slab.outside_voxels_ = outside_voxels_;
  std::vector<std::vector<std::uint32_t>> to(static_cast<std::size_t>(processes_.size()));
  for (int rank = 0; rank < count; ++rank) {
    const Range wanted = even_part(image_.nz, rank, count);
    const Range shared = common(wanted, planes_);
    if (shared.size() <= 0) continue;
    const auto plane_words = static_cast<std::size_t>(pores_.words_per_row() * image_.ny);
    const auto words = pores_.words().subspan(static_cast<std::size_t>(shared.first - planes_.first) * plane_words,
                                              static_cast<std::size_t>(shared.size()) * plane_words);
    to[static_cast<std::size_t>(rank)].assign(words.begin(), words.end());
  }
  std::int64_t next = 0;
  for (const auto& words : processes_.exchange(to))  // slabs follow each other in order of rank
    for (auto row = words.begin(); row != words.end(); row += slab.pores_.words_per_row(), ++next)
      std::copy_n(row, slab.pores_.words_per_row(), slab.pores_.row(next % image_.ny, next / image_.ny).begin());
  return slab;
}

std::vector<std::size_t> PoreSlab::pores_before_rows(const Range& planes) const {
  const Range own = common(planes_, planes);
  const auto rows = static_cast<std::size_t>(image_.ny * own.size());
  std::vector<std::size_t> before(rows + 1);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t row = 0; row < rows; ++row) {
    const auto number = static_cast<std::int64_t>(row);
    const std::int64_t z = own.first + number / image_.ny - planes_.first;
    before[row + 1] = static_cast<std::size_t>(count_bits(pores_.row(number % image_.ny, z)));
  }
  std::partial_sum(before.begin(), before.end(), before.begin());
  return before;
}

std::vector<std::uint32_t> PoreSlab::fetch_planes(const Range& wanted) const {
  const auto plane_words =
      static_cast<std::size_t>((image_.nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits * image_.ny);
  const auto in_image = [this](std::int64_t z) { return (z % image_.nz + image_.nz) % image_.nz; };
  const auto own_plane = [&](std::int64_t z) {
    return pores_.words().subspan(static_cast<std::size_t>(z - planes_.first) * plane_words, plane_words);
  };
  const auto own_rank = static_cast<std::size_t>(processes_.rank());
  const auto wanted_by_rank = processes_.gather_to_all(std::span<const Range>(&wanted, 1));
  std::vector<std::vector<std::uint32_t>> to(wanted_by_rank.size());
  for (std::size_t rank = 0; rank < to.size(); ++rank)
    for (std::int64_t z = wanted_by_rank[rank].front().first; z < wanted_by_rank[rank].front().last; ++z) {
      if (rank == own_rank || !planes_.contains(in_image(z))) continue;
      const auto plane = own_plane(in_image(z));
      to[rank].insert(to[rank].end(), plane.begin(), plane.end());
    }
  const auto from = processes_.exchange(to);
  std::vector<std::uint32_t> words;
  words.reserve(static_cast<std::size_t>(wanted.size()) * plane_words);
  std::vector<std::size_t> next(from.size());
  for (std::int64_t z = wanted.first; z < wanted.last; ++z) {
    if (planes_.contains(in_image(z))) {
      const auto plane = own_plane(in_image(z));
      words.insert(words.end(), plane.begin(), plane.end());
      continue;
    }
    const auto holder = static_cast<std::size_t>(
        std::ranges::find_if(planes_by_rank_, [&](const Range& planes) { return planes.contains(in_image(z)); }) -
        planes_by_rank_.begin());
    const auto plane = std::span(from[holder]).subspan(next[holder], plane_words);
    words.insert(words.end(), plane.begin(), plane.end());
    next[holder] += plane_words;
  }
  return words;
}

}  // namespace perm
