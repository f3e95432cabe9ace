// SPDX-License-Identifier: Apache-2.0
#include "solver/crossing.hpp"

#include <bit>
#include <vector>

namespace perm {
namespace {

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position + extent) % extent; }

void for_each_slot(const Domain& domain, const PoreSpace& pores, const std::vector<Domain::Row>& rows, Axis axis,
                   const CrossingDirections& directions, const VisitSlot& visit) {
  const Extent& extent = domain.extent();
  for (const int q : directions) {
    const d3q19::Velocity c = d3q19::velocity(q);
    for (const Domain::Row& row : rows) {
      const std::int64_t owner_y = wrap(row.y - c.y, extent.ny);
      const std::int64_t owner_z = wrap(row.z - c.z, extent.nz);
      // Beyond the halo in y nobody knows the pores; slots that belong there travel between others.
      if (axis == Axis::z && owner_y >= domain.own_y()) continue;
      const auto words = pores.row(row.y, row.z);
      for (std::size_t w = 0; w < words.size(); ++w)
        for (std::uint32_t left = words[w]; left != 0; left &= left - 1) {
          const std::int64_t x = static_cast<std::int64_t>(w) * PoreSpace::word_bits + std::countr_zero(left);
          if (pores.is_pore(wrap(x - c.x, extent.nx), owner_y, owner_z)) visit(x, row.y, row.z, q);
        }
    }
  }
}

}  // namespace

CrossingDirections crossing(Axis axis, Side side) {
  CrossingDirections directions{};
  std::size_t found = 0;
  for (int q = 0; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const int along = axis == Axis::x ? c.x : axis == Axis::y ? c.y : c.z;
    if (along == (side == Side::high ? 1 : -1)) directions.at(found++) = q;
  }
  return directions;
}

void for_each_inner_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit) {
  for_each_slot(domain, pores, domain.inner_rows(face), face.axis, crossing(face.axis, opposite(face.side)), visit);
}

void for_each_outer_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit) {
  for_each_slot(domain, pores, domain.outer_rows(face), face.axis, crossing(face.axis, face.side), visit);
}

int phases(const Domain& domain) { return static_cast<int>(domain.faces().size()) / 2; }

std::size_t first_face(const Domain& domain, AfterStep after, int phase) {
  return 2 * static_cast<std::size_t>(after == AfterStep::even ? phase : phases(domain) - 1 - phase);
}

int message_tag(Axis axis, Side sender, AfterStep after) {
  return 1 + 4 * static_cast<int>(axis) + 2 * static_cast<int>(sender) + static_cast<int>(after);
}

}  // namespace perm
