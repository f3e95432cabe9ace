// SPDX-License-Identifier: Apache-2.0
// Brings the values of the cells of several processes to the first one and back. There they are in the memory order of
// the whole image, x fastest.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/communicator.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/partition.hpp"

namespace perm {

class CellsOnFirst {
 public:
  virtual ~CellsOnFirst() = default;

  /// Gives the first process the values of all cells; the others get none. They stay until another process makes its
  /// next call: whoever works on them ends before the others go on. `own` are those of the own cells. Collective.
  virtual std::span<CellField> gather(std::span<const CellField> own) = 0;
  /// Gives every process the values of its own cells, from those that the last gather gave the first one. Collective.
  virtual void scatter(std::span<CellField> own) = 0;
};

/// Makes it for values in the memory of the host. `whole` numbers the cells of the image on the first process; it is
/// null on the others.
std::unique_ptr<CellsOnFirst> make_cells_on_first(const Communicator& processes, const Partition& partition,
                                                  std::unique_ptr<const Occupancy> whole);

}  // namespace perm
