// SPDX-License-Identifier: Apache-2.0
// The options of `sweep`: the size that is varied, and the images that follow from it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/checkpoint_options.hpp"
#include "app/options/command.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "darcy/gas/gas.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/options/option_values.hpp"
#include "validation/cases/published_points.hpp"

namespace perm {

/// The points of one kind, with the realisations of each.
struct SweptKind {
  GeometryKind kind{GeometryKind::sc};
  std::vector<std::vector<Recipe>> points;
  std::vector<Walls> walls;  ///< one or both
};

struct SweepOptions {
  std::string geometry;  ///< the kinds as they were asked for: "sc,bcc,fcc"
  std::vector<SweptKind> kinds;
  std::vector<Axis> directions;
  FlowOptions flow;  ///< without its direction and its walls
  std::optional<double> voxel_size_m;
  std::vector<validation::PublishedPoints> overlay;
  bool conducts{false};         ///< formation factor and tortuosity too
  std::optional<GasState> gas;  ///< its K is given too
  std::filesystem::path output;
  std::optional<ReportFiles> report;
  Overwrite overwrite{Overwrite::own_files};
  CheckpointOptions checkpoint;
  Talk talk{Talk::normal};
  std::vector<std::string> command_line;
};

std::vector<OptionGroup> sweep_option_groups();

/// Reads these options. Throws UsageError, InputError, and DeviceError as read_flow_settings does. Radii and porosities
/// that the kind cannot have are refused here, before anything is solved; whether spheres can be packed so densely is
/// known only when they are packed.
SweepOptions read_sweep_options(const OptionValues& values);

/// Reads "0.3:0.95:0.05" (both ends included) or "0.3,0.5" or "0.4". `option` is for the message. Throws InputError.
std::vector<double> parse_numbers(const std::string& option, const std::string& text);

}  // namespace perm
