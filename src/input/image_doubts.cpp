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

std::string in_words(const std::array<double, 3>& spacing, const std::optional<double>& unit_m) {
  const auto length = [&](double number) {
    if (number == 0) return std::string("?");
    return unit_m ? format_length(number * *unit_m) : fmt::format("{:.6g}", number);
  };
  return fmt::format("{} x {} x {}", length(spacing[0]), length(spacing[1]), length(spacing[2]));
}

}  // namespace

std::optional<std::string> describe_contradiction(const ImageNotes& notes, const std::array<double, 3>& edges_m) {
  const std::array<double, 3>& spacing = notes.spacing;
  const double known = *std::ranges::max_element(spacing);
  if (known == 0) return {};
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
  if (n.nx == n.ny && n.ny == n.nz) return {};  // no other order has other neighbours
  const double porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(n.voxels());
  const double of_strangers = 2 * porosity * (1 - porosity);  // the share that differs of voxels far apart
  const std::array<Seam, 3> seams = measure_seams(pores);
  const double along_x = seams[0].mean_inside;
  for (const Axis axis : {Axis::y, Axis::z}) {
    const double share = seams[static_cast<std::size_t>(axis)].mean_inside;
    constexpr double much_rougher = 2.5;
    constexpr double nearly_strangers = 0.6;
    if (share <= much_rougher * along_x || share <= nearly_strangers * of_strangers) continue;
    return fmt::format(
        "{:.1f} % of neighbours along {} differ, and {:.1f} % of those along x: see whether --dims has another order. "
        "It "
        "is x, y, z, of which x runs fastest in the file; NumPy shows shapes the other way round",
        100 * share, axis_letter(axis), 100 * along_x);
  }
  return {};
}

}  // namespace perm
