// SPDX-License-Identifier: Apache-2.0
#include "input/image_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/units.hpp"
#include "geometry/measures/seam.hpp"

namespace perm {
namespace {

constexpr double rounding = 0.01;  // headers have few digits

bool agree(double a, double b) { return std::abs(a - b) <= rounding * std::max(a, b); }

/// Says whether the three lengths have the ratios of `edges`, as far as both say something of an axis.
bool have_one_shape(const std::array<double, 3>& spacing, const std::array<double, 3>& edges) {
  for (std::size_t axis = 1; axis < spacing.size(); ++axis)
    if (spacing[axis] > 0 && spacing[0] > 0 && !agree(spacing[axis] / spacing[0], edges[axis] / edges[0])) return false;
  return true;
}

/// Says whether a length differs by less than a wrong unit would make it, as far as the file says one.
bool have_near_lengths(const std::array<double, 3>& spacing, double unit_m, const std::array<double, 3>& edges_m) {
  constexpr double far = 10;
  for (std::size_t axis = 0; axis < spacing.size(); ++axis) {
    const double ratio = spacing[axis] * unit_m / edges_m[axis];
    if (ratio < far && ratio > 1 / far) return true;
  }
  return false;
}

std::string in_words(const std::array<double, 3>& spacing, const std::optional<double>& unit_m) {
  const auto length = [&](double number) {
    if (number == 0) return std::string("?");
    return unit_m ? format_length(number * *unit_m) : fmt::format("{:.6g}", number);
  };
  return fmt::format("{} x {} x {}", length(spacing[0]), length(spacing[1]), length(spacing[2]));
}

/// Gives the share that differs of voxels half a row apart. Channels and fibres along x are alike there, so that much
/// rougher neighbours across them are no sign of another order.
double share_half_a_row_apart(const PoreSlab& pores) {
  const Extent& n = pores.image();
  const std::int64_t half = n.nx / 2;
  std::int64_t different = 0;
  for (std::int64_t z = 0; z < pores.planes().size(); ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < half; ++x)
        if (pores.pores().is_pore(x, y, z) != pores.pores().is_pore(x + half, y, z)) ++different;
  return static_cast<double>(pores.processes().sum(different)) /
         static_cast<double>(std::max<std::int64_t>(1, half * n.ny * n.nz));
}

}  // namespace

std::optional<std::string> describe_contradiction(const ImageNotes& notes, const std::array<double, 3>& edges_m) {
  const std::array<double, 3>& spacing = notes.spacing;
  const double known = *std::ranges::max_element(spacing);
  if (known == 0) return {};
  if (notes.spacing_unit_m && !have_near_lengths(spacing, *notes.spacing_unit_m, edges_m))
    return fmt::format("the file gives its voxels as {}, and --voxel-size says {}: one of them is wrong",
                       in_words(spacing, notes.spacing_unit_m), in_words(edges_m, 1));
  if (!have_one_shape(spacing, edges_m))
    return fmt::format(
        "the file gives its voxels as {}, which is another shape than --voxel-size; where the file is right, give "
        "three lengths and --resample cubic",
        in_words(spacing, notes.spacing_unit_m));
  const double edge_m = edges_m[static_cast<std::size_t>(std::ranges::max_element(spacing) - spacing.begin())];
  if (notes.spacing_unit_m) {
    if (agree(known * *notes.spacing_unit_m, edge_m)) return {};
    return fmt::format("the file gives its voxels as {}, and --voxel-size says {}: one of them is wrong",
                       in_words(spacing, notes.spacing_unit_m), format_length(edge_m));
  }
  if (known == 1) return {};  // what programs write that know no spacing
  for (const double unit_m : {1.0, 1e-2, 1e-3, 1e-6, 1e-9})
    if (agree(known * unit_m, edge_m)) return {};
  return fmt::format("the file gives its voxels as {}, which is {} in no unit (m, cm, mm, um, nm): see which is right",
                     in_words(spacing, {}), format_length(edge_m));
}

std::optional<std::string> describe_doubtful_order(const PoreSlab& pores) {
  const Extent& n = pores.image();
  const double porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(n.voxels());
  const double of_strangers = 2 * porosity * (1 - porosity);  // the share that differs of voxels far apart
  constexpr double nearly = 0.6;
  const std::array<Seam, 3> seams = measure_seams(pores);
  const double along_x = seams[0].mean_inside;
  for (const Axis axis : {Axis::y, Axis::z}) {
    const double share = seams[static_cast<std::size_t>(axis)].mean_inside;
    constexpr double much_rougher = 2.5;
    if (share <= much_rougher * along_x || share <= nearly * of_strangers) continue;
    if (share_half_a_row_apart(pores) <= nearly * of_strangers) return {};
    return fmt::format(
        "{:.1f} % of neighbours along {} differ, and {:.1f} % of those along x: see whether --dims has another order "
        "or other lengths. It is x, y, z, of which x runs fastest in the file; NumPy shows shapes the other way round",
        100 * share, axis_letter(axis), 100 * along_x);
  }
  return {};
}

}  // namespace perm
