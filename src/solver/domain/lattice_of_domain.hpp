// SPDX-License-Identifier: Apache-2.0
// Holds what the lattices of all devices have in common: settings, domain, counters, and the parts of Backend that need
// no device. A device's lattice derives from this class and says how it steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "solver/backend.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/domain/part_sums.hpp"
#include "solver/domain/watched_words.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

class LatticeOfDomain : public Backend {
 public:
  void start_from_rest() final;
  void set_force_and_tau(const std::array<double, 3>& force, double tau) final;
  void go_on(const FlowChange& change) final;
  void advance(std::int64_t steps) final;
  FlowSample advance_and_sample() final;
  ChangingFlow advance_and_compare() final;
  ChangingFlow advance_and_correct() final;
  void add_to_cells(std::span<const CellField> change) final;
  void read_moments(std::span<CellField> of_cells) const final;
  void advance_and_capture() final;
  void advance_and_alternate(std::span<CellField> of_cells) final;
  std::vector<double> sum_squared_speeds(const std::shared_ptr<const CellParts>& parts) const final;

  void go_on_from(std::int64_t steps) final {
    forget_compared();
    steps_ = steps;
  }
  std::optional<std::int64_t> compared_step() const final { return compared_step_; }
  SavedList list_compared() final;
  void compare_from(std::int64_t step) final { compared_step_ = step; }
  std::int64_t steps() const final { return steps_; }
  const Domain& domain() const final { return domain_; }
  std::int64_t cells() const final { return own_cells_; }
  std::int64_t image_cells() const final { return image_cells_; }
  const SolverSettings& settings() const final { return settings_; }
  const WatchedWords& watched() const { return watched_; }

 protected:
  /// Collective. Throws InputError where the image has no cell.
  LatticeOfDomain(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings);
  /// Goes on from `other` at its step, in another precision. The captured flow stays behind.
  LatticeOfDomain(const LatticeOfDomain& other, Precision precision);

  /// Gives empty sums for what own cells will add to the image.
  FlowSums empty_sums() const;
  /// Throws Error where no flow has been captured.
  void require_captured() const;
  /// Says that something else than steps has changed the flow, so that it is not to be compared with what was.
  void forget_compared() { compared_step_.reset(); }

  /// Makes the numbers that steps use from settings(), which have changed.
  virtual void use_settings() = 0;
  virtual void put_to_rest() = 0;
  /// Rescales all cells; settings() changes after this call. The force in `change` is that of the cells.
  virtual void rescale_cells(const FlowChange& change) = 0;
  virtual void take_steps(std::int64_t steps) = 0;
  /// Takes two steps and adds the moments of own cells.
  virtual void take_and_sum_two_steps(FlowSums& sums) = 0;
  /// Takes a pair of steps, adds what the moments of own cells are then less those that the last call has left, and
  /// leaves those of another pair of steps. Adds the moments of all four.
  virtual void take_and_compare_four_steps(FlowSums& sums) = 0;
  /// Gives and sets what that call leaves of watched voxels, from voxel `first` of them on.
  virtual void read_changes(std::size_t first, std::span<CellChange> changes) = 0;
  virtual void write_changes(std::size_t first, std::span<const CellChange> changes) = 0;
  /// Takes two steps and adds the moments of own cells, with the reversals of the first step counted as
  /// StepPairOf::first, those of the second one as StepPairOf::second.
  virtual void take_and_correct_two_steps(FlowSums& sums) = 0;
  /// Do what add_to_cells and read_moments say.
  virtual void add_to_own_cells(std::span<const CellField> change) = 0;
  virtual void read_own_moments(std::span<CellField> of_cells) const = 0;
  /// Takes two steps and keeps the mean fields of all cells.
  virtual void take_and_capture_two_steps() = 0;
  /// Does what advance_and_alternate says.
  virtual void take_and_alternate_two_steps(std::span<CellField> of_cells) = 0;
  /// Sums the squared speeds of own cells in parts from 1 on, in the units of `parameters` and with `scale` quanta in
  /// one, and gives the first process those of all processes (sums_for_first). Collective.
  virtual std::vector<double> sum_all_speeds(const std::shared_ptr<const CellParts>& parts, double scale,
                                             const EnergyParameters& parameters) const = 0;

 private:
  /// Throws UsageError where distributions are stored in float16.
  void require_more_than_float16() const;
  FlowSample sample_of(const FlowSums& sums, int of_steps) const;

  SolverSettings settings_;
  Domain domain_;
  std::int64_t own_cells_;
  std::int64_t image_cells_;
  WatchedWords watched_;
  std::int64_t steps_{0};
  bool has_captured_{false};
  std::optional<std::int64_t> compared_step_;  ///< the last step of the pair that is left to compare with
};

}  // namespace perm
