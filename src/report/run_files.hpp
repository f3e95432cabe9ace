// SPDX-License-Identifier: Apache-2.0
// The files that every run leaves, under their fixed names: result.json, convergence.csv and plane_flux.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/file_replacement.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/trade_units.hpp"
#include "run/run_report.hpp"

namespace perm {

inline constexpr const char* result_file = "result.json";
inline constexpr const char* result_table_file = "result.csv";
inline constexpr const char* convergence_file = "convergence.csv";
inline constexpr const char* plane_flux_file = "plane_flux.csv";
inline constexpr const char* reynolds_file = "reynolds.csv";          // written with flows with inertia only
inline constexpr const char* grain_forces_file = "grain_forces.csv";  // written with --grains only
inline constexpr const char* views_file = "views.json";               // written with --report only
// Other commands write one such file of their own.
inline constexpr const char* batch_record_file = "batch.json";
inline constexpr const char* conduction_file = "conduction.json";
inline constexpr const char* look_file = "look.json";
inline constexpr const char* conduction_table_file = "conduction.csv";
inline constexpr const char* sweep_file = "sweep.json";
inline constexpr const char* validation_file = "validation.json";
inline constexpr const char* streaming_file = "streaming.json";

/// Writes `text` into the staging of `files` under `name`. Throws InputError when it cannot be written completely.
void write_text_file(FileReplacement& files, const std::string& name, const std::string& text);

/// The facts of a run that a command knows and the run itself does not.
struct RunOutput {
  std::vector<std::string> command_line;
  std::vector<std::string> field_files;    ///< names of the fields written next to result.json
  std::string finished_utc;                ///< when the run was done, ISO 8601; empty when that is not known
  std::string host;                        ///< the computer of the first process; empty when that is not known
  std::string input_path;                  ///< whole path of the input, links followed; empty when that is not known
  std::int64_t resident_bytes_before{0};   ///< memory of all ranks before they read the image; 0 when not measured
  std::optional<TradeUnitChoice> units{};  ///< in which K is wanted besides; needs an image with a voxel size
  double reading_seconds{0};               ///< time until the pores were known, from the files or the recipe
  std::vector<PhaseTime> phases{};         ///< of the first process until these files are written
};

/// Writes these files into the staging of `files`; the caller commits. Throws InputError when one cannot be written
/// completely.
void write_run_files(const RunReport& report, const RunOutput& output, FileReplacement& files);

}  // namespace perm
