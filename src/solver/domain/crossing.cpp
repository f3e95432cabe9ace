// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/crossing.hpp"

#include <bit>
#include <vector>

namespace perm {
namespace {

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position + extent) % extent; }

void for_each_slot(const Domain& domain, const PoreSpace& pores, const std::vector<Domain::Row>& rows, Axis axis,
                   const CrossingDirections& directions, const VisitSlot& visit) {
  const Extent& extent = domain.extent();
  const AxisSet closed = domain.closed();
  const auto wraps_closed = [&](Axis across, std::int64_t position) {
    return closed.contains(across) && (position < 0 || position == extent.along(across));
  };
  for (const int q : directions) {
    const d3q19::Velocity c = d3q19::velocity(q);
    for (const Domain::Row& row : rows) {
      if (wraps_closed(Axis::y, row.y - c.y) || wraps_closed(Axis::z, row.z - c.z)) continue;
      const std::int64_t owner_y = wrap(row.y - c.y, extent.ny);
      const std::int64_t owner_z = wrap(row.z - c.z, extent.nz);
      // This process does not know the pores beyond the halo in y; slots of cells there travel between other processes.
      if (axis == Axis::z && owner_y >= domain.own_y()) continue;
      const auto words = pores.row(row.y, row.z);
      for (std::size_t w = 0; w < words.size(); ++w)
        for (std::uint32_t left = words[w]; left != 0; left &= left - 1) {
          const std::int64_t x = static_cast<std::int64_t>(w) * PoreSpace::word_bits + std::countr_zero(left);
          if (wraps_closed(Axis::x, x - c.x)) continue;
          if (pores.is_pore(wrap(x - c.x, extent.nx), owner_y, owner_z)) visit(x, row.y, row.z, q);
        }
    }
  }
}

/// Visits the slots of own cells next to `face` whose partner in a mirror is beyond the face. What comes in along q at
/// such a cell went out at the cell beyond the face.
void for_each_exchanged_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit) {
  const Extent& extent = domain.extent();
  const int beyond = face.side == Side::high ? 1 : -1;
  const std::vector<Domain::Row> rows = domain.inner_rows(face);
  for (const Axis mirror : all_axes) {
    if (mirror == face.axis || !domain.rules().is_closed(mirror) || domain.rules().across(mirror) == FaceRule::sealed)
      continue;
    for (const int inwards : {1, -1}) {
      int q = 0;
      while (d3q19::velocity(q).along(mirror) != inwards || d3q19::velocity(q).along(face.axis) != -beyond) ++q;
      for (const Domain::Row& row : rows) {
        if (!domain.is_own(row.y, row.z)) continue;
        const std::int64_t partner_y = wrap(row.y + (face.axis == Axis::y ? beyond : 0), extent.ny);
        const std::int64_t partner_z = wrap(row.z + (face.axis == Axis::z ? beyond : 0), extent.nz);
        const auto visit_if_exchanged = [&](std::int64_t x) {
          if (pores.is_pore(x, row.y, row.z) && pores.is_pore(x, partner_y, partner_z)) visit(x, row.y, row.z, q);
        };
        if (mirror == Axis::x) {
          visit_if_exchanged(inwards > 0 ? 0 : extent.nx - 1);
        } else if (domain.leaves(mirror, mirror == Axis::y ? row.y : row.z, -inwards)) {
          for (std::int64_t x = 0; x < extent.nx; ++x) visit_if_exchanged(x);
        }
      }
    }
  }
}

}  // namespace

CrossingDirections crossing(Axis axis, Side side) {
  CrossingDirections directions{};
  std::size_t found = 0;
  for (int q = 0; q < d3q19::directions; ++q) {
    if (d3q19::velocity(q).along(axis) == (side == Side::high ? 1 : -1)) directions.at(found++) = q;
  }
  return directions;
}

void for_each_inner_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit) {
  for_each_slot(domain, pores, domain.inner_rows(face), face.axis, crossing(face.axis, opposite(face.side)), visit);
  for_each_exchanged_slot(domain, pores, face, visit);
}

void for_each_outer_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit) {
  for_each_slot(domain, pores, domain.outer_rows(face), face.axis, crossing(face.axis, face.side), visit);
  for_each_exchanged_slot(domain, pores, face, visit);
}

int phases(const Domain& domain) { return static_cast<int>(domain.faces().size()) / 2; }

std::size_t first_face(const Domain& domain, AfterStep after, int phase) {
  return 2 * static_cast<std::size_t>(after == AfterStep::even ? phase : phases(domain) - 1 - phase);
}

int message_tag(Axis axis, Side sender, AfterStep after) {
  return 1 + 4 * static_cast<int>(axis) + 2 * static_cast<int>(sender) + static_cast<int>(after);
}

}  // namespace perm
