// SPDX-License-Identifier: Apache-2.0
#include "studies/report/thermal_report.hpp"

#include <fmt/format.h>

#include "core/version.hpp"
#include "image/fields/field_file.hpp"
#include "input/csv_table.hpp"
#include "streaming/thermal/sites/gas_site.hpp"

namespace perm {
namespace {

using namespace thermal;

constexpr double bytes_a_pass = 2.0 * directions * sizeof(double);  ///< every population read and written

double sites_of(const ThermalReport& report) { return static_cast<double>(report.flow.nx * report.flow.ny); }
double mlups_of(const ThermalReport& report, const GasSpeed& row) { return 1e-6 * sites_of(report) / row.step_seconds; }
/// Gives the bytes a second of a part over those of a copy in the memory of all ranks; 0 for one that was not taken.
double share_of_copy(const ThermalReport& report, const GasSpeed& row, double seconds) {
  return seconds > 0 ? bytes_a_pass * sites_of(report) / seconds / (row.bandwidth_bytes_s * row.ranks()) : 0;
}
std::string cell(double value) { return value > 0 ? fmt::format("{:.6g}", value) : ""; }

}  // namespace

std::string format_thermal_head(const ThermalReport& report) {
  const RayleighTaylor& flow = report.flow;
  return fmt::format(
      "{}; {} x {} sites, tau {:g}, Atwood number {:.4f}, longest wave grows in {:.0f} steps\n"
      "{:>10}{:>10}{:>10}{:>14}{:>14}{:>16}\n",
      report.device, flow.nx, flow.ny, flow.tau, flow.atwood(), flow.time(), "step", "time", "mixed", "u^2/2", "Mach",
      "temperature");
}

std::string format_growth_line(const ThermalReport& report, const MixingState& state) {
  return fmt::format("{:>10}{:>10.3f}{:>10.2f}{:>14.4e}{:>14.4f}{:>8.4f}{:>8.4f}\n", state.step,
                     static_cast<double>(state.step) / report.flow.time(), state.mixing_length, state.kinetic_energy,
                     state.largest_mach, state.least_temperature, state.most_temperature);
}

std::string format_growth_csv(const ThermalReport& report) {
  std::string text =
      "date,commit,device,nx,ny,tau,gravity,below,above,layer,amplitude,waves,seed,step,time,mixing_length,"
      "kinetic_energy,largest_mach,least_temperature,most_temperature,mass\n";
  const RayleighTaylor& flow = report.flow;
  for (const MixingState& state : report.states)
    text += fmt::format(
        "{},{},{},{},{},{:g},{:g},{:g},{:g},{:g},{:g},{},{},{},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.15g}\n",
        report.date, csv_cell(commit()), csv_cell(report.device), flow.nx, flow.ny, flow.tau, flow.gravity, flow.below,
        flow.above, flow.layer, flow.amplitude, flow.waves, flow.seed, state.step,
        static_cast<double>(state.step) / flow.time(), state.mixing_length, state.kinetic_energy, state.largest_mach,
        state.least_temperature, state.most_temperature, state.mass);
  return text;
}

std::string format_speeds_head(const ThermalReport& report) {
  return fmt::format(
      "{}, float64, {} x {} sites\n{:<9}{:<7}{:>6}{:>7} |{:>10}{:>10}{:>10}{:>10}{:>10} |{:>11}{:>9}{:>9}{:>11}\n",
      report.device, report.flow.nx, report.flow.ny, "layout", "passes", "block", "tiles", "exchange", "boundary",
      "propagate", "collide", "fused", "step, us", "MLUPS", "of copy", "n T/model");
}

std::string format_speeds_line(const ThermalReport& report, const GasSpeed& row) {
  const auto micro = [](double seconds) { return seconds > 0 ? fmt::format("{:.1f}", 1e6 * seconds) : "-"; };
  const double passes = row.passes == GasPasses::fused ? 1 : 2;
  return fmt::format(
      "{:<9}{:<7}{:>6}{:>7} |{:>10}{:>10}{:>10}{:>10}{:>10} |{:>11.1f}{:>9.1f}{:>9.3f}{:>11}\n", to_string(row.layout),
      to_string(row.passes), row.block, fmt::format("{}x{}", row.tiles_x, row.tiles_y), micro(row.parts.exchange),
      micro(row.parts.boundary), micro(row.parts.propagate), micro(row.parts.collide), micro(row.parts.fused),
      1e6 * row.step_seconds, mlups_of(report, row), share_of_copy(report, row, row.step_seconds / passes),
      row.predicted_seconds > 0 ? fmt::format("{:.3f}", row.step_seconds / row.predicted_seconds) : "-");
}

std::string format_speeds_foot() {
  return fmt::format(
      "Parts: us, each waited for; step: with messages beside the work; of copy: {:.0f} bytes a site and pass, over a "
      "copy\nin the device's memory; n T/model: over the model of the step, from the speed of one rank\n",
      bytes_a_pass);
}

std::string format_speeds_csv(const ThermalReport& report) {
  std::string text =
      "date,commit,device,nx,ny,layout,passes,block,ranks,tiles_x,tiles_y,exchange_s,boundary_s,propagate_s,collide_s,"
      "fused_s,step_s,model_s,mlups,copy_gb_s,propagate_of_copy,collide_of_copy,fused_of_copy,collide_gflops\n";
  for (const GasSpeed& row : report.speeds) {
    const double collides = row.parts.collide > 0 ? row.parts.collide : row.parts.fused;
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", report.date, csv_cell(commit()),
        csv_cell(report.device), report.flow.nx, report.flow.ny, to_string(row.layout), to_string(row.passes),
        row.block, row.ranks(), row.tiles_x, row.tiles_y, cell(row.parts.exchange), cell(row.parts.boundary),
        cell(row.parts.propagate), cell(row.parts.collide), cell(row.parts.fused), cell(row.step_seconds),
        cell(row.predicted_seconds), cell(mlups_of(report, row)), cell(1e-9 * row.bandwidth_bytes_s),
        cell(share_of_copy(report, row, row.parts.propagate)), cell(share_of_copy(report, row, row.parts.collide)),
        cell(share_of_copy(report, row, row.parts.fused)),
        cell(1e-9 * collision_operations * sites_of(report) / collides));
  }
  return text;
}

void write_gas_fields(FileReplacement& files, const std::string& name, const GasBox& box,
                      const std::vector<double>& fields) {
  const auto file = open_vti(files.stage(name), {{box.nx, box.ny, 1}},
                             {{"density", ""}, {"velocity", "", FieldType::float32, 3}, {"temperature", ""}});
  const auto sites = static_cast<std::size_t>(box.nx * box.ny);
  std::vector<float> density(sites);
  std::vector<float> velocity(3 * sites);
  std::vector<float> temperature(sites);
  for (std::size_t x = 0; x < static_cast<std::size_t>(box.nx); ++x)
    for (std::size_t y = 0; y < static_cast<std::size_t>(box.ny); ++y) {
      const double* const site = &fields[(x * static_cast<std::size_t>(box.ny) + y) * field_count];
      const std::size_t at = y * static_cast<std::size_t>(box.nx) + x;
      density[at] = static_cast<float>(site[0]);
      velocity[3 * at] = static_cast<float>(site[1]);
      velocity[3 * at + 1] = static_cast<float>(site[2]);
      temperature[at] = static_cast<float>(site[3]);
    }
  file->write_plane(0, 0, std::as_bytes(std::span(density)));
  file->write_plane(1, 0, std::as_bytes(std::span(velocity)));
  file->write_plane(2, 0, std::as_bytes(std::span(temperature)));
  file->close();
}

}  // namespace perm
