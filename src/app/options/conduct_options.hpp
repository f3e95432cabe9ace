// SPDX-License-Identifier: Apache-2.0
// The options of `conduct`: its table, and the values after they were checked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "input/input_request.hpp"
#include "report/conduct/conduct_words.hpp"
#include "run/conduct.hpp"

namespace perm {

/// Voxels of these grey values conduct so much.
struct GreyPhase {
  std::string grey;  ///< as --pore has them
  double conductivity{1};
};

struct ConductOptions {
  InputRequest input;
  ConductRequest request;         ///< without the origin of the image
  std::optional<Walls> walls;     ///< absent: as suits the image
  std::vector<GreyPhase> phases;  ///< --conductivity; empty where all pores conduct alike
  ConductWords words;
  std::filesystem::path output;
  std::optional<ReportFiles> report;
  Answer answer{Answer::summary};
  Overwrite overwrite{Overwrite::own_files};
  std::vector<std::string> command_line;
};

std::vector<OptionGroup> conduct_option_groups();

/// Gives the option --conduct of the commands that solve for K.
Option conduct_option();

/// Reads these options. Throws UsageError when options are missing or contradict each other, and InputError when a
/// value is out of range.
ConductOptions read_conduct_options(const OptionValues& values);

/// Gives the request for an image, with the walls that were asked for or suit it; what stands against those of a
/// surface becomes a warning.
ConductRequest request_of(const ConductOptions& options, ImageOrigin origin);

}  // namespace perm
