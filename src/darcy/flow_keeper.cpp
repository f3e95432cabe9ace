// SPDX-License-Identifier: Apache-2.0
#include "darcy/flow_keeper.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/errors.hpp"
#include "darcy/running_flow.hpp"
#include "darcy/state_members.hpp"
#include "laplace/block_pieces.hpp"

namespace perm {
namespace {

constexpr const char* flow_part = "flow";

template <class Real>
SavedList list_in(Backend& backend, const ListRows& cells) {
  constexpr std::size_t each = d3q19::directions;
  return {"distributions", cells, each * sizeof(Real),
          [&backend](const Range& items, std::span<std::byte> bytes) {
            std::vector<double> f(static_cast<std::size_t>(items.size()) * each);
            backend.read_distributions(items.first, f);
            auto* const values = reinterpret_cast<Real*>(bytes.data());
            std::ranges::transform(f, values, [](double value) { return static_cast<Real>(value); });
          },
          [&backend](const Range& items, std::span<const std::byte> bytes) {
            const auto* const values = reinterpret_cast<const Real*>(bytes.data());
            const std::vector<double> f(values, values + static_cast<std::size_t>(items.size()) * each);
            backend.write_distributions(items.first, f);
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

ListRows rows_of_cells(const Domain& domain, const PoreSpace& pores) {
  ListRows rows{domain.own().y, domain.own().z, {0}};
  rows.first.reserve(static_cast<std::size_t>(domain.own().rows()) + 1);
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      std::uint64_t cells = 0;
      for (const std::uint32_t word : pores.row(y, z)) cells += detail::count_bits(word);
      rows.first.push_back(rows.items() + cells);
    }
  return rows;
}

ListRows rows_of_pieces(const Domain& domain, const PoreSpace& pores) {
  const auto in_blocks = [](const Range& range) { return Range{range.first / 2, (range.last + 1) / 2}; };
  ListRows rows{in_blocks(domain.own().y), in_blocks(domain.own().z), {0}};
  rows.first.reserve(static_cast<std::size_t>(rows.y.size() * rows.z.size()) + 1);
  for (std::int64_t block_z = 0; block_z < rows.z.size(); ++block_z)
    for (std::int64_t block_y = 0; block_y < rows.y.size(); ++block_y) {
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
      rows.first.push_back(rows.items() + count);
    }
  return rows;
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
