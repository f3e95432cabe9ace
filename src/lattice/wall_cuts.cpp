// SPDX-License-Identifier: Apache-2.0
#include "lattice/wall_cuts.hpp"

#include <span>
#include <utility>

#include "core/stop_check.hpp"
#include "lattice/cell_cutter.hpp"

namespace perm {
namespace {

/// The cuts of the cells of some planes, in their order.
struct CutsOfPlanes {
  std::vector<std::uint64_t> first;  ///< of each group that begins there
  std::vector<std::uint8_t> codes;
};

}  // namespace

WallCuts::WallCuts(const Domain& domain, const Occupancy& occupancy, const SlipSurface& surface,
                   const ThreadTeam& team) {
  const Extent& n = occupancy.extent();
  const CellCutter cutter(domain, occupancy, surface.surface);
  const WallCoding coding(surface.slip);
  std::vector<CutsOfPlanes> parts(static_cast<std::size_t>(team.size()));
  SharedStop stop;
  team.run_on_parts(n.nz, [&](Range planes, int thread) {
    CutsOfPlanes cuts;  // on the stack of its thread
    for (std::int64_t z = planes.first; z < planes.last && !stop.is_wanted(); ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        cutter.cut_row(y, z, [&](std::int64_t cell, const CutPlaces& cuts_of_cell) {
          if (cell % group_cells == 0) cuts.first.push_back(cuts.codes.size());
          const std::size_t before = cuts.codes.size();
          cuts.codes.resize(before + cuts_of_cell.places.size());
          coding.write_codes(cuts_of_cell, std::span(cuts.codes).subspan(before));
        });
    parts[static_cast<std::size_t>(thread)] = std::move(cuts);
  });
  stop.check();
  for (const CutsOfPlanes& part : parts) {  // the planes of a thread follow those of the one before
    const std::uint64_t before = codes_.size();
    for (const std::uint64_t first : part.first) first_.push_back(before + first);
    codes_.insert(codes_.end(), part.codes.begin(), part.codes.end());
  }
}

}  // namespace perm
