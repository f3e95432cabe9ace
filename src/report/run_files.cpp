// SPDX-License-Identifier: Apache-2.0
#include "report/run_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/errors.hpp"
#include "report/convergence_csv.hpp"
#include "report/grain_forces_csv.hpp"
#include "report/inertia_report.hpp"
#include "report/result_json.hpp"

namespace perm {

void write_text_file(FileReplacement& files, const std::string& name, const std::string& text) {
  errno = 0;
  std::ofstream file(files.stage(name), std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw InputError(fmt::format("Cannot write '{}'", (files.folder() / name).string()),
                     std::generic_category().message(errno), "Free some space or choose another place with --output");
}

void write_run_files(const RunReport& report, const RunOutput& output, FileReplacement& files) {
  write_text_file(files, convergence_file, format_convergence_csv(report.flows));
  write_text_file(files, plane_flux_file, format_plane_flux_csv(report.flows));
  if (has_inertia(report)) write_text_file(files, reynolds_file, format_reynolds_csv(report));
  if (!report.grains.empty()) write_text_file(files, grain_forces_file, format_grain_forces_csv(report));
  write_text_file(files, result_file, format_result_json(report, output));
}

}  // namespace perm
