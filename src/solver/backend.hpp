// SPDX-License-Identifier: Apache-2.0
// Declares a device that holds the cells of one domain and steps them, together with the processes that have the other
// domains of the image. The device is chosen at run time; there is one virtual call for a batch of steps, never one for
// each cell. Lattice units. Own cells are numbered here in memory order, x fastest, whatever order a device keeps them
// in.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/range.hpp"
#include "core/saving/saved_list.hpp"
#include "geometry/pore_space.hpp"
#include "geometry/surface.hpp"
#include "geometry/velocity_set.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/cell_parts.hpp"
#include "lattice/domain.hpp"
#include "solver/cell/flow_change.hpp"
#include "solver/cell/settings.hpp"
#include "solver/flow_measures.hpp"
#include "solver/flow_sample.hpp"

namespace perm {

/// Holds cells that can be stepped, and says what a benchmark needs to know of them.
class SteppedLattice {
 public:
  virtual ~SteppedLattice() = default;
  /// Takes `steps` steps, an even number. Every call that takes steps is collective.
  virtual void advance(std::int64_t steps) = 0;
  virtual std::int64_t cells() const = 0;       ///< of this process
  virtual std::int64_t bytes() const = 0;       ///< of distributions, link bitmasks, links and occupancy words
  virtual double bytes_per_update() const = 0;  ///< memory traffic a cell and step that the scheme cannot avoid
  virtual std::string description() const = 0;  ///< "cpu, avx512, 2 threads"
  virtual int registers() const { return 0; }   ///< of a GPU's thread, in the pass that takes most; 0 on a CPU
};

class Backend : public SteppedLattice {
 public:
  /// Puts the fluid to rest under the force and the step count to zero.
  virtual void start_from_rest() = 0;
  /// Changes what drives and what damps the flow, and puts the fluid to rest: the lattice serves the next flow.
  virtual void set_force_and_tau(const std::array<double, 3>& force, double tau) = 0;
  /// Goes on with the same flow under another force, viscosity or equilibrium. Throws UsageError where the faces or
  /// float16 do not go with it.
  virtual void go_on(const FlowChange& change) = 0;
  /// Takes two steps and gives their mean flow, over the whole image, to every process.
  virtual FlowSample advance_and_sample() = 0;
  /// Takes four steps and gives their mean flow, and how fast velocities and densities have changed since the last such
  /// call: the difference over the steps between. Over many steps rounding adds little to it, where over four it hides
  /// what still changes. The rates are infinite where there is nothing to compare with: at the first call, and after
  /// the flow was changed by anything but steps. The action is 0.
  virtual ChangingFlow advance_and_compare() = 0;
  /// Takes two steps and gives their mean flow, and its action from the first to the second. Their mean momentum and
  /// the difference of their reversals belong to the same combination of flows, so K that is corrected by this action
  /// has no error of first order in what still changes (FlowSums::action_from_step_to_step). The other rates are 0, and
  /// no cell is watched. Throws UsageError on a float16 lattice.
  virtual ChangingFlow advance_and_correct() = 0;
  // Lists of own cells may be in the memory of the GPU that has the lattice.

  /// Adds a density deviation and a velocity to each own cell, at equilibrium. A velocity across a gap of one voxel is
  /// left out. Throws UsageError on a float16 lattice, as read_moments does.
  virtual void add_to_cells(std::span<const CellField> change) = 0;
  /// Gives the density deviation and the momentum of each own cell at this moment: the sums of f_q and of c_q f_q,
  /// without half of the force. With it they are the velocity.
  virtual void read_moments(std::span<CellField> of_cells) const = 0;
  /// Takes two steps and gives half of what density and velocity of each own cell are in the second one less those in
  /// the first: of what changes its sign in every step, minus what it is at this moment and after them. What was
  /// captured is lost. Throws UsageError on a float16 lattice.
  virtual void advance_and_alternate(std::span<CellField> of_cells) = 0;
  /// Measures energy, speed and density of the whole image at this moment and gives them to every process. It takes no
  /// step. Collective.
  virtual FlowMeasures measure() const = 0;
  /// Sums the squared speeds in each part of the image but part 0, whose sum is 0, at this moment: (voxels a step)^2.
  /// It gives the sums to the first process; the others get none. They are the same bits on every device and for every
  /// cut; they are not a number where a speed is not finite. The speed of a flow with the quadratic equilibrium is that
  /// at density 1. A device keeps `parts`, which has all own cells or those of some rows, for the next time.
  /// Collective.
  virtual std::vector<double> sum_squared_speeds(const std::shared_ptr<const CellParts>& parts) const = 0;
  /// Takes two steps and keeps the mean density and velocity of every own cell: 16 bytes a cell.
  virtual void advance_and_capture() = 0;
  /// Gives the captured own rows of plane z of the domain: density (0 in solid) and velocity (3 a voxel, interleaved).
  /// This and read_flow throw an Error where nothing is captured.
  virtual void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const = 0;
  /// Gives the captured own rows of planes of the domain, [z][y][x] from plane z on, as many planes as `values` has
  /// room for, with no_density in solid.
  virtual void read_flow(std::int64_t z, std::span<CellField> values) const = 0;
  /// Gives the deviations f_q - w_q, 19 a cell, of some ranges of own cells. The step is even at this moment, so every
  /// distribution is in its own slot. A device keeps a list of the cells for the next time.
  virtual void read_ranges(std::span<const Range> own_cells, std::span<double> f) const = 0;
  /// Does the same for the own cells from `first_cell` on.
  void read_distributions(std::int64_t first_cell, std::span<double> f) const {
    const Range cells{first_cell, first_cell + static_cast<std::int64_t>(f.size()) / d3q19::directions};
    read_ranges(std::span(&cells, 1), f);
  }
  /// Sets the same deviations.
  virtual void write_distributions(std::int64_t first_cell, std::span<const double> f) = 0;
  /// Says that the distributions that were written are those after so many steps, an even number.
  virtual void go_on_from(std::int64_t steps) = 0;
  /// Gives the step at which advance_and_compare has left something to compare with; none where there is nothing.
  virtual std::optional<std::int64_t> compared_step() const = 0;
  /// Gives what it has left, which can be saved, and be written into the lattice of another process or device.
  virtual SavedList list_compared() = 0;
  /// Says that what was written into that list was left at this step.
  virtual void compare_from(std::int64_t step) = 0;

  virtual std::int64_t steps() const = 0;
  /// Gives what the flow is stepped with at this moment.
  virtual const SolverSettings& settings() const = 0;
  virtual const Domain& domain() const = 0;
  virtual std::int64_t image_cells() const = 0;  ///< of all processes
};

/// Makes the lattice of a domain, whose pores are given with its halo, on the device that the settings name.
/// Collective. Throws DeviceError when the device is not there, its memory does not suffice or it cannot do what is
/// asked, InputError when the image has no cell, UsageError when the rules for the faces do not go with the settings.
/// Where a surface is given, walls stand on it (validation/WALLS.md), else in the middle of links; UsageError where the
/// device or the settings have no such walls.
std::unique_ptr<Backend> make_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                      const Surface* surface = nullptr);
/// Makes the lattice of a whole image on this process alone.
std::unique_ptr<Backend> make_backend(const PoreSpace& pores, const SolverSettings& settings,
                                      const Surface* surface = nullptr);
/// Makes a float32 lattice on the same GPU that goes on from a float16 lattice at its step. Both exist until the
/// float16 lattice is dropped. Throws an Error where `float16` does not store float16.
std::unique_ptr<Backend> continue_in_float32(const Backend& float16);

/// Gives the bytes that make_backend would take where every face is periodic (predict_face_bytes gives what closed
/// faces add).
std::int64_t predict_bytes(const PoreSpace& pores, std::int64_t cells, const SolverSettings& settings);
/// Gives the same for an image of which only extent and number of cells are known; for a CPU the most that it may be.
std::int64_t predict_bytes(const Extent& extent, std::int64_t cells, const SolverSettings& settings);

}  // namespace perm
