// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "laplace/cell_rows.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr double share_at_start = 1e-4;  // of the power that a solution may leave
constexpr double share_of_look = 1e-2;   // (0.1 stalls, 0.3 made bounds false)
constexpr double of_edge = 0.02;         // conductance of an edge, voxel^2
constexpr double momentum_share = 1.45;  // velocity of a voxel over that of Darcy's law
constexpr double first_share = 0.8;      // of a change that is made
constexpr double least_share = 0.1;
constexpr double least_gain = 0.7;  // of |w| from look to look, above which less of a change is made
constexpr double ridge = 1e-3;
constexpr double pressure_is_little = 1.0 / 3;  // |w| over |v|, where pressure need not be looked at soon
constexpr double third_part = 1.5;              // for what is neither density nor momentum
constexpr double wall_distance = 0.5;           // between the middle of a voxel and a wall

/// Cells are worked on row by row; sums over rows are added in their order.
template <class OfRow>
double sum_over_rows(const ThreadTeam& team, const Extent& n, const OfRow& of_row) {
  std::vector<double> sums(static_cast<std::size_t>(n.ny * n.nz));
  for_each_task(team, n.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) sums[static_cast<std::size_t>(z * n.ny + y)] = of_row(y, z);
    });
  });
  double sum = 0;
  for (const double row : sums) sum += row;
  return sum;
}

/// Makes the widths of cells in gaps of one voxel smaller. There d^2/4 would be 1/4, of which a slit conducts a half
/// and a duct of 1 x 1 voxel an eighth.
void narrow_gaps(const Occupancy& occupancy, const FaceRules& rules, LargeArray<std::uint8_t>& widths) {
  constexpr std::array<double, 4> share{1, 0.7071, 0.3536, 0.3536};  // by the axes across which both sides are solid
  const Extent& n = occupancy.extent();
  const auto is_solid = [&](std::int64_t x, std::int64_t y, std::int64_t z, Axis axis, int step) {
    std::array position{x, y, z};
    std::int64_t& along_axis = position[static_cast<std::size_t>(axis)];
    along_axis += step;
    if (along_axis < 0 || along_axis >= n.along(axis)) {
      if (rules.is_closed(axis)) return rules.across(axis) == FaceRule::sealed;
      along_axis = (along_axis + n.along(axis)) % n.along(axis);
    }
    return !occupancy.is_cell(position[0], position[1], position[2]);
  };
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      auto cell = static_cast<std::size_t>(occupancy.cells_of_row(y, z).first);
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!occupancy.is_cell(x, y, z)) continue;
        std::size_t gaps = 0;
        for (const Axis axis : all_axes)
          if (is_solid(x, y, z, axis, -1) && is_solid(x, y, z, axis, 1)) ++gaps;
        widths[cell] = static_cast<std::uint8_t>(std::max(1.0, share[gaps] * widths[cell]));
        ++cell;
      }
    }
}

int along(Axis axis, const LinkStep& step) { return axis == Axis::x ? step.x : axis == Axis::y ? step.y : step.z; }

}  // namespace

/// Everything that the first process knows of the whole image. Forces are 1 here: values over the force.
struct VoxelPressure::OnFirst {
  OnFirst(CellGraph cells, double voxels_a_width, Axis flow)
      : graph(std::move(cells)),
        unit(voxels_a_width),
        quantum(voxels_a_width * voxels_a_width / 4),
        direction(flow),
        solver(graph),
        pressure(graph.nodes()),
        flux(graph.nodes()),
        last_flux(graph.nodes()),
        last_pressure(graph.nodes()),
        made(graph.nodes()) {}

  const Extent& extent() const { return graph.occupancy().extent(); }
  double voxels() const { return static_cast<double>(extent().voxels()); }
  void find_darcy_flow();
  /// Calls visit(row, cells, velocities) for each row, where velocities are those of the cells by a potential, in
  /// quanta: half of what flows through their links along each axis. `driven` is the force.
  template <class Visit>
  void for_each_velocity(std::span<const float> potential, float driven, const Visit& visit) const;
  double power_of_fluxes(std::span<const float> potential) const;
  void mix();

  CellGraph graph;
  double unit;     ///< voxels of one width
  double quantum;  ///< voxel^2 of one quantum of conductance
  Axis direction;
  LaplaceSolver solver;
  LargeArray<float> pressure;       ///< of the last solution
  LargeArray<float> flux;           ///< what it was solved for; then what is left of it
  LargeArray<float> last_flux;      ///< of the look before
  LargeArray<float> last_pressure;  ///< and its solution
  LargeArray<float> made;           ///< the last change
  double permeability{0};
  double share{first_share};
  double last_w{0};
  bool has_last{false};
};

/// Solves div g (grad p - e) = 0.
void VoxelPressure::OnFirst::find_darcy_flow() {
  const Extent& n = extent();
  const ThreadTeam& team = graph.team();
  sum_over_rows(team, n, [&](std::int64_t y, std::int64_t z) {
    graph.visit_links(y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const LinkStep& step) {
      const Quanta conductance = cell == neighbour ? quanta / 2 : quanta;
      flux[cell] -= static_cast<float>(conductance * along(direction, step));
    });
    return 0.0;
  });
  solver.solve(flux.span(), pressure.span(), share_at_start);
  const double twice = sum_over_rows(team, n, [&](std::int64_t y, std::int64_t z) {
    double sum = 0;
    graph.visit_links(y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const LinkStep& step) {
      const double conductance = static_cast<double>(quanta) / (cell == neighbour ? 2 : 1);
      const double fall = cell == neighbour ? 2.0 * pressure[cell] : double{pressure[cell]} - pressure[neighbour];
      const int e = along(direction, step);
      sum += conductance * e * (e + fall);
    });
    return sum;
  });
  permeability = quantum * twice / 2 / voxels();
}

template <class Visit>
void VoxelPressure::OnFirst::for_each_velocity(std::span<const float> potential, float driven,
                                               const Visit& visit) const {
  const Extent& n = extent();
  for_each_task(graph.team(), n.nz, [&](const auto& for_each) {
    std::vector<std::array<float, 3>> velocities;
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const Range cells = graph.occupancy().cells_of_row(y, z);
        velocities.assign(static_cast<std::size_t>(cells.size()), {0, 0, 0});
        graph.visit_links(y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const LinkStep& step) {
          const float conductance = static_cast<float>(quanta) / (cell == neighbour ? 4.0F : 2.0F);
          const float fall = cell == neighbour ? 2 * potential[cell] : potential[cell] - potential[neighbour];
          const float flow = conductance * (driven * static_cast<float>(along(direction, step)) + fall);
          std::array<float, 3>& velocity = velocities[static_cast<std::size_t>(cell - cells.first)];
          velocity[0] += static_cast<float>(step.x) * flow;
          velocity[1] += static_cast<float>(step.y) * flow;
          velocity[2] += static_cast<float>(step.z) * flow;
        });
        visit(cells, velocities.data());
      }
    });
  });
}

/// Gives the power that the fluxes of a potential take at viscosity 1, by a resistance that is never too small: plates
/// and tubes as wide as the distance from solid less half a voxel says (a duct of 1 x 1 voxel conducts 1/32).
double VoxelPressure::OnFirst::power_of_fluxes(std::span<const float> potential) const {
  const std::span<const std::uint8_t> widths = graph.widths();
  constexpr double edge = 1.0 / 64;
  return sum_over_rows(graph.team(), extent(), [&](std::int64_t y, std::int64_t z) {
    double sum = 0;
    graph.visit_links(y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const LinkStep& step) {
      const double fall = cell == neighbour ? potential[cell] : double{potential[cell]} - potential[neighbour];
      const double flow = static_cast<double>(quanta) * fall;
      const double distance = std::max(1.0, unit * (widths[cell] + widths[neighbour]) / 2) - wall_distance;
      const bool is_edge = step.x * step.x + step.y * step.y + step.z * step.z == 2;
      sum += flow * flow / (is_edge ? edge : distance * distance / 8);
    });
    return sum / 2;  // each link is seen from both ends, and half of one that leads outside is beyond
  });
}

/// Anderson's mixing of the last two changes: what was made last time and what came of it tell how far to go.
void VoxelPressure::OnFirst::mix() {
  const ThreadTeam& team = graph.team();
  const auto count = static_cast<std::int64_t>(graph.nodes());
  double theta = 0;
  if (has_last) {
    const Extent& n = extent();
    const auto sum = [&](const auto& of_cell) {
      return sum_over_rows(team, n, [&](std::int64_t y, std::int64_t z) {
        const Range cells = graph.occupancy().cells_of_row(y, z);
        double row = 0;
        for (auto i = static_cast<std::size_t>(cells.first); i < static_cast<std::size_t>(cells.last); ++i)
          row += of_cell(i);
        return row;
      });
    };
    // last_flux holds the change of the flux from look to look by now.
    const double change = sum([&](std::size_t i) { return (double{pressure[i]} - last_pressure[i]) * last_flux[i]; });
    const double both = sum([&](std::size_t i) { return double{pressure[i]} * last_flux[i]; });
    if (change > 0) theta = std::clamp(-both / (change * (1 + ridge)), -1.0, 1.0);
  }
  for_each_range(team, count, [&](const Range& range) {
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) {
      const double outcome = double{pressure[i]} - last_pressure[i];
      const double wanted = pressure[i] + (has_last ? theta * outcome : 0.0);
      last_pressure[i] = pressure[i];
      made[i] = static_cast<float>(share * wanted + theta * made[i]);
    }
  });
}

VoxelPressure::VoxelPressure(const PoreSlab& pores, const PoreWidths& widths, const Partition& partition,
                             const FaceRules& rules, Axis direction, int threads)
    : processes_(pores.processes()) {
  const std::vector<std::uint32_t> planes = pores.fetch_planes({0, processes_.is_first() ? pores.image().nz : 0});
  std::vector<std::vector<std::uint8_t>> to(static_cast<std::size_t>(processes_.size()));
  to[0].assign(widths.of_pores.begin(), widths.of_pores.end());
  const std::vector<std::vector<std::uint8_t>> from = processes_.exchange(to);
  if (processes_.is_first()) {
    PoreSpace whole(pores.image());
    const auto words_a_row = static_cast<std::size_t>(whole.words_per_row());
    std::size_t row = 0;
    for (std::int64_t z = 0; z < pores.image().nz; ++z)
      for (std::int64_t y = 0; y < pores.image().ny; ++y, ++row)
        std::ranges::copy(std::span(planes).subspan(row * words_a_row, words_a_row), whole.row(y, z).begin());
    Occupancy occupancy(whole);
    LargeArray<std::uint8_t> of_cells(static_cast<std::size_t>(occupancy.cells()));
    auto next = of_cells.begin();
    for (const std::vector<std::uint8_t>& of_rank : from) next = std::ranges::copy(of_rank, next).out;
    const std::uint8_t widest = *std::max_element(of_cells.begin(), of_cells.end());
    largest_distance_ = widths.unit * widest;
    narrow_gaps(occupancy, rules, of_cells);
    const double quantum = widths.unit * widths.unit / 4;
    first_ = std::make_unique<OnFirst>(
        CellGraph(std::move(occupancy), rules, std::move(of_cells),
                  std::max<Quanta>(1, std::llround(of_edge / quantum)), std::make_shared<const ThreadTeam>(threads)),
        widths.unit, direction);
    first_->find_darcy_flow();
    permeability_ = first_->permeability;
  }
  std::array values{permeability_, largest_distance_};
  processes_.broadcast<double>(values);
  permeability_ = values[0];
  largest_distance_ = values[1];
  cells_ = std::make_unique<CellsOnFirst>(processes_, partition, first_ ? &first_->graph.occupancy() : nullptr);
}

VoxelPressure::~VoxelPressure() = default;

LargeArray<CellField> VoxelPressure::begin(double nu, double force, std::size_t own_cells) {
  LargeArray<CellField> fields;
  if (first_) {
    fields = LargeArray<CellField>(first_->graph.nodes());
    const auto density_unit = static_cast<float>(3 * force);
    const auto velocity_unit = static_cast<float>(momentum_share * first_->quantum * force / nu);
    first_->for_each_velocity(
        first_->pressure.span(), 1, [&](const Range& cells, const std::array<float, 3>* velocity) {
          for (std::int64_t cell = cells.first; cell < cells.last; ++cell, ++velocity)
            fields[static_cast<std::size_t>(cell)] = {
                density_unit * first_->pressure[static_cast<std::size_t>(cell)],
                {velocity_unit * (*velocity)[0], velocity_unit * (*velocity)[1], velocity_unit * (*velocity)[2]}};
        });
  }
  return cells_->scatter(std::move(fields), own_cells);
}

PressureLook VoxelPressure::look(LargeArray<CellField> changes, double staggered_squared, double nu, double force,
                                 double permeability) {
  const LargeArray<CellField> all = cells_->gather(std::move(changes));
  PressureLook look;
  if (first_) {
    OnFirst& first = *first_;
    const ThreadTeam& team = first.graph.team();
    const std::span<const std::uint8_t> widths = first.graph.widths();
    const double porosity = static_cast<double>(first.graph.nodes()) / first.voxels();
    const auto unit = static_cast<float>(1 / force);
    for_each_place(team, first.graph.nodes(), [&](std::size_t cell) {
      const float flux = all[cell].density * unit;
      first.last_flux[cell] = flux - first.last_flux[cell];  // for mix()
      first.flux[cell] = flux;
    });
    std::array<double, 3> sums{};
    const auto sum_cells = [&](const auto& of_cell) {
      return sum_over_rows(team, first.extent(), [&](std::int64_t y, std::int64_t z) {
        const Range cells = first.graph.occupancy().cells_of_row(y, z);
        double sum = 0;
        for (auto i = static_cast<std::size_t>(cells.first); i < static_cast<std::size_t>(cells.last); ++i)
          sum += of_cell(i);
        return sum;
      });
    };
    const auto squared = [&](std::size_t cell) {
      double sum = 0;
      for (const float a : all[cell].velocity) sum += double{a} * a;
      return sum / (force * force);
    };
    // No friction is known to be less than that of plates as wide as the pore, or of the solid in the image.
    sums[0] = sum_cells([&](std::size_t cell) {
      const double distance = first.unit * (widths[cell] + 1);
      return 3 * (distance * distance / 2.5 + permeability / porosity) * squared(cell);
    });
    sums[1] = sum_cells(squared);
    sums[2] = sum_cells([&](std::size_t cell) { return double{first.flux[cell]} * first.flux[cell]; });
    const LaplaceSolution solution = first.solver.solve(first.flux.span(), first.pressure.span(), share_of_look);
    const double v = std::sqrt(sums[0]);
    const double w = nu * (std::sqrt(first.power_of_fluxes(first.pressure.span()) + 3 * sums[2]) +
                           std::sqrt(8 * std::max(0.0, solution.left) / first.quantum));
    first.share = first.last_w == 0               ? first.share
                  : w > least_gain * first.last_w ? std::max(least_share, 0.6 * first.share)
                                                  : std::min(1.0, 1.1 * first.share);
    first.last_w = w;
    const double alternating = nu * std::sqrt(staggered_squared / (force * force) * sums[1]);
    look = {(third_part * (v + w) * (v + w) + alternating) / first.voxels(), sums[1] / first.voxels(),
            sums[2] / 3 / first.voxels(), w < pressure_is_little * v};
    if (std::isnan(solution.left)) look.error = solution.left;
    first.mix();
    for_each_place(team, first.graph.nodes(),
                   [&](std::size_t cell) { first.last_flux[cell] = all[cell].density * unit; });
    first.has_last = true;
  }
  processes_.broadcast(std::span(&look, 1));
  return look;
}

LargeArray<CellField> VoxelPressure::correct(double nu, double force, LargeArray<CellField> own) {
  const std::size_t own_cells = own.size();
  LargeArray<CellField> fields = cells_->gather(std::move(own));
  if (first_) {
    const auto density_unit = static_cast<float>(3 * nu * force / first_->quantum);
    const auto velocity_unit = static_cast<float>(momentum_share * force);
    first_->for_each_velocity(first_->made.span(), 0, [&](const Range& cells, const std::array<float, 3>* velocity) {
      for (std::int64_t cell = cells.first; cell < cells.last; ++cell, ++velocity) {
        CellField& field = fields[static_cast<std::size_t>(cell)];
        field.density += density_unit * first_->made[static_cast<std::size_t>(cell)];
        for (std::size_t a = 0; a < 3; ++a) field.velocity[a] += velocity_unit * (*velocity)[a];
      }
    });
  }
  return cells_->scatter(std::move(fields), own_cells);
}

std::int64_t VoxelPressure::bytes() const {
  return first_
             ? first_->graph.bytes() + first_->solver.bytes() + static_cast<std::int64_t>(5 * first_->pressure.bytes())
             : 0;
}

}  // namespace perm
