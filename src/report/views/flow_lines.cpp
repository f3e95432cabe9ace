// SPDX-License-Identifier: Apache-2.0
#include "report/views/flow_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace perm {
namespace {

using Point = std::array<double, 3>;

constexpr double step_cells = 0.4;
constexpr double at_rest = 1e-6;           // of the mean superficial speed
constexpr int steps_a_point = 3;           // points of a line are kept less often than they are computed
constexpr std::int64_t most_lengths = 12;  // a line ends after so many times the length of the image

/// Gives the place of a cell on Hilbert's curve through a square of side `side`, a power of two: cells that are near on
/// the curve are near in the square (Hilbert 1891).
std::int64_t place_on_curve(std::int64_t side, std::int64_t x, std::int64_t y) {
  std::int64_t place = 0;
  for (std::int64_t s = side / 2; s > 0; s /= 2) {
    const std::int64_t right = (x & s) > 0 ? 1 : 0, up = (y & s) > 0 ? 1 : 0;
    place += s * s * ((3 * right) ^ up);
    if (up == 0) {
      if (right == 1) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      std::swap(x, y);
    }
  }
  return place;
}

/// A flow between whose cells is interpolated. Places are in cells, 0.5 in the centre of the first one.
class Field {
 public:
  Field(const CoarseFlow& flow, const FaceRules& rules) : flow_(flow) {
    const Extent& extent = flow.extent;
    sizes_ = {extent.nx, extent.ny, extent.nz};
    for (const Axis axis : all_axes) wraps_[static_cast<std::size_t>(axis)] = !rules.is_closed(axis);
  }
  double size(std::size_t axis) const { return static_cast<double>(sizes_[axis]); }
  bool wraps(std::size_t axis) const { return wraps_[axis]; }

  Point velocity(const Point& at) const {
    std::array<std::array<std::int64_t, 2>, 3> cells{};
    std::array<double, 3> weight{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double low = std::floor(at[axis] - 0.5);
      weight[axis] = at[axis] - 0.5 - low;
      cells[axis] = {inside(static_cast<std::int64_t>(low), axis), inside(static_cast<std::int64_t>(low) + 1, axis)};
    }
    Point sum{};
    for (std::size_t corner = 0; corner < 8; ++corner) {
      const std::array<std::size_t, 3> side{corner & 1, corner >> 1 & 1, corner >> 2};
      double share = 1;
      for (std::size_t axis = 0; axis < 3; ++axis) share *= side[axis] == 1 ? weight[axis] : 1 - weight[axis];
      const auto& of_cell = flow_.velocity[flow_.cell(cells[0][side[0]], cells[1][side[1]], cells[2][side[2]])];
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += share * static_cast<double>(of_cell[axis]);
    }
    return sum;
  }

  bool is_solid(const Point& at) const {
    std::array<std::int64_t, 3> cell{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      cell[axis] = inside(static_cast<std::int64_t>(std::floor(at[axis])), axis);
    return !(flow_.share[flow_.cell(cell[0], cell[1], cell[2])] > 0);
  }

 private:
  /// Gives the cell beyond a periodic face, or the last one before another face.
  std::int64_t inside(std::int64_t cell, std::size_t axis) const {
    if (wraps_[axis]) return (cell % sizes_[axis] + sizes_[axis]) % sizes_[axis];
    return std::clamp<std::int64_t>(cell, 0, sizes_[axis] - 1);
  }

  const CoarseFlow& flow_;
  std::array<std::int64_t, 3> sizes_{};
  std::array<bool, 3> wraps_{};
};

double length_of(const Point& of) { return std::sqrt(of[0] * of[0] + of[1] * of[1] + of[2] * of[2]); }

Point moved(const Point& from, const Point& by, double times) {
  return {from[0] + times * by[0], from[1] + times * by[1], from[2] + times * by[2]};
}

/// Gives the direction of the flow; nothing where it rests.
std::optional<Point> heading(const Field& field, const Point& at) {
  const Point velocity = field.velocity(at);
  const double speed = length_of(velocity);
  if (!(speed > at_rest)) return {};
  return Point{velocity[0] / speed, velocity[1] / speed, velocity[2] / speed};
}

/// Gives the place one step on; nothing where the flow rests.
std::optional<Point> stepped(const Field& field, const Point& from) {
  const auto a = heading(field, from);
  const auto b = a ? heading(field, moved(from, *a, step_cells / 2)) : a;
  const auto c = b ? heading(field, moved(from, *b, step_cells / 2)) : b;
  const auto d = c ? heading(field, moved(from, *c, step_cells)) : c;
  if (!d) return {};
  Point to = from;
  for (std::size_t axis = 0; axis < 3; ++axis)
    to[axis] += step_cells / 6 * ((*a)[axis] + 2 * (*b)[axis] + 2 * (*c)[axis] + (*d)[axis]);
  if (!field.is_solid(to)) return to;
  // Interpolation leads a little way into walls: the point slides along the wall in place of that.
  Point slid = from;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Point tried = slid;
    tried[axis] = to[axis];
    if (!field.is_solid(tried)) slid = tried;
  }
  return length_of(moved(slid, from, -1)) > 0.05 * step_cells ? std::optional(slid) : std::nullopt;
}

FlowLine trace(const Field& field, double voxels, const Point& start, std::size_t along) {
  FlowLine line;
  const auto note = [&](const Point& at, bool begins) {
    const double speed = length_of(field.velocity(at));
    line.points.push_back({static_cast<float>(voxels * at[0]), static_cast<float>(voxels * at[1]),
                           static_cast<float>(voxels * at[2]), static_cast<float>(begins ? -1 - speed : speed)});
  };
  Point at = start;
  note(at, false);
  const auto most = static_cast<std::int64_t>(static_cast<double>(most_lengths) * field.size(along) / step_cells);
  for (std::int64_t i = 1; i <= most; ++i) {
    const std::optional<Point> next = stepped(field, at);
    if (!next) break;
    at = *next;
    if (at[along] >= field.size(along)) {
      line.reaches_end = true;
      at[along] = field.size(along);
      break;
    }
    if (at[along] < 0) break;  // back through the inlet
    Point wrapped = at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double size = field.size(axis);
      if (axis != along && field.wraps(axis)) wrapped[axis] -= std::floor(at[axis] / size) * size;
      if (axis != along && !field.wraps(axis)) wrapped[axis] = std::clamp(at[axis], 0.0, size);
    }
    const bool is_across = length_of(moved(wrapped, at, -1)) > 1;
    if (is_across) note(at, false);
    at = wrapped;
    if (is_across || i % steps_a_point == 0) note(at, is_across);
  }
  note(at, false);
  return line;
}

/// A cell of the inlet, with what enters there.
struct Entry {
  std::int64_t across{0};
  std::int64_t up{0};
  std::int64_t place{0};  ///< on the curve
  double flux{0};
};

std::vector<Entry> entries_of(const CoarseFlow& flow, Axis direction) {
  const Axis across = next_axis(direction), up = next_axis(across);
  std::int64_t side = 1;
  while (side < std::max(flow.extent.along(across), flow.extent.along(up))) side *= 2;
  std::vector<Entry> entries;
  for (std::int64_t j = 0; j < flow.extent.along(up); ++j)
    for (std::int64_t i = 0; i < flow.extent.along(across); ++i) {
      std::array<std::int64_t, 3> cell{};
      cell[static_cast<std::size_t>(across)] = i;
      cell[static_cast<std::size_t>(up)] = j;
      const double flux =
          static_cast<double>(flow.velocity[flow.cell(cell[0], cell[1], cell[2])][static_cast<std::size_t>(direction)]);
      if (flux > 0) entries.push_back({i, j, place_on_curve(side, i, j), flux});
    }
  std::ranges::sort(entries, {}, &Entry::place);
  return entries;
}

}  // namespace

std::vector<FlowLine> trace_lines(const CoarseFlow& flow, Axis direction, const FaceRules& rules, std::int64_t lines) {
  const Field field(flow, rules);
  const std::vector<Entry> entries = entries_of(flow, direction);
  const auto along = static_cast<std::size_t>(direction);
  const auto across = static_cast<std::size_t>(next_axis(direction));
  const auto up = static_cast<std::size_t>(next_axis(next_axis(direction)));
  double all = 0;
  for (const Entry& entry : entries) all += entry.flux;
  std::vector<FlowLine> traced;
  double before = 0;
  std::int64_t line = 0;
  for (const Entry& entry : entries) {
    for (; line < lines && (static_cast<double>(line) + 0.5) / static_cast<double>(lines) * all < before + entry.flux;
         ++line) {
      const double share = ((static_cast<double>(line) + 0.5) / static_cast<double>(lines) * all - before) / entry.flux;
      Point start{};
      start[along] = 0;
      start[across] = static_cast<double>(entry.across) + share;
      start[up] = static_cast<double>(entry.up) + 0.5;
      traced.push_back(trace(field, static_cast<double>(flow.edge), start, along));
    }
    before += entry.flux;
  }
  return traced;
}

}  // namespace perm
