// SPDX-License-Identifier: Apache-2.0
// Holds the links of all groups as a stream of 16-bit words, in the order in which an odd step reads them: about 2
// bytes a cell in a porous medium. An offset minus the lane hardly changes from segment to segment in any row, because
// rows side by side have about the same number of cells. So a change takes one byte. Links that do not fit a given
// memory are not kept: the odd step then has them made anew, chunk by chunk.
//
//   chunk    64 groups, the first of which begins with a base
//   group    head, [base: 8 offsets of 64 bits], segments; without a base, its base is what the group before left, plus
//            the cells of a group
//   head     bits 0..7: number of segments; `mixed`; `new_base`
//   segment  of a uniform group: 8 changes of 8 bits from the base, which they change; lanes
//            of a mixed group: head, lanes (3 words, or 1 if the same for each c_x), then 8 changes of 8 or of 16 bits,
//            which change the base unless they are a later segment's of 16 bits, and the own row's distance from the
//            group's own slot, if any; or 9 offsets of 64 bits
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/processors/thread_team.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/occupancy.hpp"
#include "solver/cpu/group_links.hpp"

namespace perm {

namespace link_stream {
inline constexpr std::int64_t groups_a_chunk = 64;
inline constexpr int words_an_offset = 4;
inline constexpr int words_a_base = own_row * words_an_offset;
inline constexpr int words_of_offsets = neighbour_row_count * words_an_offset;
inline constexpr int words_of_bytes = own_row / 2;  ///< words that hold the changes of eight rows
inline constexpr int words_a_uniform_segment = words_of_bytes + 1;
inline constexpr unsigned count_bits = 0xFF;
inline constexpr unsigned mixed = 0x100;
inline constexpr unsigned new_base = 0x200;
// These are bits of the head of a segment of a mixed group: they say how its offsets are written, and which lanes it
// has.
inline constexpr unsigned change_bits = 0b11;
inline constexpr unsigned byte_changes = 0;
inline constexpr unsigned word_changes = 1;
inline constexpr unsigned offsets = 2;
inline constexpr unsigned same_lanes = 0b100;
inline constexpr unsigned own_row_elsewhere = 0b1000;
/// A chunk takes at most this many words.
inline constexpr std::size_t largest_chunk =
    static_cast<std::size_t>(groups_a_chunk) * (1 + words_a_base + GroupLinks::capacity * (1 + 3 + words_of_offsets));
}  // namespace link_stream

/// Holds the links of the cells of one pore space, for groups of 64 bytes of `Real`. Keeps views of occupancy and
/// masks.
template <class Real>
class LinkStream {
 public:
  /// Keeps links in at most `most_bytes`. The threads of `team` find them.
  LinkStream(const Occupancy& occupancy, const GroupMasks* masks, std::int64_t most_bytes, const ThreadTeam& team);
  ~LinkStream();
  LinkStream(const LinkStream&) = delete;
  LinkStream& operator=(const LinkStream&) = delete;

  /// Gives the words of a chunk, valid until this thread asks for the next one.
  const std::uint16_t* chunk(std::int64_t chunk) const;
  std::int64_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Predicts roughly what LinkStream::bytes will be when all links are kept.
std::int64_t predict_link_bytes(const PoreSpace& pores, std::int64_t cells, int group_cells);

}  // namespace perm
