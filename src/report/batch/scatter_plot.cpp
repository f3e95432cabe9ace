// SPDX-License-Identifier: Apache-2.0
#include "report/batch/scatter_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/printable_text.hpp"

namespace perm {
namespace {

// The size of the picture, and of the margins around the axes, in its own units.
constexpr double width = 720;
constexpr double height = 420;
constexpr double left = 90;
constexpr double right = 20;
constexpr double top = 15;
constexpr double bottom = 55;

struct Span {
  double low{0};
  double high{1};
  double part(double value) const { return (value - low) / (high - low); }
};

Span widened(double low, double high, double least) {
  const double margin = std::max(0.05 * (high - low), least);
  return {low - margin, high + margin};
}

/// Gives multiples of 1, 2 or 5 times a power of ten, about five in the span.
std::vector<double> linear_ticks(const Span& span) {
  const double rough = (span.high - span.low) / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  for (double i = std::ceil(span.low / step); i * step <= span.high; ++i) ticks.push_back(i * step);
  return ticks;
}

/// Gives powers of ten, and numbers between them where there are few; `span` is of logarithms.
std::vector<double> log_ticks(const Span& span) {
  if (span.high - span.low < 1) return linear_ticks({std::pow(10, span.low), std::pow(10, span.high)});
  std::vector<double> ticks;
  const bool is_narrow = span.high - span.low < 2.5;
  for (int power = static_cast<int>(std::floor(span.low)); power <= span.high; ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = power + std::log10(factor);
      if ((factor == 1 || is_narrow) && at >= span.low && at <= span.high)
        ticks.push_back(factor * std::pow(10, power));
    }
  return ticks;
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : printable_line(text)) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string ScatterPlot::format() const {
  if (points.empty()) return {};
  const auto [least_x, most_x] = std::ranges::minmax(points, {}, &PlotPoint::x);
  double least_y = points.front().y;
  double most_y = least_y;
  for (const PlotPoint& point : points) {
    const double half = point.half && *point.half < point.y ? *point.half : 0;
    least_y = std::min(least_y, point.y - half);
    most_y = std::max(most_y, point.y + half);
  }
  const Span x_span = widened(least_x.x, most_x.x, 0.01 * std::max(1e-9, std::abs(most_x.x)));
  const Span y_span = widened(std::log10(least_y), std::log10(most_y), 0.05);
  const auto x_at = [&](double x) { return left + x_span.part(x) * (width - left - right); };
  const auto y_at = [&](double y) {
    return top + (1 - std::clamp(y_span.part(std::log10(y)), 0.0, 1.0)) * (height - top - bottom);
  };
  std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} against {}\">\n", width,
                                height, html_text(y_label), html_text(x_label));
  for (const double tick : linear_ticks(x_span))
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4:.4g}</text>\n",
        x_at(tick), top, height - bottom, height - bottom + 18, tick);
  for (const double tick : log_ticks(y_span))
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:.4g}</text>\n",
        left, width - right, y_at(tick), left - 8, y_at(tick) + 4, tick);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                     height - 12, html_text(x_label));
  svg += fmt::format("<text transform=\"translate(18,{}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (top + height - bottom) / 2, html_text(y_label));
  for (const PlotPoint& point : points) {
    if (point.half && *point.half < point.y)
      svg += fmt::format("<line class=\"bar\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>",
                         x_at(point.x), y_at(point.y - *point.half), y_at(point.y + *point.half));
    const std::string circle = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>",
                                           x_at(point.x), y_at(point.y), html_text(point.words));
    svg += point.link.empty() ? circle : fmt::format("<a href=\"{}\">{}</a>", html_text(point.link), circle);
    svg += '\n';
  }
  return svg + "</svg>\n";
}

}  // namespace perm
