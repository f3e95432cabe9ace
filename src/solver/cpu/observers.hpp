// SPDX-License-Identifier: Apache-2.0
// Observers of the moments of every cell in a sampled step: they sum over the image, or keep a field for each cell.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lattice/cell_field.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"
#include "solver/cpu/group_rounding.hpp"
#include "solver/cpu/lattice_data.hpp"
#include "solver/domain/watched_words.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

/// Holds what two pairs of steps leave in watched cells: the moments of the second pair less those of the first.
class CellChanges {
 public:
  /// Keeps a reference to `words`.
  explicit CellChanges(const WatchedWords& words)
      : words_(words.view()), changes_(static_cast<std::size_t>(words.voxels())) {}

  /// Gives the changes of the 32 voxels of word `column` of row (y, z) of the image; null when the word is not watched.
  /// `place` is that of a word asked for before, which stands before this one, or `none`; it becomes that of this word.
  CellChange* of_word(std::int64_t column, std::int64_t y, std::int64_t z, std::int64_t& place) {
    const std::int64_t number = words_.number(column, y, z);
    if (place == WatchedView::none) place = words_.first_from(number);
    while (place < words_.count && words_.numbers[place] < number) ++place;
    return place < words_.count && words_.numbers[place] == number
               ? &changes_[static_cast<std::size_t>(place * WatchedView::word_bits)]
               : nullptr;
  }
  std::span<CellChange> all() { return changes_; }
  void clear() { std::fill(changes_.begin(), changes_.end(), CellChange{}); }
  /// Adds the changes of own cells to sums over the image.
  void add_to(FlowSums& sums, const Domain& domain, const Occupancy& occupancy) const {
    const Block& own = domain.own();
    for (std::int64_t place = 0; place < words_.count; ++place) {
      const WatchedView::Place at = words_.word(place);
      const int group = words_.group(place, residual_groups);
      const std::int64_t row = occupancy.row_start(at.y - own.y.first, at.z - own.z.first);
      const CellChange* const changes = &changes_[static_cast<std::size_t>(place * WatchedView::word_bits)];
      for (std::uint32_t bits = occupancy.words()[static_cast<std::size_t>(row + at.column)].bits; bits != 0;
           bits &= bits - 1) {
        const CellChange& change = changes[std::countr_zero(bits)];
        sums.add_to_residual(group, {change.density, change.velocity[0], change.velocity[1], change.velocity[2]});
      }
    }
  }

 private:
  WatchedView words_;
  std::vector<CellChange> changes_;
};

/// Adds the moments of own cells to sums over the image. Each thread has an observer of its own.
template <class Real>
class SumObserver final : public MomentObserver<Real> {
 public:
  /// Adds to `sums`, which are empty, what `rounding` makes of the moments.
  SumObserver(const Domain& domain, const Occupancy& occupancy, RoundingFunction<Real> rounding, FlowSums sums)
      : domain_(&domain),
        occupancy_(&occupancy),
        rounding_(rounding),
        sums_(std::move(sums)),
        scales_{sums_.scale(), sums_.square_scale(), sums_.density_share()} {}
  /// Makes the observer sum reversals too, from now on.
  void sum_reversals(StepPairOf pair) { pair_ = pair; }
  /// Makes the observer watch changes too, from now on.
  void watch(CellChanges& changes, StepPairOf pair) {
    sum_reversals(pair);
    changes_ = &changes;
    next_cell_ = -1;
  }

  void observe(std::int64_t first_cell, int cells, const CellMoments<Real>& moments) override {
    if (first_cell != next_cell_) enter_word_of(first_cell);
    const bool is_rounded = rounding_(moments, scales_, rounded_);
    for (int lane = 0; lane < cells;) {
      while (left_ == 0) enter_next_word();
      const auto end = static_cast<int>(std::min<std::int64_t>(cells, end_of_row_ - first_cell));
      if (is_own_ && is_rounded) add_to_row(lane, end);
      if (is_own_ && moments.force_share != nullptr) add_beside_walls(moments, lane, end);
      for (; lane < end; lane = observe_word(moments, lane, end, is_rounded))
        while (left_ == 0) enter_next_word();
    }
    next_cell_ = first_cell + cells;
  }

  const FlowSums& sums() const { return sums_; }

 private:
  void enter_word_of(std::int64_t cell) {
    word_ = occupancy_->find_word(static_cast<Occupancy::Cell>(cell));
    column_ = word_ % occupancy_->words_per_row();
    row_ = word_ / occupancy_->words_per_row();
    enter_row();
    place_ = WatchedView::none;
    enter_word();
    for (std::int64_t skip = cell - occupancy_->words()[static_cast<std::size_t>(word_)].first_cell; skip > 0; --skip)
      left_ &= left_ - 1;
  }
  void enter_next_word() {
    ++word_;
    if (++column_ == occupancy_->words_per_row()) {
      column_ = 0;
      ++row_;
      enter_row();
    }
    enter_word();
  }
  void enter_row() {
    const std::int64_t ny = domain_->extent().ny;
    y_ = domain_->own().y.first + row_ % ny;
    z_ = domain_->own().z.first + row_ / ny;
    is_own_ = domain_->is_own(row_ % ny, row_ / ny);
    end_of_row_ = occupancy_->cells_of_row(row_ % ny, row_ / ny).last;
  }
  void enter_word() {
    left_ = occupancy_->words()[static_cast<std::size_t>(word_)].bits;
    change_ = is_own_ && changes_ != nullptr ? changes_->of_word(column_, y_, z_, place_) : nullptr;
  }

  /// Adds what is summed over rows, or over all cells, for lanes of one row.
  void add_to_row(int first, int end) {
    const Extent& n = domain_->image();
    sums_.add_quanta(SumLayout::plane(n, Axis::y, y_), sum_of(rounded_.flux[1], first, end));
    sums_.add_quanta(SumLayout::plane(n, Axis::z, z_), sum_of(rounded_.flux[2], first, end));
    sums_.add_quanta(SumLayout::entry(n, SumEntry::density), sum_of(rounded_.density, first, end));
    if (pair_)
      sums_.add_quanta(SumLayout::entry(n, SumEntry::action),
                       static_cast<int>(*pair_) * sum_of(rounded_.reversal, first, end));
  }
  void add_beside_walls(const CellMoments<Real>& moments, int first, int end) {
    for (int lane = first; lane < end; ++lane)
      if (moments.force_share[lane] != 1)
        sums_.add_beside_wall(velocity_of(moments, lane), static_cast<double>(moments.force_share[lane]));
  }
  static std::int64_t sum_of(const RoundedMoment<Real>& moment, int first, int end) {
    if (end - first == group_cells<Real>) return moment.sum;
    return std::accumulate(moment.of_cell + first, moment.of_cell + end, std::int64_t{0});
  }

  /// Adds what add_to_row leaves for the lanes from `lane` on, as far as they are cells of the word. Gives the lane
  /// after them.
  int observe_word(const CellMoments<Real>& moments, int lane, int end, bool is_rounded) {
    const std::int64_t first_x = column_ * PoreSpace::word_bits;
    const std::int64_t first_sum = SumLayout::plane(domain_->image(), Axis::x, first_x);
    if (is_rounded && is_own_ && change_ == nullptr)  // as nearly everywhere
      return for_each_cell(lane, end,
                           [&](int l, int bit) { sums_.add_quanta(first_sum + bit, rounded_.flux[0].of_cell[l]); });
    return for_each_cell(lane, end, [&](int l, int bit) {
      if (!is_own_) return;
      if (is_rounded)
        sums_.add_quanta(first_sum + bit, rounded_.flux[0].of_cell[l]);
      else
        add_cell(first_x + bit, moments, l);
      if (change_ != nullptr) add_change(change_[bit], moments, l);
    });
  }

  /// Calls visit(lane, bit) for the cells that are left of the word.
  template <class Visit>
  int for_each_cell(int lane, int end, const Visit& visit) {
    std::uint32_t left = left_;
    for (; lane < end && left != 0; ++lane, left &= left - 1) visit(lane, std::countr_zero(left));
    left_ = left;
    return lane;
  }

  void add_cell(std::int64_t x, const CellMoments<Real>& moments, int lane) {
    sums_.add(x, y_, z_, static_cast<double>(moments.density[lane]), velocity_of(moments, lane));
    if (pair_) sums_.add_to_action(static_cast<double>(moments.reversal[lane]), *pair_);
  }
  static std::array<double, 3> velocity_of(const CellMoments<Real>& moments, int lane) {
    return {static_cast<double>(moments.velocity[0][lane]), static_cast<double>(moments.velocity[1][lane]),
            static_cast<double>(moments.velocity[2][lane])};
  }
  void add_change(CellChange& change, const CellMoments<Real>& moments, int lane) const {
    const int sign = static_cast<int>(*pair_);
    change.density += sign * static_cast<double>(moments.density[lane]);
    for (int a = 0; a < 3; ++a) change.velocity[a] += sign * static_cast<double>(moments.velocity[a][lane]);
  }

  const Domain* domain_;
  const Occupancy* occupancy_;
  RoundingFunction<Real> rounding_;
  FlowSums sums_;
  MomentScales scales_;
  RoundedMoments<Real> rounded_{};  ///< of the group that is observed
  CellChanges* changes_{nullptr};
  std::optional<StepPairOf> pair_;  ///< there where reversals are summed
  std::int64_t next_cell_{-1};
  std::int64_t word_{0};
  std::int64_t column_{0};
  std::int64_t row_{0};
  // The following members belong to that row or word:
  std::int64_t y_{0};
  std::int64_t z_{0};
  bool is_own_{false};
  std::int64_t end_of_row_{0};  ///< one past its last cell
  std::uint32_t left_{0};       ///< bits of the cells that were not observed yet
  std::int64_t place_{WatchedView::none};
  CellChange* change_{nullptr};
};

/// Adds half of density deviation and velocity to the field of each cell; over two steps this gives their mean.
template <class Real>
class FieldObserver final : public MomentObserver<Real> {
 public:
  FieldObserver(CellField* fields, FieldTerm term) : fields_(fields), term_(term) {}

  void observe(std::int64_t first_cell, int cells, const CellMoments<Real>& moments) override {
    for (int l = 0; l < cells; ++l) {
      CellField& field = fields_[first_cell + l];
      if (term_.begins) field = {};
      field.density += term_.share * static_cast<float>(moments.density[l]);
      for (int a = 0; a < 3; ++a) field.velocity[a] += term_.share * static_cast<float>(moments.velocity[a][l]);
    }
  }

 private:
  CellField* fields_;
  FieldTerm term_;
};

}  // namespace perm
