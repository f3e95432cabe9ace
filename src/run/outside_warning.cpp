// SPDX-License-Identifier: Apache-2.0
#include "run/outside_warning.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "darcy/flow_lattice.hpp"
#include "darcy/inertia/cell_values.hpp"
#include "lattice/domain.hpp"

namespace perm {
namespace {

constexpr double much_of_flow = 0.5;
constexpr double much_better = 3;  // flow a column, open ones over others

/// Gives the share of the flow that goes through the open columns.
double share_of_open(const OpenBorder& border, const Backend& backend, const PoreSlab& slab) {
  const auto along = static_cast<std::size_t>(border.axis);
  const auto across = axes_across(border.axis);
  const Domain& domain = backend.domain();
  const PoreSpace pores = fetch_pores(slab, domain);
  const double force = backend.settings().force[along];
  const double quanta_a_unit = std::ldexp(1.0, 20) / force;
  std::array<__int128, 2> sums{};  // of all cells, of those in open columns
  for_each_cell(backend, pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, CellValues f) {
    const std::array<std::int64_t, 3> place{x, domain.image_y(y), domain.image_z(z)};
    const double velocity = momentum_of(f)[along] + force / 2;
    const auto quanta = static_cast<__int128>(velocity * quanta_a_unit);
    sums[0] += quanta;
    if (border.columns.is_pore(place[static_cast<std::size_t>(across[0])], place[static_cast<std::size_t>(across[1])],
                               0))
      sums[1] += quanta;
  });
  domain.processes().sum(sums);
  return sums[0] == 0 ? 0 : static_cast<double>(sums[1]) / static_cast<double>(sums[0]);
}

}  // namespace

std::optional<std::string> describe_outside(const OpenBorder& border, const SolvedFlow& flow, const PoreSlab& pores) {
  if (!flow.result().permeability_voxel2) return {};
  const double share = share_of_open(border, *flow.lattice()->backend, pores);
  const double of_section = static_cast<double>(border.count) / static_cast<double>(border.all_columns());
  if (share < much_of_flow || share * (1 - of_section) < much_better * (1 - share) * of_section) return {};
  return fmt::format(
      "{:.3g} % of the flow goes past what looks like a sample, through straight columns at the border of the image "
      "that are pore in every plane ({:.0f} % of the cross-section): if that is air around a plug, say with --mask "
      "what "
      "the sample is, or --crop the image; K and porosity are those of the whole image",
      100 * share, 100 * of_section);
}

}  // namespace perm
