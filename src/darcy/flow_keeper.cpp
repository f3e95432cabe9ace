// SPDX-License-Identifier: Apache-2.0
#include "darcy/flow_keeper.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

#include "darcy/running_flow.hpp"
#include "darcy/state_members.hpp"
#include "laplace/block_pieces.hpp"

namespace perm {
namespace {

constexpr const char* flow_part = "flow";

template <class Real>
SavedList list_in(Backend& backend, const ListRows& cells) {
  constexpr std::size_t each = d3q19::directions;
  const auto room = std::make_shared<std::vector<double>>();  // is kept, because a new one costs as much as the copy
  return {"distributions", cells, each * sizeof(Real),
          [&backend, room](const Range& items, std::span<std::byte> bytes) {
            const std::int64_t count = items.size() * static_cast<std::int64_t>(each);
            room->resize(static_cast<std::size_t>(count));
            backend.read_distributions(items.first, *room);
            const double* const from = room->data();
            auto* const to = reinterpret_cast<Real*>(bytes.data());
#pragma omp parallel for schedule(static)  // nothing in it throws
            for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Real>(from[i]);
          },
          [&backend, room](const Range& items, std::span<const std::byte> bytes) {
            const std::int64_t count = items.size() * static_cast<std::int64_t>(each);
            room->resize(static_cast<std::size_t>(count));
            const auto* const from = reinterpret_cast<const Real*>(bytes.data());
            double* const to = room->data();
#pragma omp parallel for schedule(static)  // nothing in it throws
            for (std::int64_t i = 0; i < count; ++i) to[i] = from[i];
            backend.write_distributions(items.first, *room);
          }};
}

}  // namespace

struct FlowKeeper::Found {
  std::string flow;
  RunningFlow::State state;
  RunningFlow::Clocks clocks;
  MixingState mixing;
  StateBytes search;
  bool is_search_restored{false};
};

namespace {

/// Makes rows of what count(y, z) counts in each, y and z being the places of a row among the own ones.
template <class Count>
ListRows rows_of(const Range& y, const Range& z, const Count& count) {
  ListRows rows{y, z, std::vector<std::uint64_t>(static_cast<std::size_t>(y.size() * z.size()) + 1)};
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t row = 0; row < y.size() * z.size(); ++row)
    rows.first[static_cast<std::size_t>(row) + 1] = count(row % y.size(), row / y.size());
  std::partial_sum(rows.first.begin(), rows.first.end(), rows.first.begin());
  return rows;
}

}  // namespace

ListRows rows_of_cells(const Domain& domain, const PoreSpace& pores) {
  return rows_of(domain.own().y, domain.own().z, [&](std::int64_t y, std::int64_t z) {
    std::uint64_t cells = 0;
    for (const std::uint32_t word : pores.row(y, z)) cells += detail::count_bits(word);
    return cells;
  });
}

ListRows rows_of_pieces(const Domain& domain, const PoreSpace& pores) {
  const auto in_blocks = [](const Range& range) { return Range{range.first / 2, (range.last + 1) / 2}; };
  return rows_of(in_blocks(domain.own().y), in_blocks(domain.own().z), [&](std::int64_t block_y, std::int64_t block_z) {
    std::uint64_t count = 0;
    for (std::int64_t word = 0; word < pores.words_per_row(); ++word) {
      std::uint32_t words[4] = {};
      for (std::int64_t z = 2 * block_z; z < std::min(domain.own_z(), 2 * block_z + 2); ++z)
        for (std::int64_t y = 2 * block_y; y < std::min(domain.own_y(), 2 * block_y + 2); ++y)
          words[2 * (z % 2) + y % 2] = pores.row(y, z)[static_cast<std::size_t>(word)];
      for (int pair = 0; pair < 16; ++pair) {
        unsigned pattern = 0;
        for (unsigned i = 0; i < 4; ++i) pattern |= (words[i] >> (2 * pair) & 3U) << (2 * i);
        count += pieces_of[pattern].count;
      }
    }
    return count;
  });
}

SavedList list_distributions(Backend& backend, const ListRows& cells, Precision precision) {
  return precision == Precision::float64 ? list_in<double>(backend, cells) : list_in<float>(backend, cells);
}

FlowKeeper::FlowKeeper(const FlowSaving& saving, const Domain& domain, const PoreSpace& pores) : saving_(saving) {
  if (saving_.checkpoint == nullptr) return;
  cells_ = rows_of_cells(domain, pores);
  pieces_ = rows_of_pieces(domain, pores);
  const StateBytes* const bytes = saving_.checkpoint->find(flow_part);
  if (bytes == nullptr) return;
  StateReader reader(*bytes);
  auto found = std::make_unique<Found>();
  reader >> found->flow;
  if (found->flow != saving_.flow) return;
  reader >> found->state >> found->clocks >> found->mixing >> found->search;
  reader.require_end();
  found_ = std::move(found);
}

FlowKeeper::~FlowKeeper() {
  if (saving_.checkpoint != nullptr) saving_.checkpoint->forget(flow_part);
}

Precision FlowKeeper::precision() const { return found_->state.precision; }

std::vector<SavedList> FlowKeeper::lists_of(RunningFlow& flow) const {
  std::vector<SavedList> lists = flow.pressure().lists(pieces_);
  lists.push_back(list_distributions(flow.backend(), cells_, flow.state().precision));
  return lists;
}

void FlowKeeper::restore(RunningFlow& flow) const {
  for (const SavedList& list : lists_of(flow)) saving_.checkpoint->restore(list);
  flow.pressure().state() = found_->mixing;
  flow.pressure().end_restoring();
  flow.restore(found_->state, found_->clocks);
  saving_.checkpoint->forget(flow_part);
}

void FlowKeeper::restore(const std::function<void(StateReader&)>& read) {
  if (!found_ || std::exchange(found_->is_search_restored, true)) return;
  StateReader reader(found_->search);
  read(reader);
  reader.require_end();
}

void FlowKeeper::save_if_due(RunningFlow& flow) {
  if (saving_.checkpoint != nullptr && saving_.checkpoint->is_due()) save(flow, Checkpoint::When::due);
}

void FlowKeeper::save_end(RunningFlow& flow) {
  if (saving_.checkpoint != nullptr) save(flow, Checkpoint::When::at_the_end);
}

void FlowKeeper::save(RunningFlow& flow, Checkpoint::When when) const {
  StateWriter search;
  write_search_(search);
  StateWriter state;
  state << saving_.flow << flow.state() << flow.clocks() << flow.pressure().state() << search.take();
  saving_.checkpoint->note(flow_part, state.take());
  saving_.checkpoint->save(lists_of(flow), when);
}

}  // namespace perm
