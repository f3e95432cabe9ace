// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/wall_gains.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/processors/first_error.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/pressure/squares_in_forces.hpp"
#include "lattice/cell_cutter.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/wall_coding.hpp"
#include "solver/cell/cut_update.hpp"
#include "solver/power_at_wall.hpp"

namespace perm {
namespace {

constexpr int directions = d3q19::directions;
constexpr std::size_t planes_together = 8;
constexpr std::int64_t cells_worth_threads = 4096;

/// The cut links of one own cell.
struct WallCell {
  std::int64_t cell;
  CutLinks links;
  std::uint32_t sealed;                           ///< bit q - 1: those at closed faces, which nothing slips along
  std::array<double, directions> inverse_cosine;  ///< by direction

  bool slips(int q) const { return links.is_cut(q) && (sealed >> (q - 1) & 1U) == 0; }
};

/// Own rows of a plane of the domain.
struct PlaneOfCells {
  std::int64_t z;
  std::int64_t rows;
  std::int64_t before;  ///< own cells of the planes before
};

/// Finds what the cut links of a cell gain.
class GainOfCell {
 public:
  GainOfCell(const SolverSettings& settings, bool has_surface)
      : settings_(settings),
        fluid_(make_collision_parameters<double>(settings)),
        at_wall_(make_cut_parameters<double>(settings)),
        table_(settings),
        coding_(settings.slip),
        has_cuts_(has_surface) {
    for (const double force : settings.force) force_squared_ += force * force;
  }

  /// Gives what K, times the voxels of the sample, gains at a cell for a voxel of slip, in voxel^2. `distributions` are
  /// those before a collision.
  double find(const double* distributions, const WallCell& wall) const {
    double f[directions];
    std::copy_n(distributions, directions, f);
    double after[directions];
    std::copy_n(f, directions, after);
    const CutCell<double> cell = table_.cell(wall.links);
    const Moments<double> moments =
        has_cuts_ ? collide_cut(after, cell, at_wall_) : collide<Equilibrium::linear>(after, fluid_);
    std::array<double, directions> voltage{};
    double all = 0;
    double open = 0;
    double momentum[3]{};
    for (int q = 0; q < directions; ++q) {
      const d3q19::Velocity c = d3q19::velocity(q);
      const double v = voltage[static_cast<std::size_t>(q)] = f[d3q19::opposite(q)] + after[q];
      all += v;
      momentum[0] += c.x * v;
      momentum[1] += c.y * v;
      momentum[2] += c.z * v;
    }
    for (std::size_t i = 0; i < d3q19::pairs.size(); ++i)
      open += cell.open[i] * (voltage[static_cast<std::size_t>(d3q19::pairs[i])] +
                              voltage[static_cast<std::size_t>(d3q19::opposite(d3q19::pairs[i]))]);
    const double density = cell.seen_all * all + cell.seen_open * open;
    const double along = settings_.force[0] * moments.velocity[0] + settings_.force[1] * moments.velocity[1] +
                         settings_.force[2] * moments.velocity[2];
    double gain = 0;
    for (int q = 1; q < directions; ++q) {
      if (!wall.slips(q)) continue;
      const auto at = static_cast<std::size_t>(q);
      const d3q19::Velocity c = d3q19::velocity(q);
      const double w = d3q19::weight(q);
      const double seen = voltage[at] - w * (density + 3 * (c.x * momentum[0] + c.y * momentum[1] + c.z * momentum[2]));
      gain += seen * seen / w * wall.inverse_cosine[at] / 18 +
              2 * viscosity(settings_.tau) * along * 6 * w * share_slope(wall.links.code[q]);
    }
    return gain / force_squared_;
  }

 private:
  /// Gives what CutTable's share_of_link grows with slip.
  double share_slope(std::uint8_t code) const {
    const double s = coding_.slip().length;
    if (!has_cuts_ || coding_.slip().at_voxels) return 3 / ((3 + 5 * s) * (3 + 5 * s));
    const double d = coding_.place_of(code);
    const double whole = 10 * (d + s) + 1;
    const double share = 6 * d * d + 6 * d + 2 - 4 * settings_.magic + 6 * s * (1 + 2 * d);
    return (6 * (1 + 2 * d) * whole - 10 * share) / (whole * whole);
  }

  SolverSettings settings_;
  CollisionParameters<double> fluid_;
  CutParameters<double> at_wall_;
  CutTable<double> table_;
  WallCoding coding_;
  bool has_cuts_;
  double force_squared_{0};
};

/// Sums the gains of some cells, whose distributions are read together, in quanta.
__int128 sum_gains(const Backend& backend, const GainOfCell& gain_of, std::span<const WallCell> walls) {
  std::vector<Range> ranges;
  for (const WallCell& wall : walls) {
    if (!ranges.empty() && ranges.back().last == wall.cell)
      ++ranges.back().last;
    else
      ranges.push_back({wall.cell, wall.cell + 1});
  }
  std::vector<double> f(walls.size() * directions);
  backend.read_ranges(ranges, f);
  const SquaresInForces squares(backend.settings());
  const auto cells = static_cast<std::int64_t>(walls.size());
  std::int64_t quanta = 0;
#pragma omp parallel for reduction(+ : quanta) if (cells > cells_worth_threads)  // nothing in it throws
  for (std::int64_t i = 0; i < cells; ++i)
    quanta +=
        squares.quanta_of(gain_of.find(f.data() + i * directions, walls[static_cast<std::size_t>(i)]) * squares.unit());
  return quanta;
}

/// Finds the cut links of the cells of a plane, whose first own cell has the number `before`.
std::vector<WallCell> find_wall_cells(const CellCutter& cutter, const Occupancy& occupancy, const WallCoding& coding,
                                      const PlaneOfCells& plane) {
  std::vector<WallCell> walls;
  std::int64_t before = plane.before;
  for (std::int64_t y = 0; y < plane.rows; ++y) {
    const Range of_row = occupancy.cells_of_row(y, plane.z);
    cutter.cut_row(y, plane.z, [&](std::int64_t cell, const CutPlaces& cuts) {
      if (cuts.places.empty()) return;
      WallCell wall{before + cell - of_row.first, {}, cuts.sealed, {}};
      std::array<std::uint8_t, directions> codes;
      std::array<double, directions> inverse_cosines;
      coding.write_codes(cuts, codes);
      WallCoding::find_inverse_cosines(cuts, inverse_cosines);
      for (std::size_t i = 0; i < cuts.places.size(); ++i) {
        wall.links.solid |= 1U << (cuts.directions[i] - 1);
        wall.links.note(cuts.directions[i], codes[i]);
        wall.inverse_cosine[static_cast<std::size_t>(cuts.directions[i])] = inverse_cosines[i];
      }
      if (wall.links.solid != 0) walls.push_back(wall);
    });
    before += of_row.size();
  }
  return walls;
}

}  // namespace

double sum_wall_gains(const SolvedFlow& flow, const PoreSlab& pores) {
  const Backend& backend = *flow.lattice()->backend;
  const Domain& domain = backend.domain();
  const SolverSettings& settings = backend.settings();
  std::shared_ptr<const Surface> surface = flow.options().surface;
  const GainOfCell gain_of(settings, surface || settings.slip.length > 0);
  surface = surface ? near_planes(surface, domain.own().z) : middles_of_links();
  const PoreSpace of_domain = fetch_pores(pores, domain);
  const Occupancy occupancy(of_domain);
  const CellCutter cutter(domain, occupancy, *surface);
  const WallCoding coding(settings.slip);
  std::vector<PlaneOfCells> planes;
  std::int64_t before = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    planes.push_back({z, domain.own_y(), before});
    for (std::int64_t y = 0; y < domain.own_y(); ++y) before += occupancy.cells_of_row(y, z).size();
  }
  __int128 quanta = 0;
  for (std::size_t first = 0; first < planes.size(); first += planes_together) {
    const std::size_t count = std::min(planes_together, planes.size() - first);
    std::vector<std::vector<WallCell>> of_plane(count);
    FirstError error;
#pragma omp parallel for schedule(dynamic) if (before > cells_worth_threads)
    for (std::size_t i = 0; i < count; ++i)
      error.guard([&] { of_plane[i] = find_wall_cells(cutter, occupancy, coding, planes[first + i]); });
    error.rethrow();
    std::vector<WallCell> walls;
    for (std::vector<WallCell>& some : of_plane) {
      walls.insert(walls.end(), some.begin(), some.end());
      some = {};
    }
    quanta += sum_gains(backend, gain_of, walls);
  }
  return SquaresInForces::sum_over(pores.processes(), quanta) / static_cast<double>(pores.sample_voxels());
}

}  // namespace perm
