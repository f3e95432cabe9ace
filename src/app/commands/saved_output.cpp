// SPDX-License-Identifier: Apache-2.0
#include "app/commands/saved_output.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/saving/members.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

constexpr const char* command_part = "command";
constexpr const char* output_part = "output";

constexpr const char* fields_folder = "fields";

/// Copies a file or a folder, by links where that is possible.
void copy_whole(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::create_hard_links, error);
  if (!error) return;
  fs::remove_all(to, error);
  fs::copy(from, to, fs::copy_options::recursive);
}

struct KeptOutput {
  std::vector<std::string> field_files;
  std::vector<FlowViews::View> views;
};

}  // namespace

PERM_MEMBERS(Extent, nx, ny, nz)
PERM_MEMBERS(MiddleSlice, normal, index, axes, width, height, voxels_a_pixel, pore, speed)
PERM_MEMBERS(SpeedHistogram, cells, below, above)
PERM_MEMBERS(CoarseFlow, image, extent, edge, share, velocity)
PERM_MEMBERS(FlowLine, points, reaches_end)
PERM_MEMBERS(WidestWay, points, throat, throat_diameter)
PERM_MEMBERS(SpaceView, flow, lines, widest, voxels_seen)
PERM_MEMBERS(FlowViews::View, direction, slices, histogram, space)
PERM_MEMBERS(SavedCommand, folder, words)
namespace {
PERM_MEMBERS(KeptOutput, field_files, views)
}  // namespace

void note_command(Checkpoint& checkpoint, const std::vector<std::string>& command_line) {
  StateWriter writer;
  writer << SavedCommand{fs::current_path().string(), {command_line.begin() + 1, command_line.end()}};
  checkpoint.note(command_part, writer.take());
}

SavedCommand read_saved_command(const fs::path& folder) {
  const auto bytes = find_saved_part(folder, command_part);
  if (!bytes)
    throw InputError(fmt::format("There is nothing to go on from in '{}'", folder.string()),
                     fs::is_directory(folder) ? "no saved state is in it that is whole" : "there is no such folder",
                     "Give the folder of --checkpoint, or that of --output");
  SavedCommand command;
  StateReader(*bytes) >> command;
  return command;
}

void SavedOutput::keep(const fs::path& state, const std::vector<std::string>& field_files,
                       const FlowViews* views) const {
  KeptOutput kept{field_files, {}};
  if (views != nullptr) kept.views = views->views();
  if (files_ != nullptr && !field_files.empty()) {
    fs::create_directory(state / fields_folder);
    for (const std::string& name : field_files) {
      const fs::path before = checkpoint_.last_state() / fields_folder / name;  // on the same disk
      copy_whole(fs::exists(before) ? before : files_->stage(name), state / fields_folder / name);
    }
  }
  StateWriter writer;
  writer << kept;
  checkpoint_.note(output_part, writer.take());
}

std::vector<std::string> SavedOutput::recall(FlowViews* views) const {
  const StateBytes* const bytes = checkpoint_.find(output_part);
  if (bytes == nullptr) return {};
  KeptOutput kept;
  StateReader(*bytes) >> kept;
  checkpoint_.note(output_part, *bytes);
  if (views != nullptr) views->restore(std::move(kept.views));
  if (files_ != nullptr)
    for (const std::string& name : kept.field_files)
      copy_whole(checkpoint_.last_state() / fields_folder / name, files_->stage(name));
  return kept.field_files;
}

}  // namespace perm
