// SPDX-License-Identifier: Apache-2.0
// The steps of a lattice on a device, as host functions that launch them; they do not wait.
#pragma once

#include <cstdint>

#include "lattice/bricks.hpp"
#include "lattice/cell_links.hpp"
#include "solver/cell_step.hpp"
#include "solver/half_storage.cuh"
#include "solver/settings.hpp"

namespace perm {

/// Exact sums of the moments of a step: every value is a multiple of 1/scale and added as an integer, in two limbs (the
/// low 32 bits, the rest). Copies keep threads out of each other's way; entries are planes along x, y, z, then density.
struct SumView {
  static constexpr int copies = 32;
  unsigned long long* limbs;  ///< [copy][entry][limb]
  double scale;
  unsigned* not_finite;  ///< set where a value was infinite, not a number or absurdly large
  PERM_HOST_DEVICE static constexpr std::int64_t entries(const Extent& n) { return n.nx + n.ny + n.nz + 1; }
  PERM_HOST_DEVICE static constexpr std::int64_t size(const Extent& n) { return copies * entries(n) * 2; }
};

/// Density deviation and velocity of a cell, summed over steps.
struct alignas(16) CellField {
  float density;
  float velocity[3];
};

/// What is done with the moments of every cell of a step: nothing, sums, or fields.
struct Watch {
  SumView sums{};
  CellField* fields{nullptr};
};

/// Storage: float, double or __half.
template <class Storage>
class CudaSteps {
 public:
  struct Lattice {
    Storage* f;
    BrickIndex index;
    BrickGrid grid;
  };
  using Parameters = StepParameters<Storage>;

  /// Sets every slot, those behind the last cell too, to the state at rest under the force.
  static void start_from_rest(const Lattice& lattice, const Parameters& parameters);
  static void even(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium, const Watch& watch);
  static void odd(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium, const Watch& watch);
  /// Distributions of the cells numbered in `cells`, 19 each, to or from `values`; all on the device.
  static void gather(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                     std::int64_t count, double* values);
  static void scatter(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                      std::int64_t count, const double* values);
};

/// Every slot of a lattice in another storage.
void launch_conversion(const CudaSteps<__half>::Lattice& from, float unit, float* to);

/// The fields of plane z as an image: density (0 in solid) and velocity (3 a voxel).
void launch_plane(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t z,
                  float* velocity, float* density);

}  // namespace perm
