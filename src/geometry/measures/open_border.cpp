// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/open_border.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "geometry/bit_count.hpp"

namespace perm {
namespace {

using Column = std::array<std::int64_t, 2>;

constexpr double least_share_of_body = 0.9;  // of what is no open column; the rest may be specks in the air
constexpr double most_open_inside = 0.1;     // over the columns of the body, and the open ones: its surface is rough
constexpr double fewest_pieces = 1.5;        // of solid in a column of the body, which is many grains long
constexpr std::int64_t least_width = 20;     // of the cross-section; in a smaller one nobody sees what is convex

bool is_full(std::span<const std::uint32_t> row, std::int64_t voxels) {
  const std::int64_t whole = voxels / PoreSpace::word_bits;
  for (std::int64_t word = 0; word < whole; ++word)
    if (row[static_cast<std::size_t>(word)] != ~0U) return false;
  const std::int64_t rest = voxels % PoreSpace::word_bits;
  return rest == 0 || row[static_cast<std::size_t>(whole)] == (1U << rest) - 1U;
}

/// Leaves set what is set on every process.
void keep_common(PoreSpace& marks, const Communicator& processes) {
  if (processes.is_alone()) return;
  const Extent& n = marks.extent();
  std::vector<std::int64_t> lacking(static_cast<std::size_t>(n.nx));
  for (std::int64_t b = 0; b < n.ny; ++b) {
    for (std::int64_t a = 0; a < n.nx; ++a) lacking[static_cast<std::size_t>(a)] = marks.is_pore(a, b, 0) ? 0 : 1;
    processes.sum(lacking);
    for (std::int64_t a = 0; a < n.nx; ++a)
      if (lacking[static_cast<std::size_t>(a)] > 0) marks.set_solid(a, b, 0);
  }
}

/// Marks the columns that are pore in every plane.
PoreSpace find_open_columns(const PoreSlab& pores, Axis axis) {
  const Extent& n = pores.image();
  const auto [first, second] = axes_across(axis);
  PoreSpace open({n.along(first), n.along(second), 1});
  open.fill_with_pore();
  for (std::int64_t z = pores.planes().first; z < pores.planes().last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const std::uint32_t> row = pores.pores().row(y, z - pores.planes().first);
      if (axis == Axis::x) {
        if (!is_full(row, n.nx)) open.set_solid(y, z, 0);
        continue;
      }
      const std::span<std::uint32_t> columns = open.row(axis == Axis::y ? z : y, 0);
      for (std::size_t word = 0; word < row.size(); ++word) columns[word] &= row[word];
    }
  keep_common(open, pores.processes());
  return open;
}

/// Takes the columns that `from` has out of it, beginning at `start`, through neighbours by sides and, where `diagonal`
/// is 1, by corners too; calls take(column) for each.
template <class Take>
void flood(PoreSpace& from, const Column& start, std::int64_t diagonal, const Take& take) {
  const Extent& n = from.extent();
  std::vector<Column> left;
  const auto reach = [&](std::int64_t a, std::int64_t b) {
    if (a < 0 || b < 0 || a >= n.nx || b >= n.ny || !from.is_pore(a, b, 0)) return;
    from.set_solid(a, b, 0);
    left.push_back({a, b});
  };
  reach(start[0], start[1]);
  while (!left.empty()) {
    const auto [a, b] = left.back();
    left.pop_back();
    take(a, b);
    for (std::int64_t db = -1; db <= 1; ++db)
      for (std::int64_t da = -1; da <= 1; ++da)
        if (da * da + db * db <= 1 + diagonal) reach(a + da, b + db);
  }
}

/// Gives the columns of `open` that others join to the border. A cross-section of one voxel along an axis has no border
/// across it.
PoreSpace keep_joined_to_border(PoreSpace open) {
  const Extent n = open.extent();
  PoreSpace joined(n);
  for (std::int64_t b = 0; b < n.ny; ++b)
    for (std::int64_t a = 0; a < n.nx; ++a) {
      const bool at_border = (n.nx > 1 && (a == 0 || a == n.nx - 1)) || (n.ny > 1 && (b == 0 || b == n.ny - 1));
      if (at_border && open.is_pore(a, b, 0))
        flood(open, {a, b}, 0, [&](std::int64_t i, std::int64_t j) { joined.set_pore(i, j, 0); });
    }
  return joined;
}

/// Gives the largest part of the cross-section that has none of these columns.
PoreSpace find_body(const PoreSpace& columns) {
  const Extent& n = columns.extent();
  PoreSpace rest(n);
  for (std::int64_t b = 0; b < n.ny; ++b)
    for (std::int64_t a = 0; a < n.nx; ++a)
      if (!columns.is_pore(a, b, 0)) rest.set_pore(a, b, 0);
  std::vector<Column> largest;
  for (std::int64_t b = 0; b < n.ny; ++b)
    for (std::int64_t a = 0; a < n.nx; ++a) {
      std::vector<Column> part;
      flood(rest, {a, b}, 1, [&](std::int64_t i, std::int64_t j) { part.push_back({i, j}); });
      if (part.size() > largest.size()) largest = std::move(part);
    }
  PoreSpace body(n);
  for (const auto& [a, b] : largest) body.set_pore(a, b, 0);
  return body;
}

/// Counts the open columns that have the body on either side along a row, a column or a diagonal of the cross-section:
/// none where it is convex.
std::int64_t count_open_inside(const PoreSpace& body, const PoreSpace& columns) {
  const Extent& n = body.extent();
  const auto is_inside = [&](std::int64_t a, std::int64_t b) { return a >= 0 && b >= 0 && a < n.nx && b < n.ny; };
  PoreSpace found(n);
  for (const auto& [da, db] : std::array<Column, 4>{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}})
    for (std::int64_t b = 0; b < n.ny; ++b)
      for (std::int64_t a = 0; a < n.nx; ++a) {
        if (is_inside(a - da, b - db)) continue;  // no line begins here
        std::int64_t first = -1;
        std::int64_t last = -1;
        for (std::int64_t i = 0; is_inside(a + i * da, b + i * db); ++i) {
          if (!body.is_pore(a + i * da, b + i * db, 0)) continue;
          if (first < 0) first = i;
          last = i;
        }
        for (std::int64_t i = std::max<std::int64_t>(first, 0); i <= last; ++i)
          if (columns.is_pore(a + i * da, b + i * db, 0)) found.set_pore(a + i * da, b + i * db, 0);
      }
  return found.count_pores();
}

/// Gives the words of a body's columns along y or z that meet row (y, z).
std::span<const std::uint32_t> columns_at(const PoreSpace& body, Axis axis, std::int64_t y, std::int64_t z) {
  return body.row(axis == Axis::y ? z : y, 0);
}

/// Tells whether the body has pores in every plane across `axis`.
bool has_pores_in_every_plane(const PoreSlab& pores, Axis axis, const PoreSpace& body) {
  const Extent& n = pores.image();
  std::vector<std::int64_t> found(static_cast<std::size_t>(n.along(axis)));
  for (std::int64_t z = pores.planes().first; z < pores.planes().last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const std::uint32_t> row = pores.pores().row(y, z - pores.planes().first);
      if (axis == Axis::x) {
        if (!body.is_pore(y, z, 0)) continue;
        for (std::int64_t x = 0; x < n.nx; ++x)
          found[static_cast<std::size_t>(x)] |= row[static_cast<std::size_t>(x / 32)] >> (x % 32) & 1U;
        continue;
      }
      const std::span<const std::uint32_t> columns = columns_at(body, axis, y, z);
      for (std::size_t word = 0; word < row.size(); ++word)
        if ((row[word] & columns[word]) != 0) found[static_cast<std::size_t>(axis == Axis::y ? y : z)] = 1;
    }
  pores.processes().sum(found);
  return std::ranges::find(found, 0) == found.end();
}

/// Counts the pieces of solid in the columns of the body, each where it ends.
std::int64_t count_solid_pieces(const PoreSlab& pores, Axis axis, const PoreSpace& body) {
  const Extent& n = pores.image();
  const std::vector<std::uint32_t> above = pores.fetch_plane_above();
  const auto row_of = [&](std::int64_t y, std::int64_t z) -> std::span<const std::uint32_t> {
    if (z < pores.planes().last) return pores.pores().row(y, z - pores.planes().first);
    const auto words = static_cast<std::size_t>(pores.pores().words_per_row());
    return std::span(above).subspan(static_cast<std::size_t>(y) * words, words);
  };
  std::int64_t pieces = 0;
  for (std::int64_t z = pores.planes().first; z < pores.planes().last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const std::uint32_t> row = row_of(y, z);
      if (axis == Axis::x) {
        if (!body.is_pore(y, z, 0)) continue;
        for (std::int64_t x = 0; x < n.nx; ++x) {
          const auto is_pore = [&](std::int64_t at) {
            return (row[static_cast<std::size_t>(at / 32)] >> (at % 32) & 1U) != 0;
          };
          if (!is_pore(x) && (x + 1 == n.nx || is_pore(x + 1))) ++pieces;
        }
        continue;
      }
      const bool is_last = axis == Axis::y ? y + 1 == n.ny : z + 1 == n.nz;
      const std::span<const std::uint32_t> next = is_last ? row : axis == Axis::y ? row_of(y + 1, z) : row_of(y, z + 1);
      const std::span<const std::uint32_t> columns = columns_at(body, axis, y, z);
      for (std::size_t word = 0; word < row.size(); ++word)
        pieces += count_bits(~row[word] & columns[word] & (is_last ? ~0U : next[word]));
    }
  return pores.processes().sum(pieces);
}

struct BorderAndBody {
  OpenBorder border;
  PoreSpace body;
};

/// Gives the columns at the border and what they leave, where that is one convex body.
std::optional<BorderAndBody> find_border_and_body(const PoreSlab& pores, Axis axis) {
  OpenBorder border{axis, keep_joined_to_border(find_open_columns(pores, axis)), 0};
  border.count = border.columns.count_pores();
  const std::int64_t rest = border.all_columns() - border.count;
  if (border.count == 0 || rest == 0 || std::max(border.columns.extent().nx, border.columns.extent().ny) < least_width)
    return {};
  PoreSpace body = find_body(border.columns);
  const auto size = static_cast<double>(body.count_pores());
  const auto inside = static_cast<double>(count_open_inside(body, border.columns));
  if (size < least_share_of_body * static_cast<double>(rest) ||
      inside > most_open_inside * std::min(size, static_cast<double>(border.count)))
    return {};
  return BorderAndBody{std::move(border), std::move(body)};
}

}  // namespace

std::array<Axis, 2> axes_across(Axis axis) {
  return {axis == Axis::x ? Axis::y : Axis::x, axis == Axis::z ? Axis::y : Axis::z};
}

std::optional<OpenBorder> find_open_border(const PoreSlab& pores, Axis axis) {
  auto found = find_border_and_body(pores, axis);
  if (!found) return {};
  const auto size = static_cast<double>(found->body.count_pores());
  if (static_cast<double>(count_solid_pieces(pores, axis, found->body)) < fewest_pieces * size ||
      !has_pores_in_every_plane(pores, axis, found->body))
    return {};
  return std::move(found->border);
}

std::optional<OpenBorder> find_border_of_one_value(const PoreSlab& voxels, Axis axis) {
  auto found = find_border_and_body(voxels, axis);
  if (!found) return {};
  const std::int64_t in_columns = found->border.count * voxels.image().along(axis);
  if (voxels.count_pores() - in_columns > in_columns / 100) return {};
  return std::move(found->border);
}

}  // namespace perm
