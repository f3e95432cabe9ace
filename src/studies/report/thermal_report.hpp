// SPDX-License-Identifier: Apache-2.0
// The results of `permeability-studies thermal`: lines for a person, CSV for a program, fields for VTK.
#pragma once

#include <string>
#include <vector>

#include "core/file_replacement.hpp"
#include "streaming/thermal/gas_study.hpp"

namespace perm {

struct ThermalReport {
  thermal::RayleighTaylor flow;
  std::string device;
  std::string date;  ///< UTC, ISO 8601
  std::vector<thermal::MixingState> states;
  std::vector<thermal::GasSpeed> speeds;
};

std::string format_thermal_head(const ThermalReport& report);
std::string format_growth_line(const ThermalReport& report, const thermal::MixingState& state);
std::string format_growth_csv(const ThermalReport& report);

std::string format_speeds_head(const ThermalReport& report);
std::string format_speeds_line(const ThermalReport& report, const thermal::GasSpeed& row);
std::string format_speeds_foot();
std::string format_speeds_csv(const ThermalReport& report);

/// Writes density, velocity and temperature, [x][y][4], into the staging of `files` as an image of VTK.
void write_gas_fields(FileReplacement& files, const std::string& name, const thermal::GasBox& box,
                      const std::vector<double>& fields);

}  // namespace perm
