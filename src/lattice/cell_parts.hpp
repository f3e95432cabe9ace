// SPDX-License-Identifier: Apache-2.0
// Tells in which part of the pores each own cell of a domain is, or each in some of its planes. The parts are numbered
// over the whole image; neighbours along x are mostly in one part, so runs of cells are kept: 5 bytes each, and 8 bytes
// a row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "geometry/pore_slab.hpp"
#include "lattice/domain.hpp"

namespace perm {

class CellParts {
 public:
  using Row = std::span<const std::uint32_t>;
  CellParts() = default;
  /// `parts` is the number of parts of the whole image. `rows` gives the part of each cell, x fastest, of the own rows
  /// from number `first_row` on, with y fastest; it is of no use afterwards. All threads work.
  CellParts(std::int64_t parts, const std::vector<Row>& rows, std::int64_t first_row = 0);

  std::int64_t parts() const { return parts_; }
  std::int64_t rows() const { return static_cast<std::int64_t>(first_run_.size()) - 1; }
  /// Gives the number of the first of rows() among the own rows; cells in others have no part.
  std::int64_t first_row() const { return first_row_; }
  std::int64_t bytes() const;
  // The runs of all rows(), one row after another; the runs of row i are first_run()[i] .. first_run()[i + 1] - 1.
  std::span<const std::int64_t> first_run() const { return first_run_; }
  std::span<const std::uint32_t> part_of_run() const { return {part_of_run_.data(), part_of_run_.size()}; }
  std::span<const std::uint8_t> cells_of_run() const { return {cells_of_run_.data(), cells_of_run_.size()}; }

 private:
  std::int64_t parts_{0};
  std::int64_t first_row_{0};
  std::vector<std::int64_t> first_run_{0};
  LargeArray<std::uint32_t> part_of_run_;
  LargeArray<std::uint8_t> cells_of_run_;
};

/// Gives the parts of a domain's own cells in some planes of the image from the slabs that hold it. `of_pores` has
/// those of the pores of `slab` there, x fastest, and is of no use afterwards. Collective.
CellParts fetch_parts(std::int64_t parts, CellParts::Row of_pores, const PoreSlab& slab, const Range& planes,
                      const Domain& domain);

}  // namespace perm
