// SPDX-License-Identifier: Apache-2.0
// Brings the values of the cells of all processes to the first one and back. There they are in the memory order of the
// whole image, x fastest.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "core/large_array.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/partition.hpp"

namespace perm {

class CellsOnFirst {
 public:
  /// `whole` numbers the cells of the image on the first of several processes; else it is null.
  CellsOnFirst(Communicator processes, Partition partition, std::unique_ptr<const Occupancy> whole);

  bool is_alone() const { return processes_.is_alone(); }
  /// Gives the first process the values of all cells; the others get none. `own` are those of the own cells.
  /// Collective.
  LargeArray<CellField> gather(std::span<const CellField> own) const;
  /// Gives every process the values of its own cells, from those of all cells on the first one. Collective.
  void scatter(std::span<const CellField> whole, std::span<CellField> own) const;

 private:
  template <class Visit>
  void for_each_row_of(int rank, const Visit& visit) const;

  Communicator processes_;
  Partition partition_;
  std::unique_ptr<const Occupancy> whole_;
};

}  // namespace perm
