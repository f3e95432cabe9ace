// SPDX-License-Identifier: Apache-2.0
#include "laplace/piece_shares.hpp"

#include <algorithm>
#include <utility>

namespace perm {
namespace {

/// Holds a list for the first process of what another one asks for, or asks all.
using Numbers = std::vector<std::int64_t>;

/// Gives the first process the list of each process; the others get nothing.
std::vector<Numbers> ask_first(const Communicator& processes, Numbers own) {
  std::vector<Numbers> to(static_cast<std::size_t>(processes.size()));
  to[0] = std::move(own);
  return processes.exchange(to);
}

/// Gives each process what the first one has for it.
template <class T>
std::vector<T> get_from_first(const Communicator& processes, std::vector<std::vector<T>> for_each) {
  for_each.resize(static_cast<std::size_t>(processes.size()));
  return std::move(processes.exchange(for_each)[0]);
}

/// Gives the number in the image of a row of the domain.
std::int64_t row_in_image(const Domain& domain, std::int64_t y, std::int64_t z) {
  return domain.image_z(z) * domain.image().ny + domain.image_y(y);
}

/// Lists the rows of the domain that have cells, in the order of these.
Numbers list_rows(const DomainCells& cells, bool with_own) {
  const Domain& domain = cells.domain();
  Numbers rows;
  for (std::int64_t z = 0; with_own && z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) rows.push_back(row_in_image(domain, y, z));
  cells.for_each_halo_row([&](std::int64_t y, std::int64_t z) {
    if (!domain.is_beyond(y, z)) rows.push_back(row_in_image(domain, y, z));
  });
  return rows;
}

Numbers list_rows_of_blocks(const Domain& domain) {
  const std::int64_t blocks_y = halved(domain.image()).ny;
  Numbers rows;
  for (std::int64_t z = domain.own().z.first / 2; z < (domain.own().z.last + 1) / 2; ++z)
    for (std::int64_t y = domain.own().y.first / 2; y < (domain.own().y.last + 1) / 2; ++y)
      rows.push_back(z * blocks_y + y);
  return rows;
}

/// Calls visit(piece) for the cells of a row of the whole image.
template <class Visit>
void for_each_piece(const DomainCells& whole, const FirstOfRows& first, std::int64_t row, const Visit& visit) {
  const Extent& n = whole.domain().image();
  const std::int64_t y = row % n.ny;
  const std::int64_t z = row / n.ny;
  const std::int64_t row_of_blocks = z / 2 * halved(n).ny + y / 2;
  const auto first_voxel = static_cast<unsigned>(4 * (z % 2) + 2 * (y % 2));
  std::uint32_t next = first[static_cast<std::size_t>(row_of_blocks)];
  for_each_block(whole, row_of_blocks, [&](const BlockOfCells& block) {
    const Pieces& pieces = pieces_of[block.pattern];
    for (unsigned voxel = first_voxel; voxel < first_voxel + 2; ++voxel)
      if ((block.pattern >> voxel & 1U) != 0) visit(next + pieces.of_voxel[voxel]);
    next += pieces.count;
  });
}

/// Gives the pieces of a list once each, in ascending order.
std::vector<std::uint32_t> list_once(std::vector<std::uint32_t> pieces) {
  std::ranges::sort(pieces);
  pieces.erase(std::ranges::unique(pieces).begin(), pieces.end());
  return pieces;
}

}  // namespace

std::size_t PiecesOfProcess::count_own() const {
  std::int64_t count = 0;
  for (const Range& range : own) count += range.size();
  return static_cast<std::size_t>(count);
}

SharedDomain share_pieces(const DomainCells& own, const WholeImage* whole) {
  const Domain& domain = own.domain();
  const Communicator& processes = domain.processes();
  const std::vector<Numbers> rows = ask_first(processes, list_rows(own, true));
  const std::vector<Numbers> halo_rows = ask_first(processes, list_rows(own, false));
  const std::vector<Numbers> rows_of_blocks = ask_first(processes, list_rows_of_blocks(domain));
  std::vector<std::vector<std::uint8_t>> widths;
  std::vector<std::vector<std::uint32_t>> pieces;
  std::vector<std::vector<std::size_t>> counts;
  SharedDomain shared;
  if (whole != nullptr) {
    const std::int64_t ny = domain.image().ny;
    const FirstOfRows first = first_pieces(whole->cells, whole->team);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
      std::vector<std::uint8_t>& of_rank = widths.emplace_back();
      for (const std::int64_t row : rows[rank]) {
        const Range cells = whole->cells.cells_of_row(row % ny, row / ny);
        of_rank.insert(of_rank.end(), whole->widths.begin() + cells.first, whole->widths.begin() + cells.last);
      }
      std::vector<std::uint32_t>& of_halo = pieces.emplace_back();
      for (const std::int64_t row : halo_rows[rank])
        for_each_piece(whole->cells, first, row, [&](std::uint32_t piece) { of_halo.push_back(piece); });
      PiecesOfProcess of_process{{}, list_once(of_halo)};
      for (const std::int64_t row : rows_of_blocks[rank]) {
        const auto at = static_cast<std::size_t>(row);
        const Range more{first[at], first[at + 1]};
        if (!of_process.own.empty() && of_process.own.back().last == more.first)
          of_process.own.back().last = more.last;
        else
          of_process.own.push_back(more);
      }
      counts.push_back({of_process.count_own()});
      shared.processes.push_back(std::move(of_process));
    }
  }
  const std::vector<std::uint8_t> own_widths = get_from_first(processes, std::move(widths));
  shared.widths = LargeArray<std::uint8_t>(own_widths.size());
  std::ranges::copy(own_widths, shared.widths.begin());
  shared.halo_pieces = get_from_first(processes, std::move(pieces));
  const std::vector<std::uint32_t> once = list_once(shared.halo_pieces);
  for (std::uint32_t& piece : shared.halo_pieces)
    piece = static_cast<std::uint32_t>(std::ranges::lower_bound(once, piece) - once.begin());
  shared.own_count = get_from_first(processes, std::move(counts)).front();
  shared.halo_count = once.size();
  return shared;
}

}  // namespace perm
