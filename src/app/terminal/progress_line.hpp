// SPDX-License-Identifier: Apache-2.0
// Tells how a run goes: one line that is rewritten on a terminal, or a new line every few seconds in a log.
#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "darcy/steady_flow.hpp"

namespace perm {

/// Gives "x  1200 steps  K 51.3 mD +- 0.8 %  312 MFLUPS  about 12 s left"; without a voxel size K is in voxel^2.
std::string format_progress(const Progress& progress, const std::optional<double>& voxel_size_m);

/// Writes progress to a stream, not more often than a reader can follow: 5 times a second on a terminal; in a log after
/// 2 s and then every 10 s.
class ProgressLine {
 public:
  enum class Style { terminal, log, silent };

  ProgressLine(std::FILE* stream, Style style, std::optional<double> voxel_size_m);
  /// Ends the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  /// Takes the line off the terminal, so that something else can be printed.
  void clear();

 private:
  std::FILE* stream_;
  Style style_;
  std::optional<double> voxel_size_m_;
  std::chrono::steady_clock::time_point next_;
  bool on_screen_{false};
};

/// Gives the style that suits `stream`, which is a terminal or is not.
ProgressLine::Style progress_style(std::FILE* stream);

}  // namespace perm
