// SPDX-License-Identifier: Apache-2.0
// Finds the order in which a GPU steps the tiles of a domain: tiles at its boundary are stepped on streams of their
// own, so that their messages travel while the others are stepped.
#pragma once

#include <algorithm>
#include <array>

#include "lattice/domain.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

/// Holds spans of cells in brick order. Cells of the halo beyond the last own plane are in no span, because nothing
/// needs them.
struct CellCut {
  CellSpan interior;
  std::array<CellSpan, 2> boundary;  ///< at the low and at the high end of the domain
};

inline OwnRows own_rows(const Domain& domain) {
  return {domain.image(), domain.own_y(), domain.own_z(), domain.own().y.first, domain.own().z.first};
}

/// Cuts the cells: the tiles of the first and the last brick layer are the boundary, the others the interior; without a
/// halo all are interior. Where the image is cut along y, copies of a neighbour's cells are everywhere, and all tiles
/// are boundary.
template <class Tiles>
CellCut cut_cells(const Domain& domain, const CudaIndex& index) {
  const auto whole = [](std::int64_t cells) { return static_cast<std::uint32_t>(Tiles::count(cells) * Tiles::cells); };
  const std::int64_t layers = index.grid().own_along_z();
  const std::uint32_t all = whole(index.cells_before_layer(layers));
  if (domain.faces().empty()) return {{0, all}, {}};
  const std::uint32_t begin =
      domain.extent().ny > domain.own_y() ? all : std::min(all, whole(index.cells_before_layer(1)));
  const auto last = static_cast<std::uint32_t>(index.cells_before_layer(layers - 1) / Tiles::cells * Tiles::cells);
  const std::uint32_t end = std::max(begin, last);
  return {{begin, end - begin}, {CellSpan{0, begin}, CellSpan{end, all - end}}};
}

}  // namespace perm
