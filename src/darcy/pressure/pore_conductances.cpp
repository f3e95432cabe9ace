// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pore_conductances.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace perm {
namespace {

constexpr double conductance_of_edge = 0.02;  // voxel^2

/// Gives the bits of a word of a row after a step along an axis: bit b tells whether there is solid beside voxel b.
std::uint32_t solid_beside(const DomainCells& cells, Axis axis, int step, std::int64_t word, std::int64_t y,
                           std::int64_t z) {
  const Extent& n = cells.domain().image();
  const FaceRules& rules = cells.domain().rules();
  const bool is_solid_outside = rules.across(axis) == FaceRule::sealed;
  if (axis == Axis::x) {
    std::uint32_t pores =
        detail::shifted(cells.row(y, z), static_cast<std::size_t>(word), step, n.nx, rules.is_closed(Axis::x));
    const std::int64_t end = step > 0 ? n.nx - 1 : 0;
    if (rules.is_closed(Axis::x) && !is_solid_outside && word == end / 32) pores |= 1U << (end % 32);
    return ~pores;
  }
  const std::int64_t extent = n.along(axis);
  std::int64_t there = (axis == Axis::y ? y : z) + step;
  if (there < 0 || there >= extent) {
    if (rules.is_closed(axis)) return is_solid_outside ? ~0U : 0U;
    there = (there + extent) % extent;
  }
  return ~(axis == Axis::y ? cells.row(there, z) : cells.row(y, there))[static_cast<std::size_t>(word)].bits;
}

/// Makes the widths of cells in gaps of one voxel smaller. There d^2/4 would be 1/4, of which a slit conducts a half
/// and a duct of 1 x 1 voxel an eighth.
void narrow_gaps(const DomainCells& cells, std::span<std::uint8_t> widths) {
  constexpr std::array<double, 4> share{1, 0.7071, 0.3536, 0.3536};  // by the axes across which both sides are solid
  const Extent& n = cells.domain().image();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t number = 0; number < cells.words_per_row(); ++number) {
        const OccupancyWord& word = cells.row(y, z)[static_cast<std::size_t>(number)];
        if (word.bits == 0) continue;
        std::array<std::uint32_t, 3> gap{};
        for (const Axis axis : all_axes)
          gap[static_cast<std::size_t>(axis)] =
              word.bits & solid_beside(cells, axis, -1, number, y, z) & solid_beside(cells, axis, 1, number, y, z);
        for (std::uint32_t bits = gap[0] | gap[1] | gap[2]; bits != 0; bits &= bits - 1) {
          const int bit = std::countr_zero(bits);
          std::size_t gaps = 0;
          for (const std::uint32_t across : gap) gaps += across >> bit & 1U;
          std::uint8_t& width = widths[word.first_cell + detail::count_bits(word.bits & ((1U << bit) - 1U))];
          width = static_cast<std::uint8_t>(std::max(1.0, std::round(share[gaps] * width)));
        }
      }
}

}  // namespace

PoreConductances PoreConductances::of_image(DomainCells cells, LargeArray<std::uint8_t> distances, double unit) {
  narrow_gaps(cells, distances.span());
  return {std::move(cells), std::move(distances), unit};
}

Quanta PoreConductances::of_edge() const { return std::max<Quanta>(1, std::llround(conductance_of_edge / quantum())); }

CellGraph PoreConductances::graph(std::shared_ptr<const ThreadTeam> team) && {
  const Quanta edge = of_edge();
  return {std::move(cells), std::move(widths), edge, std::move(team)};
}

}  // namespace perm
