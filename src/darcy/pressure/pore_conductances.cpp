// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pore_conductances.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "laplace/face_exchange.hpp"

namespace perm {
namespace {

constexpr double conductance_of_edge = 0.02;  // voxel^2

/// Gives the bits of a word of a row after a step along an axis: bit b tells whether there is solid beside voxel b.
std::uint32_t solid_beside(const DomainCells& cells, Axis axis, int step, std::int64_t word, std::int64_t y,
                           std::int64_t z) {
  const Domain& domain = cells.domain();
  const Extent& n = domain.extent();
  const std::uint32_t outside = domain.rules().across(axis) == FaceRule::sealed ? ~0U : 0U;
  if (axis == Axis::x) {
    const bool is_closed = domain.rules().is_closed(Axis::x);
    std::uint32_t pores = detail::shifted(cells.row(y, z), static_cast<std::size_t>(word), step, n.nx, is_closed);
    const std::int64_t end = step > 0 ? n.nx - 1 : 0;
    if (is_closed && outside == 0 && word == end / 32) pores |= 1U << (end % 32);
    return ~pores;
  }
  const std::int64_t own = axis == Axis::y ? y : z;
  if (domain.leaves(axis, own, step)) return outside;
  const std::int64_t there = (own + step + n.along(axis)) % n.along(axis);
  return ~(axis == Axis::y ? cells.row(there, z) : cells.row(y, there))[static_cast<std::size_t>(word)].bits;
}

/// Makes the widths of own cells in gaps of one voxel smaller. There d^2/4 would be 1/4, of which a slit conducts a
/// half and a duct of 1 x 1 voxel an eighth.
void narrow_gaps(const DomainCells& cells, std::span<std::uint8_t> widths) {
  constexpr std::array<double, 4> share{1, 0.7071, 0.3536, 0.3536};  // by the axes across which both sides are solid
  const Extent n = cells.own_extent();
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

PoreConductances::PoreConductances(DomainCells of_domain, LargeArray<std::uint8_t> distances, double of_unit)
    : cells(std::move(of_domain)), widths(std::move(distances)), unit(of_unit) {
  of_edge = std::max<Quanta>(1, std::llround(conductance_of_edge / quantum()));
  narrow_gaps(cells, widths.span());
  exchange_faces<std::uint8_t>(
      cells, [this](std::size_t cell) { return widths[cell]; },
      [this](std::size_t cell, std::uint8_t width) { widths[cell] = width; });
}

CellGraph PoreConductances::graph(std::shared_ptr<const ThreadTeam> team) && {
  return {std::move(cells), std::move(widths), of_edge, std::move(team)};
}

}  // namespace perm
