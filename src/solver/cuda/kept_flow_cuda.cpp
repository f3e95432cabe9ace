// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/kept_flow_cuda.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/cuda/cuda_steps.hpp"

namespace perm {

/// Planes from other processes, in the order in which this process needs them.
struct KeptFlowCuda::Planes {
  std::vector<OccupancyWord> words;  ///< ny rows a plane; the first cells count from the first of these values
  std::vector<CellField> values;
};

KeptFlowCuda::KeptFlowCuda(const CudaIndex& index, const Domain& domain, cuda::Array<CellField> fields,
                           const Block& fine)
    : extent_(domain.image()),
      y_(coarse_rows_around(fine.y, factor)),
      z_(coarse_rows_around(fine.z, factor)),
      words_(static_cast<std::size_t>(y_.size() * z_.size() * words_per_row())),
      fields_(std::move(fields)) {
  if (domain.processes().is_alone()) {
    launch_words(index.view(), index.grid(), y_, z_, words_.data());
    return;
  }
  const Range& own = domain.own().z;
  note_own_words(index, own);
  add(fetch_planes(index, domain), own);
}

/// Planes that follow each other here and on the own lattice are copied together.
void KeptFlowCuda::note_own_words(const CudaIndex& index, const Range& own) {
  for (std::int64_t z = z_.first; z < z_.last; ++z) {
    if (!own.contains(in_image(z))) continue;
    const std::int64_t first = in_image(z) - own.first;
    const std::int64_t planes = std::min(own.size() - first, z_.last - z);
    launch_words(index.view(), index.grid(), y_, {first, first + planes}, words_of_plane(z));
    z += planes - 1;
  }
}

KeptFlowCuda::Planes KeptFlowCuda::fetch_planes(const CudaIndex& index, const Domain& domain) const {
  const Communicator& processes = domain.processes();
  const Range& own = domain.own().z;
  const auto needed = processes.gather_to_all(std::span<const Range>(&z_, 1));
  const auto held = processes.gather_to_all(std::span<const Range>(&own, 1));
  std::vector<std::vector<std::uint32_t>> bits(needed.size());
  std::vector<std::vector<CellField>> values(needed.size());
  const auto plane_voxels = static_cast<std::size_t>(extent_.nx * extent_.ny);
  cuda::Array<CellField> on_device(plane_voxels);
  std::vector<CellField> plane(plane_voxels);
  for (std::size_t rank = 0; rank < needed.size(); ++rank) {
    if (static_cast<int>(rank) == processes.rank()) continue;
    CoarseFlow rows;
    for (std::int64_t z = needed[rank].front().first; z < needed[rank].front().last; ++z) {
      if (!own.contains(in_image(z))) continue;
      launch_flow(index.view(), index.grid(), fields_.data(), extent_.ny, in_image(z) - own.first, on_device.data());
      on_device.read(plane.data(), 0, plane.size());
      for (std::size_t row = 0; row < plane.size(); row += static_cast<std::size_t>(extent_.nx))
        rows.add_row(std::span(plane).subspan(row, static_cast<std::size_t>(extent_.nx)));
    }
    for (const OccupancyWord& word : rows.words) bits[rank].push_back(word.bits);
    values[rank] = std::move(rows.values);
  }
  bits = processes.exchange(bits);
  values = processes.exchange(values);

  Planes planes;
  const auto plane_words = static_cast<std::size_t>(words_per_row() * extent_.ny);
  std::vector<std::size_t> next_word(held.size());
  std::vector<std::size_t> next_value(held.size());
  for (std::int64_t z = z_.first; z < z_.last; ++z) {
    if (own.contains(in_image(z))) continue;
    const auto holder = static_cast<std::size_t>(
        std::ranges::find_if(held, [&](const auto& range) { return range.front().contains(in_image(z)); }) -
        held.begin());
    CoarseFlow rows;
    next_value[holder] += rows.add_row(std::span(bits[holder]).subspan(next_word[holder], plane_words),
                                       std::span(values[holder]).subspan(next_value[holder]));
    next_word[holder] += plane_words;
    for (const OccupancyWord& word : rows.words)
      planes.words.push_back({word.bits, word.first_cell + static_cast<std::uint32_t>(planes.values.size())});
    planes.values.insert(planes.values.end(), rows.values.begin(), rows.values.end());
  }
  return planes;
}

void KeptFlowCuda::add(const Planes& planes, const Range& own) {
  const auto own_fields = static_cast<std::uint32_t>(fields_.size());
  if (!planes.values.empty()) {
    cuda::Array<CellField> all(fields_.size() + planes.values.size());
    cuda::check(cudaMemcpy(all.data(), fields_.data(), fields_.bytes(), cudaMemcpyDeviceToDevice), "keeping a flow");
    all.write(planes.values.data(), fields_.size(), planes.values.size());
    fields_ = std::move(all);
  }
  const auto row_words = static_cast<std::size_t>(words_per_row());
  auto from = planes.words.begin();
  std::vector<OccupancyWord> words(static_cast<std::size_t>(y_.size()) * row_words);
  for (std::int64_t z = z_.first; z < z_.last; ++z) {
    if (own.contains(in_image(z))) continue;
    auto to = words.begin();
    for (std::int64_t y = y_.first; y < y_.last; ++y) {
      const auto row = static_cast<std::ptrdiff_t>((y % extent_.ny + extent_.ny) % extent_.ny * words_per_row());
      to = std::transform(from + row, from + row + words_per_row(), to, [&](const OccupancyWord& word) {
        return OccupancyWord{word.bits, word.first_cell + own_fields};
      });
    }
    words_.write(words.data(), static_cast<std::size_t>(words_of_plane(z) - words_.data()), words.size());
    from += static_cast<std::ptrdiff_t>(words_per_row() * extent_.ny);
  }
}

}  // namespace perm
