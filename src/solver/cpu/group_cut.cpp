// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/group_cut.hpp"

#include <algorithm>

namespace perm {
namespace {

std::int64_t size_of(const std::vector<Range>& ranges) {
  std::int64_t size = 0;
  for (const Range& range : ranges) size += range.size();
  return size;
}

/// Gives the elements of `ranges` whose positions, counted through all ranges, are in `part`.
std::vector<Range> select(const std::vector<Range>& ranges, Range part) {
  std::vector<Range> selected;
  std::int64_t before = 0;
  for (const Range& range : ranges) {
    const std::int64_t first = std::max(part.first - before, std::int64_t{0});
    const std::int64_t last = std::min(part.last - before, range.size());
    if (first < last) selected.push_back({range.first + first, range.first + last});
    before += range.size();
  }
  return selected;
}

SharedGroups share_out(const std::vector<Range>& ranges, std::int64_t threads) {
  SharedGroups shared;
  for (std::int64_t thread = 0; thread < threads; ++thread)
    shared.push_back(select(ranges, even_part(size_of(ranges), thread, threads)));
  return shared;
}

}  // namespace

GroupCut cut_groups(const Domain& domain, const Occupancy& occupancy, std::int64_t group_cells, std::int64_t unit) {
  const std::int64_t unit_cells = group_cells * unit;
  const std::int64_t end_of_own = occupancy.cells_of_row(domain.extent().ny - 1, domain.own_z() - 1).last;
  const std::int64_t groups = (end_of_own + group_cells - 1) / group_cells;
  std::vector<bool> is_boundary(static_cast<std::size_t>((groups + unit - 1) / unit));
  for (const Face& face : domain.faces())
    for (const auto& rows : {domain.inner_rows(face), domain.outer_rows(face)})
      for (const Domain::Row& row : rows) {
        if (row.z >= domain.own_z()) continue;
        const Range cells = occupancy.cells_of_row(row.y, row.z);
        if (cells.size() == 0) continue;
        for (std::int64_t u = cells.first / unit_cells; u <= (cells.last - 1) / unit_cells; ++u)
          is_boundary[static_cast<std::size_t>(u)] = true;
      }

  GroupCut cut;
  std::vector<Range> interior;
  for (std::size_t u = 0; u < is_boundary.size(); ++u) {
    const auto first = static_cast<std::int64_t>(u) * unit;
    const Range here{first, std::min(first + unit, groups)};
    std::vector<Range>& kind = is_boundary[u] ? cut.boundary : interior;
    if (!kind.empty() && kind.back().last == here.first)
      kind.back().last = here.last;
    else
      kind.push_back(here);
  }
  const auto parts = std::max<std::int64_t>(1, static_cast<std::int64_t>(domain.faces().size()) / 2);
  for (std::int64_t part = 0; part < parts; ++part)
    cut.interior.push_back(select(interior, even_part(size_of(interior), part, parts)));
  return cut;
}

SharedCut share_out(const GroupCut& cut, std::int64_t threads) {
  SharedCut shared{share_out(cut.boundary, threads), {}};
  for (const std::vector<Range>& ranges : cut.interior) shared.interior.push_back(share_out(ranges, threads));
  return shared;
}

}  // namespace perm
