// SPDX-License-Identifier: Apache-2.0
// Reads the stream of links group by group. This is a template on the lanes, so that each instruction set has its own
// code.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/host_device.hpp"
#include "solver/cpu/group_links.hpp"
#include "solver/cpu/link_stream.hpp"

namespace perm {

/// Describes a segment of a uniform group: the offsets of the eight rows around its own. Its lanes are the same whether
/// a link goes backwards, straight or forwards along x (c_x).
struct UniformSegment {
  alignas(64) std::int64_t offset[own_row];
  std::uint32_t lanes;
};

template <class Lanes>
class LinkReader {
 public:
  /// Begins to read at a chunk. `group_cells` is the number of cells of a group.
  LinkReader(const std::uint16_t* chunk, int group_cells) : at_(chunk), group_cells_(group_cells) {}

  /// Goes to the next group and gives its number of segments, with bit `mixed` set where the segments are not uniform.
  PERM_ALWAYS_INLINE unsigned next_head() {
    const unsigned head = *at_++;
    for (std::int64_t& offset : base_) offset += group_cells_;
    if ((head & link_stream::new_base) == 0) return head;
    std::memcpy(base_, at_, sizeof base_);
    at_ += link_stream::words_a_base;
    return head & ~link_stream::new_base;
  }

  template <int Count>
  PERM_ALWAYS_INLINE void read_uniform(UniformSegment (&segments)[Count]) {
#pragma GCC unroll 8
    for (int s = 0; s < Count; ++s) {
      change_base();
      for (int r = 0; r < own_row; ++r) segments[s].offset[r] = base_[r];
      segments[s].lanes = *at_++;
    }
  }

  /// Reads any group. `own` is the offset of its own row.
  void read(unsigned head, std::int64_t own, GroupLinks& links) {
    links.count = static_cast<int>(head & link_stream::count_bits);
    links.uniform = (head & link_stream::mixed) == 0;
    for (int s = 0; s < links.count; ++s) {
      LinkSegment& segment = links.segments[s];
      if (links.uniform) {
        change_base();
        for (int r = 0; r < own_row; ++r) segment.offset[r] = base_[r];
        segment.offset[own_row] = own;
        for (std::uint32_t& lanes : segment.lanes) lanes = *at_;
        ++at_;
      } else {
        read_mixed(segment, own, s == 0);
      }
    }
  }

 private:
  PERM_ALWAYS_INLINE void change_base() {
    std::int8_t changes[own_row];
    std::memcpy(changes, at_, sizeof changes);
    at_ += link_stream::words_of_bytes;
    for (int r = 0; r < own_row; ++r) base_[r] += changes[r];
  }

  void read_mixed(LinkSegment& segment, std::int64_t own, bool is_first) {
    const unsigned head = *at_++;
    const int step = (head & link_stream::same_lanes) != 0 ? 0 : 1;
    for (int side = 0; side < 3; ++side) segment.lanes[side] = at_[side * step];
    at_ += 1 + 2 * step;
    switch (head & link_stream::change_bits) {
      case link_stream::byte_changes:
        change_base();
        for (int r = 0; r < own_row; ++r) segment.offset[r] = base_[r];
        break;
      case link_stream::word_changes:
        for (int r = 0; r < own_row; ++r) segment.offset[r] = base_[r] + static_cast<std::int16_t>(at_[r]);
        if (is_first)
          for (int r = 0; r < own_row; ++r) base_[r] = segment.offset[r];
        at_ += own_row;
        break;
      default:
        std::memcpy(segment.offset, at_, sizeof segment.offset);
        at_ += link_stream::words_of_offsets;
        return;
    }
    segment.offset[own_row] = own;
    if ((head & link_stream::own_row_elsewhere) != 0) segment.offset[own_row] += static_cast<std::int16_t>(*at_++);
  }

  const std::uint16_t* at_;
  std::int64_t group_cells_;
  alignas(64) std::int64_t base_[own_row]{};
};

}  // namespace perm
