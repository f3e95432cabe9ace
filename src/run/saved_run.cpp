// SPDX-License-Identifier: Apache-2.0
#include "run/saved_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "core/hashes.hpp"
#include "core/version.hpp"
#include "run/report_members.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

constexpr const char* flows_part = "run";
constexpr const char* creeping_part = "creeping";
constexpr const char* budget_part = "budget";

/// Reads a part that was found, and notes it for the states to come.
template <class Value>
void recall_part(Checkpoint* checkpoint, const char* name, Value& value) {
  const StateBytes* const bytes = checkpoint == nullptr ? nullptr : checkpoint->find(name);
  if (bytes == nullptr) return;
  StateReader reader(*bytes);
  reader >> value;
  reader.require_end();
  checkpoint->note(name, *bytes);
}

template <class Value>
void note_part(Checkpoint* checkpoint, const char* name, const Value& value) {
  if (checkpoint == nullptr) return;
  StateWriter writer;
  writer << value;
  checkpoint->note(name, writer.take());
}

std::uint64_t hash_of(const std::vector<Sphere>& grains) {
  FnvHash hash;
  for (const Sphere& grain : grains)
    for (const double number : {grain.x, grain.y, grain.z, grain.radius})
      hash.add(std::bit_cast<std::uint64_t>(number), 8);
  return hash.value();
}

}  // namespace

std::string identity_of(const RunRequest& request, const FlowOptions& options, const RunReport& report) {
  std::string axes;
  for (const Axis axis : request.directions) axes += axis_letter(axis);
  std::string identity = fmt::format("program: {} {}\nimage: {}\ndirections: {}\noptions: {}\n", report.solver.version,
                                     report.solver.commit, report.image.pore_space_hash, axes, key_of(options));
  if (report.image.voxel_size_m) identity += fmt::format("voxel size: {} m\n", *report.image.voxel_size_m);
  identity +=
      fmt::format("also: budget {}, fields {}, conducts {}, slope {}, moving {}, faces {}\n",
                  static_cast<int>(request.budget), static_cast<int>(request.fields), request.conducts,
                  request.measures_slip || request.gas, request.origin.moving != nullptr, request.looks_beyond_faces);
  if (options.walls == Walls::sub_voxel) identity += fmt::format("surface: {}\n", request.origin.source);
  if (request.inertia)
    identity += fmt::format("Reynolds numbers: {} of {} {} up to Mach {}\n", fmt::join(request.inertia->reynolds, ","),
                            static_cast<int>(request.inertia->length), request.inertia->length_voxel,
                            request.inertia->largest_mach.value_or(0));
  if (!request.grains.empty())
    identity += fmt::format("grains: {} ({:016x})\n", request.grains.size(), hash_of(request.grains));
  if (options.solver.precision == Precision::float16)  // rounds in another way on a CPU
    identity += fmt::format("device: {}\n", to_string(options.solver.device));
  return identity;
}

void SavedRun::begin(const std::string& identity) {
  if (checkpoint_ == nullptr) return;
  checkpoint_->begin(identity);
  recall_part(checkpoint_, flows_part, flows_);
}

bool SavedRun::recall(FlowReport& flow, std::vector<std::string>& warnings) const {
  const auto known = flows_.find(flow.result.direction);
  if (known == flows_.end()) return false;
  std::tie(flow, warnings) = known->second;
  return true;
}

void SavedRun::add(const FlowReport& flow, const std::vector<std::string>& warnings) {
  if (checkpoint_ == nullptr) return;
  flows_[flow.result.direction] = {flow, warnings};
  note_part(checkpoint_, flows_part, flows_);
  checkpoint_->forget(creeping_part);
}

bool SavedRun::recall_creeping(FlowReport& flow, std::vector<std::string>& warnings) const {
  std::optional<FlowWithWarnings> known;
  if (const StateBytes* const bytes = checkpoint_ == nullptr ? nullptr : checkpoint_->find(creeping_part))
    StateReader(*bytes) >> known.emplace();
  if (!known || known->first.result.direction != flow.result.direction) return false;
  std::tie(flow, warnings) = std::move(*known);
  note_creeping(flow, warnings);
  return true;
}

void SavedRun::note_creeping(const FlowReport& flow, const std::vector<std::string>& warnings) const {
  note_part(checkpoint_, creeping_part, FlowWithWarnings{flow, warnings});
}

FlowSaving SavedRun::flow(Axis direction) const {
  return {checkpoint_, fmt::format("along {}", axis_letter(direction))};
}

void SavedRun::end(StopWish wish) {
  if (checkpoint_ == nullptr || wish != StopWish::after_saving || checkpoint_->has_saved_end()) return;
  if (!checkpoint_->why_not_saved().empty()) return;  // what the flow could not save, this would leave out
  checkpoint_->save({}, Checkpoint::When::at_the_end);
}

SavedBudget::SavedBudget(Checkpoint* checkpoint) : checkpoint_(checkpoint) {
  recall_part(checkpoint_, budget_part, grids_);
}

const GridPermeability* SavedBudget::find(const std::string& flow) const {
  const auto known = grids_.find(flow);
  return known == grids_.end() ? nullptr : &known->second;
}

void SavedBudget::add(const std::string& flow, const GridPermeability& grid) {
  grids_[flow] = grid;
  note_part(checkpoint_, budget_part, grids_);
}

}  // namespace perm
