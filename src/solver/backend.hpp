// SPDX-License-Identifier: Apache-2.0
// A device that holds the cells of one pore space and steps them. Chosen at run time; the virtual call is per batch of
// steps, never per cell. Lattice units.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lattice/occupancy.hpp"
#include "solver/flow_sample.hpp"
#include "solver/settings.hpp"

namespace perm {

class Backend {
 public:
  virtual ~Backend() = default;

  /// Puts the fluid to rest under the force and the step count to zero.
  virtual void start_from_rest() = 0;
  /// Takes `steps` steps, an even number.
  virtual void advance(std::int64_t steps) = 0;
  /// Takes two steps and gives their mean flow.
  virtual FlowSample advance_and_sample() = 0;
  /// Takes two steps and keeps the mean density and velocity of every cell: 16 bytes a cell.
  virtual void advance_and_capture() = 0;
  /// The captured plane z: density (0 in solid) and velocity (3 a voxel, interleaved).
  virtual void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const = 0;
  /// Deviations f_q - w_q of the cell at this moment (an even step: every distribution is in its own slot).
  virtual void read_distributions(std::int64_t cell, std::span<double> f) const = 0;
  /// Sets them; for tests and restarts.
  virtual void write_distributions(std::int64_t cell, std::span<const double> f) = 0;

  virtual std::int64_t steps() const = 0;
  virtual const Occupancy& occupancy() const = 0;
  virtual std::int64_t bytes() const = 0;       ///< of distributions, link bitmasks and links, occupancy and ranks
  virtual std::string description() const = 0;  ///< "cpu, avx512, 2 threads"
};

/// Holds `pores` on CPU cores. Throws DeviceError when memory does not suffice or the instruction set is not there.
std::unique_ptr<Backend> make_cpu_backend(const PoreSpace& pores, const SolverSettings& settings);

/// What make_cpu_backend would hold, in bytes.
std::int64_t predict_cpu_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision);

/// Threads that `asked` (0: all) means on this machine.
int resolve_threads(int asked);

}  // namespace perm
