// SPDX-License-Identifier: Apache-2.0
#include "python/saved_run.hpp"

#include <algorithm>

#include "core/run_inputs.hpp"
#include "core/stop_check.hpp"
#include "report/earlier_results.hpp"
#include "report/fields/field_files.hpp"
#include "report/run_files.hpp"

namespace perm {

void save_run(const std::filesystem::path& folder, const SavedRun& run, Overwrite overwrite) {
  OutputClaim claim{OutputClaim::Kind::run, folder, path_of_input(run.source), {}, overwrite};
  for (const auto& [name, text] : run.texts) claim.files.push_back(name);
  for (const auto& [direction, fields] : run.fields)
    for (const std::string& name : field_file_names(direction, run.choice)) claim.files.push_back(name);
  RunFiles apart;
  apart.note_input(run.source);
  for (const std::string& name : claim.files) apart.claim_output(folder / name);
  const auto look = [&] { require_own_results(claim); };
  look();
  FileReplacement files(folder);
  const std::int64_t plane = run.frame.grid.extent.plane_voxels();
  for (const auto& [direction, fields] : run.fields)
    write_field_files(
        [&, view = fields](std::int64_t z, const FlowPlane& to) {
          check_for_stop();
          std::copy_n(view.velocity + 3 * z * plane, 3 * plane, to.velocity.begin());
          std::copy_n(view.pressure + z * plane, plane, to.pressure.begin());
          std::copy_n(view.part + z * plane, plane, to.part.begin());
          if (view.sensitivity != nullptr)
            std::copy_n(view.sensitivity + faces_of_voxel * z * plane, faces_of_voxel * plane, to.sensitivity.begin());
        },
        run.frame, direction, run.choice, files);
  for (const auto& [name, text] : run.texts)
    if (name != result_file) write_text_file(files, name, text);
  if (const auto result = run.texts.find(result_file); result != run.texts.end())
    write_text_file(files, result_file, result->second);  // moved last: where it is new, all the others are
  files.commit(look);
}

}  // namespace perm
