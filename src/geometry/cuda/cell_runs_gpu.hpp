// SPDX-License-Identifier: Apache-2.0
// The bodies of the cells of an image in the memory of a GPU, as runs of cells along x (lattice/cell_parts.hpp), for
// who finds them there and for who needs them there.
#pragma once

#include <cstdint>

namespace perm {

/// Pointers are to memory of the device.
class CellRunsOnGpu {
 public:
  static constexpr int most_cells = 255;  ///< of a run
  CellRunsOnGpu() = default;
  CellRunsOnGpu(const CellRunsOnGpu&) = delete;
  CellRunsOnGpu& operator=(const CellRunsOnGpu&) = delete;
  virtual ~CellRunsOnGpu() = default;

  virtual std::int64_t rows() const = 0;
  virtual std::int64_t runs() const = 0;
  virtual const std::int64_t* first_run() const = 0;     ///< of each row, and the number of all
  virtual const std::uint32_t* part_of_run() const = 0;  ///< the body of each run
  virtual const std::uint8_t* cells_of_run() const = 0;
  std::int64_t bytes() const {
    return (rows() + 1) * static_cast<std::int64_t>(sizeof(std::int64_t)) +
           runs() * static_cast<std::int64_t>(sizeof(std::uint32_t) + sizeof(std::uint8_t));
  }
};

}  // namespace perm
