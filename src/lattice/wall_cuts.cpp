// SPDX-License-Identifier: Apache-2.0
#include "lattice/wall_cuts.hpp"

#include <array>
#include <bit>
#include <span>
#include <utility>

#include "lattice/d3q19.hpp"

namespace perm {
namespace {

/// Says where a link along each direction leads to.
struct LinkTo {
  d3q19::Velocity step;
  Surface::Place link;
};
constexpr std::array<LinkTo, d3q19::directions - 1> directed_links = [] {
  std::array<LinkTo, d3q19::directions - 1> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const d3q19::Velocity c = d3q19::velocity(static_cast<int>(i) + 1);
    all[i] = {c, {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)}};
  }
  return all;
}();

/// The cuts of the cells of some planes, in their order.
struct CutsOfPlanes {
  std::vector<std::uint64_t> first;  ///< of each group that begins there
  std::vector<std::uint8_t> codes;
};

class PlaneCutter {
 public:
  PlaneCutter(const Domain& domain, const Occupancy& occupancy, const Surface& surface)
      : domain_(domain), occupancy_(occupancy), surface_(surface) {}

  void cut_row(std::int64_t y, std::int64_t z, CutsOfPlanes& cuts) const {
    std::int64_t cell = occupancy_.cells_of_row(y, z).first;
    const std::span<const OccupancyWord> row = occupancy_.row(y, z);
    for (std::size_t column = 0; column < row.size(); ++column)
      for (std::uint32_t bits = row[column].bits; bits != 0; bits &= bits - 1, ++cell) {
        if (cell % WallCuts::group_cells == 0) cuts.first.push_back(cuts.codes.size());
        cut_cell(static_cast<std::int64_t>(32 * column) + std::countr_zero(bits), y, z, cuts);
      }
  }

 private:
  void cut_cell(std::int64_t x, std::int64_t y, std::int64_t z, CutsOfPlanes& cuts) const {
    for (const auto& [step, link] : directed_links)
      if (!leads_to_cell(x + step.x, y + step.y, z + step.z))
        cuts.codes.push_back(WallCuts::code_of(
            surface_.meets({static_cast<double>(x) + 0.5, static_cast<double>(domain_.image_y(y)) + 0.5,
                            static_cast<double>(domain_.image_z(z)) + 0.5},
                           link)));
  }
  /// An axis that is cut among processes ends in halo, whose own links nobody steps.
  bool leads_to_cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const Extent& n = occupancy_.extent();
    const AxisSet closed = domain_.closed();
    const auto leaves = [](std::int64_t i, std::int64_t period) { return i < 0 || i == period; };
    if ((closed.contains(Axis::y) && leaves(y, n.ny)) || (closed.contains(Axis::z) && leaves(z, n.nz))) return false;
    const auto wrapped = [](std::int64_t i, std::int64_t period) { return i < 0 ? i + period : i < period ? i : 0; };
    return occupancy_.is_cell(wrapped(x, n.nx), wrapped(y, n.ny), wrapped(z, n.nz));
  }

  const Domain& domain_;
  const Occupancy& occupancy_;
  const Surface& surface_;
};

}  // namespace

WallCuts::WallCuts(const Domain& domain, const Occupancy& occupancy, const Surface& surface, const ThreadTeam& team) {
  const Extent& n = occupancy.extent();
  const PlaneCutter cutter(domain, occupancy, surface);
  std::vector<CutsOfPlanes> parts(static_cast<std::size_t>(team.size()));
  team.run_on_parts(n.nz, [&](Range planes, int thread) {
    CutsOfPlanes cuts;  // on the stack of its thread
    for (std::int64_t z = planes.first; z < planes.last; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y) cutter.cut_row(y, z, cuts);
    parts[static_cast<std::size_t>(thread)] = std::move(cuts);
  });
  for (const CutsOfPlanes& part : parts) {  // the planes of a thread follow those of the one before
    const std::uint64_t before = codes_.size();
    for (const std::uint64_t first : part.first) first_.push_back(before + first);
    codes_.insert(codes_.end(), part.codes.begin(), part.codes.end());
  }
}

}  // namespace perm
