// SPDX-License-Identifier: Apache-2.0
// What the command solve does while its run goes on.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/saved_output.hpp"
#include "app/options/solve_options.hpp"
#include "app/terminal/phase_lines.hpp"
#include "app/terminal/progress_line.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "core/stop_check.hpp"
#include "report/fields/flow_fields.hpp"
#include "report/views/flow_views.hpp"
#include "run/run.hpp"

namespace perm {

/// Tells the terminal how a run goes, writes its fields, gathers what the HTML report shows, and stops it at a signal.
class SolveObserver : public RunObserver {
 public:
  /// The first process has `files`, the others null. `phases` is silent while a progress line tells more.
  SolveObserver(const SolveOptions& options, const Communicator& world, FileReplacement* files, PhaseLines& phases)
      : options_(options), world_(world), files_(files), phases_(phases) {}
  /// Says where the image begins in its file, which fields tell; before the run.
  void note_first_voxel(const std::array<std::int64_t, 3>& first_voxel) { first_voxel_ = first_voxel; }

  StopWish wish(const Communicator& processes) override;
  /// Ends what a known K changes for what stops the run; after the run.
  void end() { keeping_.reset(); }
  /// Gives why the run was told to end before its end, if it was.
  StopCause stopped_by() const { return stopped_by_; }
  void on_image(const RunReport& report, const PoreSlab& pores) override;
  void on_connection(const RunReport& report, const FlowReport& flow) override;
  void on_prediction(Axis direction, const RunEstimate& estimate) override;
  void on_inertia_forecast(Axis direction, const InertiaForecast& forecast) override;
  void on_recall() override;
  void on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) override;
  void on_steps_done() override {
    line_.reset();
    phases_.be_silent(false);
  }
  void on_flow(const FlowReport& flow) override;
  void on_fields(const CapturedFields& fields, const WallSensitivity* walls, const FlowReport& flow) override;
  void on_budget_grid(Axis direction, const GridPermeability& grid) override;
  void on_budget_boundary(Axis direction, Boundary boundary, const GridPermeability& grid) override;

  /// Lets the run save its output with its states; before the run.
  void save_with(Checkpoint& checkpoint);
  const std::optional<FlowViews>& views() const { return views_; }
  const std::vector<std::string>& field_files() const { return field_files_; }
  std::size_t warnings_told() const { return warnings_told_; }
  /// Gives why fields could not be written; nothing where they were, or nobody asked for them.
  const std::string& why_no_fields() const { return why_no_fields_; }

 private:
  bool talks() const;           ///< to standard output
  bool shows_progress() const;  ///< on stderr
  template <class Text>
  void say(const Text& text) const;
  /// From now on, with K of a flow known, what stops the run at once ends it with that K.
  void keep_what_is_known();
  void write_fields(const CapturedFields& captured, const WallSensitivity* walls, const FlowResult& result);

  const SolveOptions& options_;
  Communicator world_;
  FileReplacement* files_;
  PhaseLines& phases_;
  std::optional<StopScope> keeping_;  ///< from when a K is known
  StopCause stopped_by_{StopCause::none};
  std::array<std::int64_t, 3> first_voxel_{};
  FieldFrame frame_;
  BoundaryChoice boundary_;
  std::optional<ConnectedParts> parts_;  ///< where fields are written
  std::optional<ProgressLine> line_;     ///< shows the flow that is stepped now
  std::optional<FlowViews> views_;       ///< for the HTML report
  std::vector<std::string> field_files_;
  std::size_t warnings_told_{0};
  std::string machine_;  ///< for which seconds are forecast
  std::string why_no_fields_;
  std::optional<SavedOutput> saved_;
};

}  // namespace perm
