// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/link_stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "core/large_array.hpp"
#include "solver/cpu/link_builder.hpp"

namespace perm {
namespace {

constexpr std::int64_t not_kept = -1;

using Base = std::int64_t[own_row];

/// Tells whether integers of this type can hold the differences between the offsets of the eight rows around and a
/// base.
template <class Change>
bool fits(const LinkSegment& segment, const std::int64_t* base) {
  for (int r = 0; r < own_row; ++r) {
    const std::int64_t change = segment.offset[r] - base[r];
    if (change != static_cast<Change>(change)) return false;
  }
  return true;
}

/// Writes the words of one chunk.
class Encoder {
 public:
  Encoder(std::uint16_t* to, int group_cells) : at_(to), start_(to), group_cells_(group_cells) {}
  std::int64_t words() const { return at_ - start_; }

  /// Adds a group. `own` is the group's own slot.
  void add(const GroupLinks& links, std::int64_t own) {
    for (std::int64_t& offset : base_) offset += group_cells_;
    const bool near =
        links.uniform ? fits<std::int8_t>(links.segments[0], base_) : fits<std::int16_t>(links.segments[0], base_);
    const bool rebase = at_ == start_ || !near;
    if (rebase) std::copy_n(links.segments[0].offset, own_row, base_);
    bool bytes = links.uniform;
    for (int s = 1; s < links.count && bytes; ++s)
      bytes = fits<std::int8_t>(links.segments[s], links.segments[s - 1].offset);
    put(static_cast<unsigned>(links.count) | (bytes ? 0 : link_stream::mixed) | (rebase ? link_stream::new_base : 0));
    if (rebase) put_all(base_, own_row);
    for (int s = 0; s < links.count; ++s) {
      if (bytes)
        add_to_uniform(links.segments[s]);
      else
        add_to_mixed(links.segments[s], own, s == 0);
    }
  }

 private:
  void add_to_uniform(const LinkSegment& segment) {
    put_bytes(segment);
    put(segment.lanes[1]);
  }

  void add_to_mixed(const LinkSegment& segment, std::int64_t own, bool is_first) {
    const bool same = segment.lanes[0] == segment.lanes[1] && segment.lanes[2] == segment.lanes[1];
    const std::int64_t own_change = segment.offset[own_row] - own;
    const unsigned written = own_change != static_cast<std::int16_t>(own_change) ? link_stream::offsets
                             : fits<std::int8_t>(segment, base_)                 ? link_stream::byte_changes
                             : fits<std::int16_t>(segment, base_)                ? link_stream::word_changes
                                                                                 : link_stream::offsets;
    put(written | (same ? link_stream::same_lanes : 0) | (own_change != 0 ? link_stream::own_row_elsewhere : 0));
    for (int side = 0; side < (same ? 1 : 3); ++side) put(segment.lanes[side]);
    if (written == link_stream::offsets) return put_all(segment.offset, neighbour_row_count);
    if (written == link_stream::byte_changes) {
      put_bytes(segment);
    } else {
      for (int r = 0; r < own_row; ++r) put(static_cast<unsigned>(segment.offset[r] - base_[r]));
      if (is_first) std::copy_n(segment.offset, own_row, base_);
    }
    if (own_change != 0) put(static_cast<unsigned>(own_change));
  }

  void put(unsigned word) { *at_++ = static_cast<std::uint16_t>(word); }
  void put_all(const std::int64_t* offsets, int rows) {
    std::memcpy(at_, offsets, static_cast<std::size_t>(rows) * sizeof(std::int64_t));
    at_ += rows * link_stream::words_an_offset;
  }
  /// Writes the changes of a segment; the segment becomes the base.
  void put_bytes(const LinkSegment& segment) {
    std::int8_t changes[own_row];
    for (int r = 0; r < own_row; ++r) changes[r] = static_cast<std::int8_t>(segment.offset[r] - base_[r]);
    std::memcpy(at_, changes, sizeof changes);
    at_ += link_stream::words_of_bytes;
    std::copy_n(segment.offset, own_row, base_);
  }

  std::uint16_t* at_;
  std::uint16_t* start_;
  int group_cells_;
  Base base_{};
};

template <class Real>
std::int64_t encode_chunk(const Occupancy& occupancy, const GroupMasks* masks, std::int64_t chunk, std::uint16_t* to) {
  constexpr int lanes = LinkBuilder<Real>::lanes;
  const std::int64_t groups = (occupancy.cells() + lanes - 1) / lanes;
  const std::int64_t first = chunk * link_stream::groups_a_chunk;
  const std::int64_t last = std::min(groups, first + link_stream::groups_a_chunk);
  LinkBuilder<Real> builder(occupancy, first * lanes);
  Encoder encoder(to, lanes);
  for (std::int64_t group = first; group < last; ++group)
    encoder.add(builder.next(masks[group]), CpuTiles<Real>::slot(group * lanes, 0));
  return encoder.words();
}

}  // namespace

namespace link_stream {

/// Holds the words of the chunks that a thread has found, one after another, up to the first that does not fit.
class FoundWords {
 public:
  /// There is room for so many words, and for one chunk more, which is not kept.
  explicit FoundWords(std::int64_t room) : room_(room), words_(static_cast<std::size_t>(room) + largest_chunk) {}

  std::uint16_t* next() { return words_.data() + end_; }
  /// Keeps the words that were written to next(), where there is room. Tells whether there was.
  bool keep(std::int64_t words) {
    const bool fits = end_ + words <= room_;
    if (fits)
      end_ += words;
    else
      room_ = end_;
    return fits;
  }
  void begin_again() { end_ = 0; }

 private:
  std::int64_t room_;
  std::int64_t end_{0};
  LargeArray<std::uint16_t> words_;
};

}  // namespace link_stream

template <class Real>
struct LinkStream<Real>::State {
  const Occupancy* occupancy;
  const GroupMasks* masks;
  std::vector<std::int64_t> starts;  ///< where each chunk begins in `words`, or not_kept
  LargeArray<std::uint16_t> words;
};

template <class Real>
LinkStream<Real>::LinkStream(const Occupancy& occupancy, const GroupMasks* masks, std::int64_t most_bytes,
                             const ThreadTeam& team)
    : state_(new State{&occupancy, masks, {}, {}}) {
  constexpr std::int64_t cells_a_chunk = link_stream::groups_a_chunk * LinkBuilder<Real>::lanes;
  const std::int64_t chunks = (occupancy.cells() + cells_a_chunk - 1) / cells_a_chunk;
  const double most_words = static_cast<double>(most_bytes) / sizeof(std::uint16_t);
  // Where the words of a chunk belong is known when all are found. Each thread keeps what it has found until then.
  const double all_words = static_cast<double>(chunks) * static_cast<double>(link_stream::largest_chunk);
  std::vector<link_stream::FoundWords> found;
  for (int thread = 0; thread < team.size(); ++thread)
    found.emplace_back(static_cast<std::int64_t>(std::min(most_words, all_words)) / team.size());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(chunks));
  team.run_on_parts(chunks, [&](Range part, int thread) {
    link_stream::FoundWords& own = found[static_cast<std::size_t>(thread)];
    for (std::int64_t b = part.first; b < part.last; ++b) {
      std::int64_t& size = sizes[static_cast<std::size_t>(b)];
      size = encode_chunk<Real>(occupancy, masks, b, own.next());
      own.keep(size);
    }
  });

  std::vector<std::int64_t>& starts = state_->starts;
  std::int64_t kept = 0;
  for (const std::int64_t size : sizes) {
    // Chunks that are not kept are spread evenly over the lattice, and so over the threads.
    const bool has_room = static_cast<double>(kept + size) <=
                          most_words * static_cast<double>(starts.size() + 1) / static_cast<double>(chunks);
    starts.push_back(has_room ? kept : not_kept);
    if (has_room) kept += size;
  }
  state_->words = LargeArray<std::uint16_t>(static_cast<std::size_t>(kept));
  team.run_on_parts(chunks, [&](Range part, int thread) {
    link_stream::FoundWords& own = found[static_cast<std::size_t>(thread)];
    own.begin_again();
    for (std::int64_t b = part.first; b < part.last; ++b) {
      std::uint16_t* const words = own.next();
      const std::int64_t size = sizes[static_cast<std::size_t>(b)];
      const bool was_found = own.keep(size);
      const std::int64_t start = starts[static_cast<std::size_t>(b)];
      if (start == not_kept) continue;
      if (!was_found) encode_chunk<Real>(occupancy, masks, b, words);
      std::copy_n(words, size, state_->words.data() + start);
    }
  });
}

template <class Real>
LinkStream<Real>::~LinkStream() = default;

template <class Real>
const std::uint16_t* LinkStream<Real>::chunk(std::int64_t chunk) const {
  const std::int64_t start = state_->starts[static_cast<std::size_t>(chunk)];
  if (start != not_kept) return state_->words.data() + start;
  thread_local std::vector<std::uint16_t> made(link_stream::largest_chunk);
  encode_chunk<Real>(*state_->occupancy, state_->masks, chunk, made.data());
  return made.data();
}

template <class Real>
std::int64_t LinkStream<Real>::bytes() const {
  return static_cast<std::int64_t>(state_->words.bytes() + state_->starts.size() * sizeof(std::int64_t));
}

std::int64_t predict_link_bytes(const PoreSpace& pores, std::int64_t cells, int group_cells) {
  const std::int64_t nx = pores.extent().nx;
  const std::int64_t words_per_row = pores.words_per_row();
  const auto words = pores.words();
  std::int64_t runs = 0;
  std::int64_t ends = 0;  // cells at an end of a row, whose links may wrap
  for (std::size_t first = 0; first < words.size(); first += static_cast<std::size_t>(words_per_row)) {
    std::uint32_t carry = 0;
    for (std::size_t w = first; w < first + static_cast<std::size_t>(words_per_row); ++w) {
      runs += std::popcount(words[w] & ~(words[w] << 1 | carry));
      carry = words[w] >> 31;
    }
    const std::uint32_t last = words[first + static_cast<std::size_t>(words_per_row - 1)];
    ends += (words[first] & 1U) + (last >> ((nx - 1) % 32) & 1U);
  }
  const std::int64_t groups = (cells + group_cells - 1) / group_cells;
  const std::int64_t chunks = (groups + link_stream::groups_a_chunk - 1) / link_stream::groups_a_chunk;
  constexpr std::int64_t word = sizeof(std::uint16_t);
  constexpr std::int64_t base = link_stream::words_a_base * word;
  constexpr std::int64_t segment = link_stream::words_a_uniform_segment * word;
  constexpr std::int64_t wrapping_cell = 32;  // bytes of its own segment, and of longer ones next to it
  return groups * word + chunks * (base + static_cast<std::int64_t>(sizeof(std::int64_t))) + (groups + runs) * segment +
         ends * wrapping_cell;
}

template class LinkStream<float>;
template class LinkStream<double>;

}  // namespace perm
