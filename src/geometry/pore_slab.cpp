// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_slab.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

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
  solid.planes_ = planes_;
  solid.processes_ = processes_;
  solid.planes_by_rank_ = planes_by_rank_;
  if (planes_.size() > 0) solid.pores_ = PoreSpace(pores_.extent());
  return solid;
}

PoreSlab PoreSlab::on_first(int count) const {
  if (count >= processes_.size()) return *this;
  const Communicator first = processes_.first(count);
  const bool takes_part = processes_.rank() < count;
  PoreSlab slab(image_, takes_part ? even_part(image_.nz, processes_.rank(), count) : Range{}, first);
  std::vector<std::vector<std::uint32_t>> to(static_cast<std::size_t>(processes_.size()));
  for (int rank = 0; rank < count; ++rank) {
    const Range wanted = even_part(image_.nz, rank, count);
    const Range shared{std::max(wanted.first, planes_.first), std::min(wanted.last, planes_.last)};
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

std::vector<std::uint32_t> PoreSlab::fetch_plane_above() const {
  const auto holds = [this](std::int64_t z) {
    const auto at = std::find_if(planes_by_rank_.begin(), planes_by_rank_.end(),
                                 [z](const Range& planes) { return planes.contains(z); });
    return static_cast<std::size_t>(at - planes_by_rank_.begin());
  };
  std::vector<std::vector<std::uint32_t>> to(planes_by_rank_.size());
  for (std::size_t rank = 0; rank < to.size(); ++rank) {
    if (planes_by_rank_[rank].size() == 0) continue;
    const std::int64_t above = planes_by_rank_[rank].last % image_.nz;
    if (holds(above) != static_cast<std::size_t>(processes_.rank())) continue;
    const auto words = pores_.words();
    const auto plane_words = static_cast<std::size_t>(pores_.words_per_row() * image_.ny);
    const auto plane = words.subspan(static_cast<std::size_t>(above - planes_.first) * plane_words, plane_words);
    to[rank].assign(plane.begin(), plane.end());
  }
  if (planes_.size() == 0) {
    processes_.exchange(to);
    return {};
  }
  return processes_.exchange(to)[holds(planes_.last % image_.nz)];
}

}  // namespace perm
