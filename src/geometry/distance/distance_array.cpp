// SPDX-License-Identifier: Apache-2.0
#include "geometry/distance/distance_array.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace perm {

DistanceArray::DistanceArray(const Extent& image, const Range& planes, Communicator processes)
    : grid_{image, planes},
      processes_(std::move(processes)),
      values_(static_cast<std::size_t>(planes.size() * image.plane_voxels())) {}

DistanceGrid DistanceArray::grid() const {
  DistanceGrid grid = grid_;
  grid.values = values_.data();
  return grid;
}

std::span<const float> DistanceArray::plane(std::int64_t z) const {
  return {values_.data() + grid_.first_of(0, z), static_cast<std::size_t>(image().plane_voxels())};
}

DistanceArray DistanceArray::fetch(const Range& wanted) const {
  const auto in_image_of = [&](std::int64_t z) { return DistanceGrid::wrap(z, image().nz); };
  const auto own_rank = static_cast<std::size_t>(processes_.rank());
  const std::array<Range, 2> own{planes(), wanted};
  const auto of_all = processes_.gather_to_all(std::span<const Range>(own));
  std::vector<std::vector<float>> to(of_all.size());
  for (std::size_t rank = 0; rank < to.size(); ++rank)
    for (std::int64_t z = of_all[rank][1].first; z < of_all[rank][1].last; ++z)
      if (rank != own_rank && planes().contains(in_image_of(z))) {
        const auto sent = plane(in_image_of(z));
        to[rank].insert(to[rank].end(), sent.begin(), sent.end());
      }
  const auto from = processes_.exchange(to);
  DistanceArray fetched(image(), wanted, processes_);
  std::vector<std::size_t> next(from.size());
  for (std::int64_t z = wanted.first; z < wanted.last; ++z) {
    const std::int64_t in_image = in_image_of(z);
    float* const place = fetched.values_.data() + fetched.grid_.first_of(0, z);
    if (planes().contains(in_image)) {
      std::ranges::copy(plane(in_image), place);
      continue;
    }
    std::size_t holder = 0;
    while (!of_all[holder][0].contains(in_image)) ++holder;
    const auto received =
        std::span(from[holder]).subspan(next[holder], static_cast<std::size_t>(image().plane_voxels()));
    std::ranges::copy(received, place);
    next[holder] += received.size();
  }
  return fetched;
}

}  // namespace perm
