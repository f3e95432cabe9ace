// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "app/terminal/print.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

}  // namespace

std::string format_progress(const Progress& progress, const std::optional<double>& voxel_size_m) {
  std::string text = fmt::format("{}  {} steps", axis_letter(progress.direction), progress.steps);
  if (const auto& k = progress.permeability_voxel2; k && std::isfinite(*k)) {
    text += voxel_size_m ? fmt::format("  K {:.4g} mD", convert_permeability(*k, *voxel_size_m).millidarcy)
                         : fmt::format("  K {:.4g} voxel^2", *k);
    if (std::isfinite(progress.error)) text += fmt::format(" +- {:.2g} %", 100 * progress.error);
  }
  text += fmt::format("  {:.3g} MFLUPS", progress.mflups);
  if (std::isfinite(progress.seconds_left))
    text += fmt::format("  about {} left", format_duration(progress.seconds_left));
  return text;
}

ProgressLine::ProgressLine(std::FILE* stream, Style style, std::optional<double> voxel_size_m)
    : stream_(stream),
      style_(style),
      voxel_size_m_(voxel_size_m),
      next_(std::chrono::steady_clock::now() + (style == Style::log ? seconds(2) : seconds(0))) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (style_ == Style::silent || now < next_) return;
  const std::string text = format_progress(progress, voxel_size_m_);
  if (style_ == Style::terminal) {
    next_ = now + milliseconds(200);
    print_over_line(stream_, text);
    on_screen_ = true;
  } else {
    next_ = now + seconds(10);
    print(stream_, text + "\n");
  }
}

void ProgressLine::clear() {
  if (!on_screen_) return;
  print_over_line(stream_);
  on_screen_ = false;
}

ProgressLine::Style progress_style(std::FILE* stream) {
  return ::isatty(::fileno(stream)) != 0 ? ProgressLine::Style::terminal : ProgressLine::Style::log;
}

}  // namespace perm
