// SPDX-License-Identifier: Apache-2.0
// Numbers the pieces of several processes together: those of the first one come first, then those of the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "laplace/block_pieces.hpp"
#include "laplace/face_exchange.hpp"

namespace perm {

/// Tells how the pieces that a process knows are numbered among all. Its own number i is first + i there; after its own
/// ones come those of the halo, in the order of `halo`.
struct SharedPieces {
  std::uint32_t first{0};
  std::uint32_t own{0};
  std::vector<std::uint32_t> halo;                ///< ascending numbers among all
  std::vector<std::vector<std::uint32_t>> halos;  ///< those of all processes, on the first one
  std::vector<Range> parts;                       ///< what each process has of all, by rank

  std::size_t known() const { return own + halo.size(); }
  std::uint32_t among_all(std::uint32_t piece) const { return piece < own ? first + piece : halo[piece - own]; }
};

/// Throws InputError where there are more things than 32 bits can number.
void require_numbers(std::int64_t count, std::string_view things);

/// Numbers the pieces of all processes. `own` is how many this process has, and piece_of(cell) gives that of an own
/// cell; set(cell, piece) is called for each cell of the halo. Collective.
template <class PieceOf, class Set>
SharedPieces share_pieces(const DomainCells& cells, std::size_t own, const PieceOf& piece_of, const Set& set) {
  const Communicator& processes = cells.domain().processes();
  SharedPieces shared;
  shared.own = static_cast<std::uint32_t>(own);
  const auto count = static_cast<std::int64_t>(own);
  for (const auto& of_process : processes.gather_to_all(std::span<const std::int64_t>(&count, 1))) {
    const std::int64_t first = shared.parts.empty() ? 0 : shared.parts.back().last;
    shared.parts.push_back({first, first + of_process[0]});
  }
  require_numbers(halved(cells.domain().image()).voxels(), "blocks of 2^3 voxels");
  require_numbers(shared.parts.back().last, "pieces of pores in such blocks");
  shared.first = static_cast<std::uint32_t>(shared.parts[static_cast<std::size_t>(processes.rank())].first);
  if (processes.is_alone()) return shared;
  std::vector<std::uint32_t> of_halo(cells.cells() - cells.own_cells());
  exchange_faces<std::uint32_t>(
      cells,
      [&](std::size_t cell) {
        return cell < cells.own_cells() ? shared.first + piece_of(cell) : of_halo[cell - cells.own_cells()];
      },
      [&](std::size_t cell, std::uint32_t piece) { of_halo[cell - cells.own_cells()] = piece; });
  shared.halo = of_halo;
  std::ranges::sort(shared.halo);
  shared.halo.erase(std::unique(shared.halo.begin(), shared.halo.end()), shared.halo.end());
  for (std::size_t i = 0; i < of_halo.size(); ++i)
    set(cells.own_cells() + i,
        shared.own +
            static_cast<std::uint32_t>(std::ranges::lower_bound(shared.halo, of_halo[i]) - shared.halo.begin()));
  std::vector<std::vector<std::uint32_t>> to(static_cast<std::size_t>(processes.size()));
  to[0] = shared.halo;
  shared.halos = processes.exchange(to);
  return shared;
}

}  // namespace perm
