// SPDX-License-Identifier: Apache-2.0
// What is done with the moments of every cell in a sampled step: sums over the image, or fields kept a cell.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"
#include "solver/flow_sample.hpp"
#include "solver/lattice_data.hpp"

namespace perm {

/// Adds the moments of own cells to sums over the image. One thread each.
template <class Real>
class SumObserver final : public MomentObserver<Real> {
 public:
  SumObserver(const Domain& domain, const Occupancy& occupancy, double force)
      : domain_(&domain), occupancy_(&occupancy), sums_(domain.image(), force) {}

  void observe(std::int64_t first_cell, int cells, const Real* density, const Real* const velocity[3]) override {
    const auto& words = occupancy_->words();
    const std::int64_t ny = domain_->extent().ny;
    if (first_cell != next_cell_) word_ = occupancy_->find_word(static_cast<Occupancy::Cell>(first_cell));
    std::uint32_t bits = words[static_cast<std::size_t>(word_)].bits;
    for (std::int64_t skip = first_cell - words[static_cast<std::size_t>(word_)].rank; skip > 0; --skip)
      bits &= bits - 1;
    for (int l = 0; l < cells; ++l) {
      while (bits == 0) bits = words[static_cast<std::size_t>(++word_)].bits;
      const std::int64_t row = word_ / occupancy_->words_per_row();
      const std::int64_t x = word_ % occupancy_->words_per_row() * 32 + std::countr_zero(bits);
      bits &= bits - 1;
      if (!domain_->is_own(row % ny, row / ny)) continue;
      sums_.add(x, domain_->own().y.first + row % ny, domain_->own().z.first + row / ny,
                static_cast<double>(density[l]),
                {static_cast<double>(velocity[0][l]), static_cast<double>(velocity[1][l]),
                 static_cast<double>(velocity[2][l])});
    }
    next_cell_ = first_cell + cells;
  }

  const FlowSums& sums() const { return sums_; }

 private:
  const Domain* domain_;
  const Occupancy* occupancy_;
  FlowSums sums_;
  std::int64_t next_cell_{-1};
  std::int64_t word_{0};
};

/// Adds half of density deviation and velocity to 4 floats a cell: over two steps their mean.
template <class Real>
class FieldObserver final : public MomentObserver<Real> {
 public:
  explicit FieldObserver(float* fields) : fields_(fields) {}

  void observe(std::int64_t first_cell, int cells, const Real* density, const Real* const velocity[3]) override {
    float* field = fields_ + 4 * first_cell;
    for (int l = 0; l < cells; ++l, field += 4) {
      field[0] += static_cast<float>(density[l]) / 2;
      for (int a = 0; a < 3; ++a) field[a + 1] += static_cast<float>(velocity[a][l]) / 2;
    }
  }

 private:
  float* fields_;
};

}  // namespace perm
