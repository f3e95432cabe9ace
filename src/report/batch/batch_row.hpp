// SPDX-License-Identifier: Apache-2.0
// A row of a batch: an image with its options, and what became of it. Lattice units: lengths in voxels.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/extent.hpp"
#include "core/range.hpp"
#include "core/trade_units.hpp"
#include "darcy/flow_result.hpp"
#include "run/run_report.hpp"

namespace perm {

/// What batch.csv has of the flow along one direction.
struct BatchFlow {
  Axis direction{Axis::x};
  StopReason stop{StopReason::step_limit};
  std::optional<double> permeability_voxel2;  ///< absent where the flow diverged
  std::optional<double> low_voxel2;           ///< of the interval of the headline
  std::optional<double> high_voxel2;
  std::optional<double> iteration_error;  ///< relative bound; absent where there is none
  std::int64_t steps{0};
  std::optional<double> voxel_estimate;  ///< of the error that the voxels make, relative
  std::optional<double> voxel_two_sigma;
  std::optional<double> voxel_part_voxel2;  ///< of an error budget
  std::optional<double> boundary_part_voxel2;
  std::optional<double> conductivity;  ///< relative; 0 where nothing conducts, absent where nobody asked
  std::optional<double> least_conductivity;
  std::optional<double> most_conductivity;
  std::optional<WallSlope> wall_slope;     ///< what slip does to K; absent where there is none
  double rough_critical_radius{0};         ///< PoreStructure::rough_critical_radius
  std::optional<double> porosity_of_body;  ///< that conducts, where its walls are between voxels; it has no bounds
};

struct BatchResult {
  Extent extent;
  std::optional<double> voxel_size_m;
  double porosity{0};
  double connected_porosity{0};
  std::string pore_space_hash;
  std::string boundary;
  std::vector<std::string> warnings;
  std::vector<BatchFlow> flows;
};

/// What differs from one run to the next: it stands in batch-times.csv, so that batch.csv depends on nothing but the
/// images and their options.
struct BatchTimes {
  double seconds{0};                  ///< from the first byte of the image on, waiting for processors left out
  std::optional<double> cpu_seconds;  ///< of the processor; only where one thread did all
  int threads{1};
  std::string device;
  std::string host;
  std::string finished_utc;
};

struct BatchOutcome {
  std::optional<BatchResult> result;
  std::string content;  ///< what was solved: its pores, its options and what was found in its files; empty: not known
  std::string error;    ///< one line; empty where there is a result
  ExitCode code{ExitCode::ok};
  BatchTimes times;
};

/// A cube that is cut out of an image.
struct Tile {
  std::array<Range, 3> box;  ///< in voxels of the file
  std::int64_t edge{0};      ///< in those voxels, along their shortest edge where they are no cubes
  std::optional<double> edge_m;
  std::string options;  ///< of its image (key_of_row): tiles with other options are of another medium
};

/// A row as it stands in the list.
struct BatchRow {
  std::size_t number{0};                   ///< in the list, counted from 1; tiles of an image count one by one
  std::string name;                        ///< of the column `name`
  std::string input;                       ///< as the list has it
  std::string crop;                        ///< the part of the image; empty: the whole
  std::string key;                         ///< of its outcome (row_records.hpp); empty where its options are wrong
  std::string settings;                    ///< the options that decide on its outcome
  std::string problem;                     ///< what is wrong with its options
  std::optional<TradeUnitChoice> units{};  ///< of permeability_in_unit, which no outcome holds
  std::optional<GasState> gas{};           ///< whose K the table has, which no outcome holds either
  std::optional<Tile> tile{};
};

/// Gives what batch.csv has of a run.
BatchResult result_of(const RunReport& report);

}  // namespace perm
