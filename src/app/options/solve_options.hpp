// SPDX-License-Identifier: Apache-2.0
// The options of `solve`: this header has their table, and their values after they were checked and converted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/checkpoint_options.hpp"
#include "app/options/command.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/input_options.hpp"
#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "core/trade_units.hpp"
#include "darcy/gas/gas.hpp"
#include "darcy/steady_flow.hpp"
#include "input/grains.hpp"
#include "input/options/option_values.hpp"
#include "report/fields/field_files.hpp"
#include "run/run.hpp"

namespace perm {

struct SolveOptions {
  InputRequest input;
  std::vector<Axis> directions;
  FlowOptions flow;            ///< `direction` is set for each flow, and so are walls that are not chosen here
  std::optional<Walls> walls;  ///< absent: as suits what is solved
  bool chooses_faces{false};   ///< --boundary auto: an image whose faces do not match is solved sealed
  std::filesystem::path output;
  std::optional<ReportFiles> report;
  FieldChoice fields;                            ///< --fields
  std::optional<DrivenFluid> driven;             ///< --gradient: the fields are those of this fluid
  std::optional<std::filesystem::path> network;  ///< --network: the file of pores and throats
  bool error_budget{false};
  bool conducts{false};                  ///< formation factor and tortuosity too
  std::optional<GasState> gas;           ///< --gas: its K is given too
  std::optional<std::string> grains;     ///< --grains: grains_of_recipe, or the path of a list of spheres
  std::optional<InertiaChoice> inertia;  ///< its length in metres is turned into voxels once the image is read
  std::optional<double> reynolds_length_m;
  std::optional<TradeUnitChoice> units;  ///< in which K comes first; absent: in voxel^2, m^2, darcy and mD
  Overwrite overwrite{Overwrite::own_files};
  Talk talk{Talk::normal};
  Answer answer{Answer::summary};
  CheckpointOptions checkpoint;
  bool timings{false};  ///< print what each phase of the command took
  std::vector<std::string> command_line;
};

std::vector<OptionGroup> solve_option_groups();

/// Gives an option beside which walls can stand at the faces of voxels only.
std::optional<NeedOfVoxels> find_need_of_voxels(const SolveOptions& options);

/// Reads these options. Throws UsageError when options are missing or contradict each other, InputError when a value is
/// out of range, and DeviceError when the device is not in this build.
SolveOptions read_solve_options(const OptionValues& values);

/// Throws UsageError where K is wanted in --units, or fields with --gradient, of an image without a voxel size, which
/// is known once it is read.
void require_voxel_size(const SolveOptions& options, const std::optional<double>& voxel_size_m);

}  // namespace perm
