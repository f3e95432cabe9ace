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

/// Gives those of the groups `range`, stepped by one thread of several, that are alone. Links lead at most one plane
/// away. So cells of whole planes inside the range alone write to slots of these planes but the first and the last, and
/// links from planes farther inside lead there. Rows without links are read and written up to a unit beyond.
Range find_alone(const Range& range, const Occupancy& occupancy, GroupSizes sizes) {
  const std::int64_t planes = occupancy.extent().nz;
  const auto start = [&](std::int64_t z) {
    return z < planes ? occupancy.cells_of_row(0, z).first : occupancy.cells();
  };
  const std::int64_t unit_cells = sizes.cells * sizes.unit;
  std::int64_t first = 0;
  while (first < planes && start(first) < range.first * sizes.cells) ++first;
  std::int64_t last = planes;
  while (last > first && start(last) > range.last * sizes.cells) --last;
  if (last - first < 4) return {range.first, range.first};
  const std::int64_t from = start(++first) + unit_cells;
  const std::int64_t to = start(--last) - unit_cells;
  while (first < last && start(first - 1) < from) ++first;
  while (first < last && start(last + 1) > to) --last;
  const std::int64_t begin = (start(first) + unit_cells - 1) / unit_cells * sizes.unit;
  const std::int64_t end = start(last) / unit_cells * sizes.unit;
  return begin < end ? Range{begin, end} : Range{range.first, range.first};
}

SharedGroups share_out(const std::vector<Range>& ranges, const Occupancy& occupancy, GroupSizes sizes,
                       std::int64_t threads) {
  SharedGroups shared(static_cast<std::size_t>(threads));
  for (std::int64_t thread = 0; thread < threads; ++thread)
    for (const Range& range : select(ranges, even_part(size_of(ranges), thread, threads))) {
      const Range alone = threads == 1 ? range : find_alone(range, occupancy, sizes);
      for (const GroupRange& part :
           {GroupRange{range.first, alone.first, false}, GroupRange{alone.first, alone.last, true},
            GroupRange{alone.last, range.last, false}})
        if (part.first < part.last) shared[static_cast<std::size_t>(thread)].push_back(part);
    }
  return shared;
}

}  // namespace

GroupCut cut_groups(const Domain& domain, const Occupancy& occupancy, GroupSizes sizes) {
  const std::int64_t unit = sizes.unit;
  const std::int64_t unit_cells = sizes.cells * unit;
  const std::int64_t end_of_own = occupancy.cells_of_row(domain.extent().ny - 1, domain.own_z() - 1).last;
  const std::int64_t groups = (end_of_own + sizes.cells - 1) / sizes.cells;
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

SharedCut share_out(const GroupCut& cut, const Occupancy& occupancy, GroupSizes sizes, std::int64_t threads) {
  SharedCut shared{share_out(cut.boundary, occupancy, sizes, threads), {}};
  for (const std::vector<Range>& ranges : cut.interior)
    shared.interior.push_back(share_out(ranges, occupancy, sizes, threads));
  return shared;
}

}  // namespace perm
