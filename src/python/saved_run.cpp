// SPDX-License-Identifier: Apache-2.0
#include "python/saved_run.hpp"

#include <algorithm>
#include <span>

#include "core/run_inputs.hpp"
#include "core/stop_check.hpp"
#include "image/image_writer.hpp"
#include "report/earlier_results.hpp"
#include "report/field_files.hpp"
#include "report/run_files.hpp"

namespace perm {
namespace {

/// Writes one field; `values` has `components` values a voxel.
void write_array(const std::filesystem::path& path, const SavedRun& run, const float* values, int components) {
  const std::int64_t plane = run.extent.plane_voxels() * components;
  write_field(path, run.extent, run.voxel_size_m.value_or(1.0), components, [&](std::int64_t z, std::span<float> to) {
    check_for_stop();
    std::copy_n(values + z * plane, plane, to.begin());
  });
}

}  // namespace

void save_run(const std::filesystem::path& folder, const SavedRun& run, Overwrite overwrite) {
  OutputClaim claim{OutputClaim::Kind::run, folder, path_of_input(run.source), {}, overwrite};
  for (const auto& [name, text] : run.texts) claim.files.push_back(name);
  for (const auto& [direction, fields] : run.fields)
    for (const std::string& name : field_file_names(direction)) claim.files.push_back(name);
  RunFiles apart;
  apart.note_input(run.source);
  for (const std::string& name : claim.files) apart.claim_output(folder / name);
  const auto look = [&] { require_own_results(claim); };
  look();
  FileReplacement files(folder);
  for (const auto& [direction, fields] : run.fields) {
    const auto [velocity, density] = field_file_names(direction);
    write_array(files.stage(velocity), run, fields.velocity, 3);
    write_array(files.stage(density), run, fields.density, 1);
  }
  for (const auto& [name, text] : run.texts)
    if (name != result_file) write_text_file(files, name, text);
  if (const auto result = run.texts.find(result_file); result != run.texts.end())
    write_text_file(files, result_file, result->second);  // moved last: where it is new, all the others are
  files.commit(look);
}

}  // namespace perm
