// SPDX-License-Identifier: Apache-2.0
#include "lattice/cell_parts.hpp"

#include <limits>

namespace perm {

void CellParts::add_row(std::span<const std::uint32_t> part_of_cell) {
  const auto first = static_cast<std::size_t>(first_run_.back());
  for (const std::uint32_t part : part_of_cell) {
    const bool goes_on = part_of_run_.size() > first && part_of_run_.back() == part &&
                         cells_of_run_.back() < std::numeric_limits<std::uint8_t>::max();
    if (goes_on) {
      ++cells_of_run_.back();
    } else {
      part_of_run_.push_back(part);
      cells_of_run_.push_back(1);
    }
  }
  first_run_.push_back(static_cast<std::int64_t>(part_of_run_.size()));
}

void CellParts::finish() {
  first_run_.shrink_to_fit();
  part_of_run_.shrink_to_fit();
  cells_of_run_.shrink_to_fit();
}

std::int64_t CellParts::bytes() const {
  if (on_gpu_) return on_gpu_->bytes();
  return static_cast<std::int64_t>(first_run_.size() * sizeof(std::int64_t) +
                                   part_of_run_.size() * (sizeof(std::uint32_t) + sizeof(std::uint8_t)));
}

}  // namespace perm
