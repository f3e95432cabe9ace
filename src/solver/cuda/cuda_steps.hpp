// SPDX-License-Identifier: Apache-2.0
// Declares the steps of a lattice on a device, as host functions that launch them and do not wait.
#pragma once

#include <cstdint>
#include <optional>

#include "device/gpu_runtime.hpp"
#include "lattice/bricks.hpp"
#include "lattice/cell_field.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cell/rescaling.hpp"
#include "solver/cell/settings.hpp"
#include "solver/cell/wall_force.hpp"
#include "solver/cuda/cell_step.hpp"
#include "solver/cuda/half_storage.cuh"
#include "solver/cuda/index/cell_links.hpp"
#include "solver/cuda/index/own_words.hpp"
#include "solver/cuda/walls_cuda.hpp"
#include "solver/domain/watched_words.hpp"
#include "solver/flow_sums.hpp"
#include "solver/measure_sums.hpp"

namespace perm {

/// Holds exact sums of the moments of a step. Every value is a multiple of 1/scale and is added as an integer, in two
/// limbs (the low 32 bits, the rest). There are several copies, so that threads do not wait for each other. The entries
/// stand in the order of SumLayout.
struct SumView {
  static constexpr int copies = 32;
  unsigned long long* limbs;  ///< [copy][entry][limb]
  double scale;
  double square_scale;
  double residual_scale;
  double density_share;  ///< see FlowSums::flux_of
  unsigned* not_finite;  ///< set where a value was infinite, not a number or absurdly large
  PERM_HOST_DEVICE static constexpr std::int64_t size(const Extent& n) { return copies * SumLayout::size(n) * 2; }
};

/// Holds the energies of all own cells as exact sums, and the largest values. A largest value is kept as the bits of a
/// number that is not negative, because such numbers have the same order as their bits.
struct MeasureView {
  unsigned long long* limbs;    ///< [copy][MeasureEntry][limb], with copies and limbs as in SumView
  unsigned long long* normals;  ///< [copy][normal]: cells of each wall_normal
  unsigned long long* largest;  ///< bits of the largest squared speed and density deviation, in units
  unsigned* not_finite;
  static constexpr int size = SumView::copies * measure_entries * 2;
};

/// Holds the changes of watched cells, 32 a word. Where no word is watched, the steps only get their sign from here.
struct ChangeView {
  CellChange* of_cells;
  WatchedView words;
  StepPairOf pair;
};

/// Has the runs of cells of own rows that lie in one part (lattice/cell_parts.hpp), and exact sums of their squared
/// speeds.
struct PartView {
  const std::int64_t* first_run;  ///< [row], and one behind the last row
  const std::uint32_t* part_of_run;
  const std::uint8_t* cells_of_run;
  std::int64_t rows;
  std::int64_t first_row;  ///< its number among the own rows
  std::int64_t parts;
  std::int64_t copies;
  unsigned long long* limbs;  ///< [copy][part][limb], with limbs as in SumView
  double scale;               ///< quanta in a unit
  unsigned* not_finite;       ///< as in SumView
};

/// Says what a step does with the moments of every cell: nothing, sums, sums and changes, or fields.
struct Watch {
  SumView sums{};
  std::optional<ChangeView> changes{};
  CellField* fields{nullptr};
  FieldTerm field_term{FieldOfTwo::mean, true};
};

/// Names the cells that a launch steps: whole tiles from cell `first` on.
struct CellSpan {
  std::uint32_t first{0};
  std::uint32_t count{0};
};

/// Has the data that the odd step in shared memory (staged_step.cuh) needs, and the cells that it may step: those of
/// near_cells(). Other cells take the plain step.
struct Staging {
  CellSpan cells;
  int multiprocessors{0};
  const std::uint64_t* address{nullptr};  ///< on the device: the address of the distributions
};

/// Says which rows of a domain are own rows and where they are in the image, and so whose moments are added to which
/// entries.
struct OwnRows {
  Extent image;
  std::int64_t own_y;
  std::int64_t own_z;
  std::int64_t image_y;  ///< of row 0
  std::int64_t image_z;
};

/// Names the cells of a launch and the stream that steps them.
struct Launch {
  CellSpan span;
  cudaStream_t stream;
};

/// Holds what cells beside walls collide with where they are measured: half-way walls, and walls between voxels.
struct MeasuredCollisions {
  WallForceParameters halfway;
  CutParameters<double> at_cuts;
};

/// Launches the steps of a lattice. Storage is float, double or __half.
template <class Storage>
class CudaSteps {
 public:
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;
  using Real = typename Stored<Storage>::Real;
  struct Lattice {
    Storage* f;
    BrickIndex index;
    BrickGrid grid;
    OwnRows rows;
    Staging staging{};
    WallView<Real> walls{};
  };
  /// Distributions and force are in units of `unit`, a power of two. It is 1 except for float16, whose narrow range
  /// shall lie where the distributions are. With the linear equilibrium the unit changes no digit of the collision.
  struct Parameters {
    CollisionParameters<Real> collision;
    double unit{1};
  };

  /// Prepares the odd step in shared memory for cells of near_cells(); where the device cannot make it, for none.
  /// `address` is that of Staging.
  static Staging prepare_staging(const Range& cells, const std::uint64_t* address);
  /// Gives how many registers a thread of an unwatched step takes: of the step that takes the most.
  static int registers(Equilibrium equilibrium);
  /// Sets every slot, also those behind the last cell, to the state at rest under the force.
  static void start_from_rest(const Lattice& lattice, const Parameters& parameters);
  static void even(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium, const Watch& watch,
                   const Launch& launch);
  static void odd(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium, const Watch& watch,
                  const Launch& launch);
  /// Measures all own cells at an even step.
  static void measure(const Lattice& lattice, const Parameters& parameters, const EnergyParameters& energy,
                      const MeasuredCollisions& collisions, const MeasureView& view);
  /// Copies the distributions of the cells numbered in `cells`, 19 each, to `values`, all on the device; scatter()
  /// copies them back.
  static void gather(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                     std::int64_t count, double* values);
  /// Sums the squared speeds of all own cells in each part but part 0, at an even step.
  static void sum_part_speeds(const Lattice& lattice, const Parameters& parameters, const EnergyParameters& energy,
                              const PartView& view);
  /// Brings the flow to another force, viscosity or equilibrium.
  static void rescale_cells(const Lattice& lattice, const Rescaling<Real>& rescaling);
  /// Adds the fields `change` to own cells, at equilibrium, all on the device.
  static void add_to_cells(const Lattice& lattice, const Parameters& parameters, const OwnWords& own,
                           const CellField* change);
  /// Writes the density deviation and the momentum of own cells to `moments`, all on the device.
  static void read_moments(const Lattice& lattice, const Parameters& parameters, const OwnWords& own,
                           CellField* moments);
  static void scatter(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                      std::int64_t count, const double* values);
};

/// Converts the distributions of every cell from one storage type to another.
void launch_conversion(const CudaSteps<__half>::Lattice& from, double unit, float* to);

/// Adds the changes of own watched cells to sums.
void launch_residual(const BrickIndex& index, const BrickGrid& grid, const OwnRows& rows, const ChangeView& changes,
                     const SumView& sums);
/// Writes the fields of `voxels` from plane z on, rows y < own_y, to `values`, as Backend::read_flow gives them.
void launch_flow(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t own_y,
                 std::int64_t z, std::int64_t voxels, CellField* values);
/// Writes the fields of own cells.
void launch_fields(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, const OwnWords& own,
                   CellField* values);
/// Writes the fields of plane z, rows y < own_y, as an image: density (0 in solid) and velocity (3 a voxel).
void launch_plane(const BrickIndex& index, const BrickGrid& grid, const CellField* fields, std::int64_t own_y,
                  std::int64_t z, float* velocity, float* density);

}  // namespace perm
