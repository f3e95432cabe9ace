// SPDX-License-Identifier: Apache-2.0
// The masks are made word by word: the 32 neighbours of a word along q are the neighbour row's word shifted by c_x. The
// cells of a run (pore voxels side by side) are lanes side by side, so that a run is moved for one direction at once.
#include "lattice/group_masks.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>

namespace perm {
namespace {

constexpr std::size_t links = d3q19::directions - 1;

/// Element q - 1 is for direction q. Bit b is set where the link of voxel b of a word leads to a cell.
using WordLinks = std::array<std::uint32_t, links>;

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position + extent) % extent; }

/// Tells whether a step along an axis goes across its end.
bool leaves(std::int64_t position, int step, std::int64_t extent) {
  return position + step < 0 || position + step == extent;
}

/// Says how a row goes on beyond its ends.
enum class RowEnds { wrap, solid };

/// Gives a word whose bit b is set where the voxel at x = 32*word + b + shift of the row is a cell.
std::uint32_t shifted_word(const OccupancyWord* row, std::int64_t words, std::int64_t word, int shift, std::int64_t nx,
                           RowEnds ends) {
  const std::uint32_t bits = row[word].bits;
  const std::int64_t last_x = nx - 1;
  if (shift == 0) return bits;
  if (shift > 0) {
    std::uint32_t result = bits >> 1;
    if (word + 1 < words) return result | row[word + 1].bits << 31;
    if (ends == RowEnds::solid) return result;
    return result | (row[0].bits & 1U) << (last_x % 32);
  }
  if (word == 0 && ends == RowEnds::solid) return bits << 1;
  const std::uint32_t carry = word > 0 ? row[word - 1].bits >> 31 : row[words - 1].bits >> (last_x % 32);
  return bits << 1 | (carry & 1U);
}

/// Finds the links of the words of one row.
class RowLinks {
 public:
  RowLinks(const Occupancy& occupancy, std::int64_t y, std::int64_t z, AxisSet closed)
      : words_(occupancy.words_per_row()),
        nx_(occupancy.extent().nx),
        ends_(closed.contains(Axis::x) ? RowEnds::solid : RowEnds::wrap) {
    const Extent& n = occupancy.extent();
    for (std::size_t i = 0; i < links; ++i) {
      const d3q19::Velocity c = d3q19::velocity(static_cast<int>(i) + 1);
      const bool is_closed =
          (closed.contains(Axis::y) && leaves(y, c.y, n.ny)) || (closed.contains(Axis::z) && leaves(z, c.z, n.nz));
      rows_[i] = is_closed ? nullptr
                           : occupancy.words().data() + occupancy.row_start(wrap(y + c.y, n.ny), wrap(z + c.z, n.nz));
    }
  }
  WordLinks of_word(std::int64_t word) const {
    WordLinks of_word{};
    for (std::size_t i = 0; i < links; ++i)
      if (rows_[i] != nullptr)
        of_word[i] = shifted_word(rows_[i], words_, word, d3q19::velocity(static_cast<int>(i) + 1).x, nx_, ends_);
    return of_word;
  }

 private:
  std::int64_t words_;
  std::int64_t nx_;
  RowEnds ends_;
  std::array<const OccupancyWord*, links> rows_;  ///< where the links lead; null across a closed face
};

/// Writes the masks of consecutive cells. Others may write those of the cells before and behind them at the same time,
/// and share the groups at both ends.
class MaskWriter {
 public:
  MaskWriter(std::span<GroupMasks> groups, int cells, std::int64_t first_cell)
      : group_(groups.data() + first_cell / cells), cells_(cells), lane_(static_cast<int>(first_cell % cells)) {
    is_shared_ = lane_ != 0;
  }
  MaskWriter(const MaskWriter&) = delete;
  MaskWriter& operator=(const MaskWriter&) = delete;
  ~MaskWriter() {
    is_shared_ = true;
    if (lane_ != 0) write();
  }

  /// Adds the next cells, which are `count` voxels of a word from voxel `first` on.
  void add(const WordLinks& of_word, int first, int count) {
    while (count > 0) {
      const int some = std::min(count, cells_ - lane_);
      const std::uint32_t mask = (1U << some) - 1U;
      for (std::size_t i = 0; i < links; ++i) lanes_[i] |= (of_word[i] >> first & mask) << lane_;
      first += some;
      count -= some;
      lane_ += some;
      if (lane_ == cells_) {
        write();
        ++group_;
        lane_ = 0;
        is_shared_ = false;
        lanes_ = {};
      }
    }
  }

 private:
  void write() {
    for (std::size_t i = 0; i < links; ++i) {
      const auto lanes = static_cast<std::uint16_t>(lanes_[i]);
      if (is_shared_)
        std::atomic_ref(group_->lanes[i]).fetch_or(lanes, std::memory_order_relaxed);
      else
        group_->lanes[i] = lanes;
    }
  }

  GroupMasks* group_;
  int cells_;
  int lane_;                                  ///< the next one
  bool is_shared_;                            ///< whether others may write to the group too
  std::array<std::uint32_t, links> lanes_{};  ///< of the group, so far
};

}  // namespace

void build_group_masks(const Occupancy& occupancy, int cells, std::span<GroupMasks> groups, AxisSet closed) {
  const Extent& n = occupancy.extent();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < n.nz; ++z) {
    MaskWriter writer(groups, cells, occupancy.cells_of_row(0, z).first);
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const RowLinks row(occupancy, y, z, closed);
      const OccupancyWord* const own = occupancy.words().data() + occupancy.row_start(y, z);
      for (std::int64_t word = 0; word < occupancy.words_per_row(); ++word) {
        if (own[word].bits == 0) continue;
        const WordLinks of_word = row.of_word(word);
        for (std::uint32_t left = own[word].bits; left != 0;) {
          const int first = std::countr_zero(left);
          const int count = std::countr_one(left >> first);
          writer.add(of_word, first, count);
          left &= left + (1U << first);  // clears the run
        }
      }
    }
  }
}

}  // namespace perm
