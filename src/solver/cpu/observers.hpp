// SPDX-License-Identifier: Apache-2.0
// Observers of the moments of every cell in a sampled step: they sum over the image, or keep a field for each cell.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "lattice/cell_field.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"
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
  CellField* of_word(std::int64_t column, std::int64_t y, std::int64_t z) {
    const std::int64_t place = words_.place(column, y, z);
    return place < 0 ? nullptr : &changes_[static_cast<std::size_t>(place * WatchedView::word_bits)];
  }
  void clear() { std::fill(changes_.begin(), changes_.end(), CellField{}); }
  /// Adds the changes of own cells to sums over the image.
  void add_to(FlowSums& sums, const Domain& domain, const Occupancy& occupancy) const {
    const Block& own = domain.own();
    for (std::int64_t place = 0; place < words_.count; ++place) {
      const WatchedView::Place at = words_.word(place);
      const int group = words_.group(place, residual_groups);
      const std::int64_t row = occupancy.row_start(at.y - own.y.first, at.z - own.z.first);
      const CellField* const changes = &changes_[static_cast<std::size_t>(place * WatchedView::word_bits)];
      for (std::uint32_t bits = occupancy.words()[static_cast<std::size_t>(row + at.column)].bits; bits != 0;
           bits &= bits - 1) {
        const CellField& change = changes[std::countr_zero(bits)];
        sums.add_to_residual(group, {change.density, change.velocity[0], change.velocity[1], change.velocity[2]});
      }
    }
  }

 private:
  WatchedView words_;
  std::vector<CellField> changes_;
};

/// Adds the moments of own cells to sums over the image. Each thread has an observer of its own.
template <class Real>
class SumObserver final : public MomentObserver<Real> {
 public:
  /// Adds to `sums`, which are empty.
  SumObserver(const Domain& domain, const Occupancy& occupancy, FlowSums sums)
      : domain_(&domain), occupancy_(&occupancy), sums_(std::move(sums)) {}
  /// Makes the observer watch changes too, from now on.
  void watch(CellChanges& changes, StepPairOf pair) {
    changes_ = &changes;
    pair_ = pair;
    next_cell_ = -1;
  }

  void observe(std::int64_t first_cell, int cells, const CellMoments<Real>& moments) override {
    const auto& words = occupancy_->words();
    if (first_cell != next_cell_) enter(occupancy_->find_word(static_cast<Occupancy::Cell>(first_cell)));
    std::uint32_t bits = words[static_cast<std::size_t>(word_)].bits;
    for (std::int64_t skip = first_cell - words[static_cast<std::size_t>(word_)].first_cell; skip > 0; --skip)
      bits &= bits - 1;
    for (int l = 0; l < cells; ++l) {
      if (bits == 0) {
        std::int64_t next = word_;
        while (bits == 0) bits = words[static_cast<std::size_t>(++next)].bits;
        enter(next);
      }
      const int bit = std::countr_zero(bits);
      bits &= bits - 1;
      if (!is_own_) continue;
      const std::array<double, 3> u{static_cast<double>(moments.velocity[0][l]),
                                    static_cast<double>(moments.velocity[1][l]),
                                    static_cast<double>(moments.velocity[2][l])};
      sums_.add(first_x_ + bit, y_, z_, static_cast<double>(moments.density[l]), u);
      if (changes_ == nullptr) continue;
      sums_.add_to_action(static_cast<double>(moments.reversal[l]), pair_);
      if (change_ == nullptr) continue;
      const auto sign = static_cast<float>(static_cast<int>(pair_));
      change_[bit].density += sign * static_cast<float>(moments.density[l]);
      for (int a = 0; a < 3; ++a) change_[bit].velocity[a] += sign * static_cast<float>(moments.velocity[a][l]);
    }
    next_cell_ = first_cell + cells;
  }

  const FlowSums& sums() const { return sums_; }

 private:
  /// Looks up what the cells of a word have in common.
  void enter(std::int64_t word) {
    word_ = word;
    const std::int64_t row = word / occupancy_->words_per_row();
    const std::int64_t column = word % occupancy_->words_per_row();
    const std::int64_t ny = domain_->extent().ny;
    first_x_ = column * PoreSpace::word_bits;
    y_ = domain_->own().y.first + row % ny;
    z_ = domain_->own().z.first + row / ny;
    is_own_ = domain_->is_own(row % ny, row / ny);
    change_ = is_own_ && changes_ != nullptr ? changes_->of_word(column, y_, z_) : nullptr;
  }

  const Domain* domain_;
  const Occupancy* occupancy_;
  FlowSums sums_;
  CellChanges* changes_{nullptr};
  StepPairOf pair_{StepPairOf::first};
  std::int64_t next_cell_{-1};
  std::int64_t word_{0};
  // The following members belong to that word:
  std::int64_t first_x_{0};
  std::int64_t y_{0};
  std::int64_t z_{0};
  bool is_own_{false};
  CellField* change_{nullptr};
};

/// Adds half of density deviation and velocity to the field of each cell; over two steps this gives their mean.
template <class Real>
class FieldObserver final : public MomentObserver<Real> {
 public:
  explicit FieldObserver(CellField* fields) : fields_(fields) {}

  void observe(std::int64_t first_cell, int cells, const CellMoments<Real>& moments) override {
    for (int l = 0; l < cells; ++l) {
      CellField& field = fields_[first_cell + l];
      field.density += static_cast<float>(moments.density[l]) / 2;
      for (int a = 0; a < 3; ++a) field.velocity[a] += static_cast<float>(moments.velocity[a][l]) / 2;
    }
  }

 private:
  CellField* fields_;
};

}  // namespace perm
