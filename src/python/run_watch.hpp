// SPDX-License-Identifier: Apache-2.0
// Watches a run for Python: tells its progress, and keeps its fields and what pages are drawn from.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/options/solve_options.hpp"
#include "core/stop_check.hpp"
#include "python/background.hpp"
#include "python/image_task.hpp"
#include "report/fields/field_files.hpp"
#include "report/fields/flow_fields.hpp"
#include "report/network/network_file.hpp"
#include "report/views/flow_views.hpp"
#include "run/run_observer.hpp"

namespace perm {

class RunWatch final : public RunObserver {
 public:
  RunWatch(Background& background, const SolveOptions& options, const std::array<std::int64_t, 3>& first_voxel)
      : background_(background), options_(options), first_voxel_(first_voxel) {}
  void on_image(const RunReport& report, const PoreSlab& pores) override {
    frame_ = frame_of(report.image, first_voxel_, options_.driven);
    boundary_ = report.solver.boundary;
    if (options_.network) write_network(pores, frame_.grid, *options_.network, options_.overwrite);
    if (wants_views_) views_.emplace(pores, report.solver.boundary);
    if (options_.fields.formats.empty()) return;
    parts_.emplace(parts_of(pores, report));
  }
  void on_connection(const RunReport& /*report*/, const FlowReport& flow) override {
    if (views_ && flow.result.stop == StopReason::not_percolating) views_->add_blocked(flow.result.direction);
  }
  void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
    background_.tell_progress(progress);
  }
  void on_fields(const CapturedFields& fields, const WallSensitivity* walls, const FlowReport& flow) override {
    if (views_ && flow.result.stop != StopReason::diverged) views_->add(fields, flow.result);
    if (!parts_ || !has_fields(flow.result)) return;
    const FlowFields scaled(fields, walls, *parts_, flow.result, frame_, boundary_);
    auto taken = std::make_shared<FieldArrays>();
    taken->frame = frame_;
    const Extent& extent = frame_.grid.extent;
    const auto plane = static_cast<std::size_t>(extent.plane_voxels());
    taken->make_room(static_cast<std::size_t>(extent.voxels()), options_.fields.walls);
    for (std::int64_t z = 0; z < extent.nz; ++z) {
      check_for_stop();
      const std::size_t first = static_cast<std::size_t>(z) * plane;
      const std::span<float> sensitivity = taken->sensitivity.span();
      const std::size_t faces = sensitivity.empty() ? 0 : faces_of_voxel;
      scaled.read_plane(
          z, {taken->velocity.span().subspan(3 * first, 3 * plane), taken->pressure.span().subspan(first, plane),
              taken->part.span().subspan(first, plane), sensitivity.subspan(faces * first, faces * plane)});
    }
    fields_[flow.result.direction] = std::move(taken);
  }

  /// Ends the run so many seconds from now, where a number is given.
  void end_after(const std::optional<double>& seconds) {
    if (seconds)
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
  }
  /// Says whether the run was told to end by then.
  bool is_over() const { return is_over_; }
  StopWish wish(const Communicator& processes) override {
    check_for_stop(processes);
    is_over_ = is_over_ || (end_ && Clock::now() >= *end_);
    return is_over_ ? StopWish::after_saving : StopWish::none;
  }

  void want_views() { wants_views_ = true; }
  std::string format_views() const { return views_ ? views_->format_json() : std::string(); }
  std::map<Axis, std::shared_ptr<FieldArrays>> take_fields() { return std::move(fields_); }

 private:
  using Clock = std::chrono::steady_clock;

  Background& background_;
  const SolveOptions& options_;
  std::array<std::int64_t, 3> first_voxel_;
  FieldFrame frame_;
  BoundaryChoice boundary_;
  bool wants_views_{false};
  std::optional<Clock::time_point> end_;
  bool is_over_{false};
  std::optional<FlowViews> views_;
  std::optional<ConnectedParts> parts_;
  std::map<Axis, std::shared_ptr<FieldArrays>> fields_;
};

}  // namespace perm
