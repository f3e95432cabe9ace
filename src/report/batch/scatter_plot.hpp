// SPDX-License-Identifier: Apache-2.0
// A plot of points as SVG: a linear axis below, a logarithmic one at the side. A point may be a link.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perm {

struct PlotPoint {
  double x{0};
  double y{0};                 ///< above 0
  std::string link;            ///< empty: none
  std::string words;           ///< what is shown when a mouse points at it
  std::optional<double> half;  ///< half the height of a bar around y
};

struct ScatterPlot {
  std::string x_label;
  std::string y_label;
  std::vector<PlotPoint> points;

  /// Gives an <svg> element; empty where there is no point.
  std::string format() const;
};

/// Gives text as HTML shows it.
std::string html_text(std::string_view text);

}  // namespace perm
