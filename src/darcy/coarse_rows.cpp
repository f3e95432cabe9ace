// SPDX-License-Identifier: Apache-2.0
#include "darcy/coarse_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace perm {
namespace {

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position % extent + extent) % extent; }

/// Calls visit(y, z) for the rows of a block that may go on beyond the image, in their order; y and z are in the image.
template <class Visit>
void for_each_row(const Block& rows, const Extent& image, const Visit& visit) {
  for (std::int64_t z = rows.z.first; z < rows.z.last; ++z)
    for (std::int64_t y = rows.y.first; y < rows.y.last; ++y) visit(wrap(y, image.ny), wrap(z, image.nz));
}

/// Holds rows on their way: the bits of each row, one row after another, and the values of all pores.
struct Parcels {
  std::vector<std::vector<std::uint32_t>> bits;  ///< by rank
  std::vector<std::vector<CellField>> values;
};

/// Packs the rows that each process needs and this process has.
Parcels pack(const CoarseFlow& own, const std::vector<std::vector<Block>>& needs) {
  Parcels to{std::vector<std::vector<std::uint32_t>>(needs.size()), std::vector<std::vector<CellField>>(needs.size())};
  const std::int64_t words = own.words_per_row();
  for (std::size_t rank = 0; rank < needs.size(); ++rank)
    for_each_row(needs[rank].front(), own.extent, [&](std::int64_t y, std::int64_t z) {
      if (!own.y.contains(y) || !own.z.contains(z)) return;
      const auto first = static_cast<std::size_t>(((z - own.z.first) * own.y.size() + y - own.y.first) * words);
      const auto next = first + static_cast<std::size_t>(words);
      for (std::size_t word = first; word < next; ++word) to.bits[rank].push_back(own.words[word].bits);
      const auto value = [&](std::size_t word) {
        const std::size_t count = word < own.words.size() ? own.words[word].first_cell : own.values.size();
        return own.values.begin() + static_cast<std::ptrdiff_t>(count);
      };
      to.values[rank].insert(to.values[rank].end(), value(first), value(next));
    });
  return to;
}

}  // namespace

CoarseFlow read_own_rows(const Backend& backend) {
  const Domain& domain = backend.domain();
  CoarseFlow flow;
  flow.extent = domain.image();
  flow.y = domain.own().y;
  flow.z = domain.own().z;
  flow.words.reserve(static_cast<std::size_t>(flow.words_per_row() * domain.own().rows()));
  flow.values.reserve(static_cast<std::size_t>(backend.cells()));
  const auto row = static_cast<std::size_t>(domain.image().nx);
  std::vector<CellField> plane(row * static_cast<std::size_t>(domain.own_y()));
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    backend.read_flow(z, plane);
    for (std::size_t first = 0; first < plane.size(); first += row) flow.add_row(std::span(plane).subspan(first, row));
  }
  return flow;
}

CoarseFlow fetch_coarse_rows(const CoarseFlow& own, const Block& fine, const Communicator& processes) {
  CoarseFlow flow;
  flow.extent = own.extent;
  flow.factor = own.factor;
  flow.velocity_unit = own.velocity_unit;
  flow.y = coarse_rows_around(fine.y, flow.factor);
  flow.z = coarse_rows_around(fine.z, flow.factor);
  const Block need{flow.y, flow.z};
  const Block has{own.y, own.z};
  const auto holders = processes.gather_to_all(std::span<const Block>(&has, 1));
  Parcels from = pack(own, processes.gather_to_all(std::span<const Block>(&need, 1)));
  from.bits = processes.exchange(from.bits);
  from.values = processes.exchange(from.values);

  std::size_t all = 0;
  for (const auto& values : from.values) all += values.size();
  flow.values.reserve(all);
  const auto words = static_cast<std::size_t>(flow.words_per_row());
  flow.words.reserve(words * static_cast<std::size_t>(need.rows()));
  std::vector<std::size_t> next_bits(holders.size());
  std::vector<std::size_t> next_value(holders.size());
  for_each_row(need, flow.extent, [&](std::int64_t y, std::int64_t z) {
    const auto holder = static_cast<std::size_t>(std::ranges::find_if(holders,
                                                                      [&](const std::vector<Block>& block) {
                                                                        return block.front().y.contains(y) &&
                                                                               block.front().z.contains(z);
                                                                      }) -
                                                 holders.begin());
    next_value[holder] += flow.add_row(std::span(from.bits[holder]).subspan(next_bits[holder], words),
                                       std::span(from.values[holder]).subspan(next_value[holder]));
    next_bits[holder] += words;
  });
  return flow;
}

}  // namespace perm
