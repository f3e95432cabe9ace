// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one short function for each call of Backend, and all of them share the members at the end.
// Makes the lattice of one domain on a CPU: it cuts the cells evenly among threads and runs the step kernels on them.
// Every slot is touched by one cell in a step, so the cut changes no bit of the result. Cells at a boundary to another
// process come first; their messages travel while the others are stepped. Closed faces reflect at the end of a step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/own_cells.hpp"
#include "lattice/tiles.hpp"
#include "solver/cell/added_field.hpp"
#include "solver/cell/cell_moments.hpp"
#include "solver/cell/measured_walls.hpp"
#include "solver/cell/rescaling.hpp"
#include "solver/cpu/faces_cpu.hpp"
#include "solver/cpu/fields_cpu.hpp"
#include "solver/cpu/group_cut.hpp"
#include "solver/cpu/halo_cpu.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/make_cpu.hpp"
#include "solver/cpu/memory_cpu.hpp"
#include "solver/cpu/observers.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/cpu/walls_cpu.hpp"
#include "solver/domain/lattice_of_domain.hpp"
#include "solver/measure_sums.hpp"

namespace perm {
namespace {

int useful_threads(int threads, std::int64_t cells) {
  // The time in which threads wait for each other twice a step is about the time of so many cells.
  constexpr std::int64_t fewest_cells_per_thread = 8192;
  return static_cast<int>(std::clamp<std::int64_t>(cells / fewest_cells_per_thread, 1, threads));
}

template <class Real>
class CpuBackend final : public LatticeOfDomain {
 public:
  using Tiles = CpuTiles<Real>;
  static constexpr int cells_a_group = group_cells<Real>;
  static constexpr GroupSizes group_sizes{cells_a_group, link_stream::groups_a_chunk};

  CpuBackend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings, const Surface* surface)
      : LatticeOfDomain(domain, pores, settings),
        parameters_(make_collision_parameters<Real>(settings_of_cells(domain.rules(), settings))),
        occupancy_(pores),
        own_cells_(domain, occupancy_),
        team_(useful_threads(resolve_threads(settings.threads, domain.processes()), occupancy_.cells())),
        groups_((occupancy_.cells() + cells_a_group - 1) / cells_a_group),
        step_functions_(choose_steps<Real>(step_table(resolve_instructions(settings.instructions)),
                                           settings.equilibrium,
                                           surface == nullptr ? WallPlaces::halfway : WallPlaces::anywhere)),
        rounding_(choose_rounding<Real>(step_table(resolve_instructions(settings.instructions)))),
        measure_(choose_measure<Real>(step_table(resolve_instructions(settings.instructions)))),
        values_(
            static_cast<std::size_t>((tiles_before + Tiles::count(occupancy_.cells()) + tiles_behind) * Tiles::values)),
        masks_(static_cast<std::size_t>(groups_)),
        cut_(share_out(cut_groups(domain, occupancy_, group_sizes), occupancy_, group_sizes, team_.size())),
        halo_(domain, pores, occupancy_),
        faces_(domain, pores, occupancy_, settings) {
    check_for_stop(domain.processes());
    build_group_masks(occupancy_, cells_a_group, masks_.span(), domain.closed());
    check_for_stop(domain.processes());
    links_ = std::make_unique<LinkStream<Real>>(
        occupancy_, masks_.data(), most_link_bytes(occupancy_.extent(), occupancy_.cells(), sizeof(Real)), team_);
    check_for_stop(domain.processes());
    if (surface != nullptr)
      cuts_ = std::make_unique<WallCuts>(domain, occupancy_, SlipSurface{*surface, settings.slip}, team_);
    make_walls();
    CpuBackend::put_to_rest();
  }

  FlowMeasures measure() const override {
    const EnergyParameters parameters = make_energy_parameters(settings());
    const WallForceParameters collision = make_wall_force_parameters(settings_of_cells(domain().rules(), settings()));
    const MeasuredWalls walls{CutTable<double>(settings()), make_measured_parameters(settings(), parameters.unit)};
    std::vector<MeasureSums> of_threads(static_cast<std::size_t>(team_.size()));
    team_.run_on_parts(domain().own_z(), [&](Range planes, int thread) {
      MeasureSums own;  // lies on the stack of its thread, so that no two threads write to one cache line
      for (std::int64_t z = planes.first; z < planes.last; ++z)
        for (std::int64_t y = 0; y < domain().own_y(); ++y)
          measure_row(occupancy_.cells_of_row(y, z), parameters, collision, walls, own);
      of_threads[static_cast<std::size_t>(thread)] = own;
    });
    MeasureSums sums;
    for (const MeasureSums& own : of_threads) sums.add(own);
    return sums.over_all(domain().processes(), domain().sample_voxels(), parameters);
  }
  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const override {
    require_captured();
    fields_.read_plane(domain(), occupancy_, z, velocity, density);
  }
  void read_flow(std::int64_t z, std::span<CellField> values) const override {
    require_captured();
    fields_.read_flow(domain(), occupancy_, z, values);
  }

  void read_ranges(std::span<const Range> own_cells, std::span<double> f) const override {
    double* values = f.data();
    for (const Range& range : own_cells) {
      const auto read = [&](const Range& part) {
        for (std::int64_t own = part.first; own < part.last; ++own) {
          const std::int64_t cell = own_cells_.in_domain(range.first + own);
          for (int q = 0; q < d3q19::directions; ++q)
            values[own * d3q19::directions + q] = static_cast<double>(first_tile()[Tiles::slot(cell, q)]);
        }
      };
      constexpr std::int64_t fewest_to_share = 4096;
      if (range.size() < fewest_to_share)
        read({0, range.size()});
      else
        team_.run_on_parts(range.size(), [&](const Range& part, int) { read(part); });
      values += range.size() * d3q19::directions;
    }
  }
  void write_distributions(std::int64_t first_cell, std::span<const double> f) override {
    forget_compared();
    for (std::size_t i = 0; i < f.size(); ++i) first_tile()[slot(first_cell, i)] = static_cast<Real>(f[i]);
  }

  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(values_.bytes()) + faces_.bytes() + index_bytes() + links_->bytes() +
           (cuts_ ? cuts_->bytes() : 0);
  }
  /// The odd step needs masks and occupancy words too. It reads kept links in place of the words; the links are more
  /// bytes than the words, but this does not count.
  double bytes_per_update() const override {
    return 2.0 * d3q19::directions * sizeof(Real) +
           static_cast<double>(index_bytes()) / static_cast<double>(occupancy_.cells()) / 2;
  }
  std::string description() const override {
    return fmt::format("cpu, {}, {} thread{}", to_string(resolve_instructions(settings().instructions)), team_.size(),
                       team_.size() == 1 ? "" : "s");
  }

 protected:
  void use_settings() override {
    parameters_ = make_collision_parameters<Real>(settings_of_cells(domain().rules(), settings()));
    step_functions_ = choose_steps<Real>(step_table(resolve_instructions(settings().instructions)),
                                         settings().equilibrium, cuts_ ? WallPlaces::anywhere : WallPlaces::halfway);
    make_walls();
  }

  void put_to_rest() override {
    std::array<Real, d3q19::directions> rest;
    for (int q = 0; q < d3q19::directions; ++q)
      rest[static_cast<std::size_t>(q)] = rest_distribution(q, parameters_.force);
    team_.run_on_parts(groups_, [&](Range groups, int) {
      for (std::int64_t group = groups.first; group < groups.last; ++group)
        for (int q = 0; q < d3q19::directions; ++q)
          std::fill_n(first_tile() + Tiles::slot(group * cells_a_group, q), cells_a_group,
                      rest[static_cast<std::size_t>(q)]);
    });
    if (const auto density = find_start_density(domain(), settings())) start_from(*density);
  }

  void rescale_cells(const FlowChange& change) override {
    const Rescaling<Real> rescaling = make_rescaling<Real>(settings_of_cells(domain().rules(), settings()), change);
    team_.run_on_parts(occupancy_.cells(), [&](Range cells, int) {
      for (std::int64_t cell = cells.first; cell < cells.last; ++cell) {
        Real f[d3q19::directions];
        for (int q = 0; q < d3q19::directions; ++q) f[q] = first_tile()[Tiles::slot(cell, q)];
        rescale(f, rescaling);
        for (int q = 0; q < d3q19::directions; ++q) first_tile()[Tiles::slot(cell, q)] = f[q];
      }
    });
  }

  void take_steps(std::int64_t steps) override {
    for (std::int64_t done = 0; done < steps; done += 2) take_two([](std::size_t, AfterStep) { return nullptr; });
  }

  void take_and_sum_two_steps(FlowSums& sums) override {
    std::vector<SumObserver<Real>> observers = make_observers();
    take_two([&](std::size_t thread, AfterStep) { return &observers[thread]; });
    for (const SumObserver<Real>& observer : observers) sums.add(observer.sums());
  }

  void take_and_compare_four_steps(FlowSums& sums) override {
    changes();
    std::vector<SumObserver<Real>> observers = make_observers();
    const auto take_two_as = [&](StepPairOf pair) {
      for (SumObserver<Real>& observer : observers) observer.watch(*changes_, pair);
      take_two([&](std::size_t thread, AfterStep) { return &observers[thread]; });
    };
    take_two_as(StepPairOf::second);
    changes_->add_to(sums, domain(), occupancy_);
    changes_->clear();
    take_two_as(StepPairOf::first);
    for (const SumObserver<Real>& observer : observers) sums.add(observer.sums());
  }

  void read_changes(std::size_t first, std::span<CellChange> of_voxels) override {
    std::ranges::copy(changes().subspan(first, of_voxels.size()), of_voxels.begin());
  }
  void write_changes(std::size_t first, std::span<const CellChange> of_voxels) override {
    std::ranges::copy(of_voxels, changes().subspan(first, of_voxels.size()).begin());
  }

  void take_and_correct_two_steps(FlowSums& sums) override {
    std::vector<SumObserver<Real>> observers = make_observers(sums);
    take_two([&](std::size_t thread, AfterStep after) {
      observers[thread].sum_reversals(after == AfterStep::even ? StepPairOf::first : StepPairOf::second);
      return &observers[thread];
    });
    for (const SumObserver<Real>& observer : observers) sums.add(observer.sums());
  }

  void add_to_own_cells(std::span<const CellField> change) override {
    team_.run_on_parts(own_cells_.count(), [&](Range cells, int) {
      own_cells_.for_each_stretch(cells, [&](std::int64_t own, std::int64_t first, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i)
          add_at_equilibrium(first + i, change[static_cast<std::size_t>(own + i)]);
      });
    });
  }

  void read_own_moments(std::span<CellField> of_cells) const override {
    team_.run_on_parts(own_cells_.count(), [&](Range cells, int) {
      own_cells_.for_each_stretch(cells, [&](std::int64_t own, std::int64_t first, std::int64_t count) {
        const std::int64_t last = first + count;
        CellField of_group[cells_a_group];
        for (std::int64_t group = first / cells_a_group * cells_a_group; group < last; group += cells_a_group) {
          read_group_moments(group, of_group);
          const std::int64_t begin = std::max(first, group);
          const std::int64_t end = std::min(last, group + cells_a_group);
          std::copy(of_group + (begin - group), of_group + (end - group), of_cells.begin() + own + (begin - first));
        }
      });
    });
  }

  std::vector<double> sum_all_speeds(const std::shared_ptr<const CellParts>& parts, double scale,
                                     const EnergyParameters& parameters) const override {
    PartSums sums(parts->parts(), scale);
    // All threads add to the same sums: sums of each would take more memory than all else where threads are many.
    team_.run_on_parts(parts->rows(), [&](Range rows, int) {
      GroupEnergies<Real> energies;
      std::int64_t measured = -1;  // the group whose energies these are
      for (std::int64_t row = rows.first; row < rows.last; ++row)
        for_each_run(*parts, row, [&](std::uint32_t part, const Range& cells) {
          if (part == 0) return;
          std::int64_t quanta = 0;
          for (std::int64_t cell = cells.first; cell < cells.last; ++cell) {
            const std::int64_t group = cell / cells_a_group;
            if (std::exchange(measured, group) != group)
              measure_(first_tile() + Tiles::slot(group * cells_a_group, 0), parameters, energies);
            if (!sums.add_to(quanta, energies.speed_squared[cell % cells_a_group])) sums.set_not_finite();
          }
          sums.add_quanta(part, quanta);
        });
    });
    return sums_for_first(sums, domain().processes());
  }

  void take_and_capture_two_steps() override { take_two_to(FieldOfTwo::mean, fields_.of_cells(occupancy_.cells())); }

  void take_and_alternate_two_steps(std::span<CellField> of_cells) override {
    if (own_cells_.count() == occupancy_.cells()) return take_two_to(FieldOfTwo::alternation, of_cells.data());
    take_two_to(FieldOfTwo::alternation, fields_.of_cells(occupancy_.cells()));
    team_.run_on_parts(own_cells_.count(), [&](Range cells, int) {
      own_cells_.for_each_stretch(cells, [&](std::int64_t own, std::int64_t first, std::int64_t count) {
        std::copy_n(&fields_.of_cell(first), count, of_cells.begin() + own);
      });
    });
  }

 private:
  /// Gives what is kept of watched cells, which is made when it is wanted for the first time.
  std::span<CellChange> changes() {
    if (!changes_) changes_ = std::make_unique<CellChanges>(watched());
    return changes_->all();
  }
  void make_walls() {
    if (cuts_)
      walls_ = std::make_unique<WallsOfLattice<Real>>(
          WallsOfLattice<Real>{cuts_.get(), CutTable<Real>(settings()), make_cut_parameters<Real>(settings())});
  }
  std::int64_t index_bytes() const { return static_cast<std::int64_t>(masks_.bytes()) + occupancy_.bytes(); }
  /// Gives the slot of value i in a list of 19 values for each own cell from `first_cell` on.
  std::int64_t slot(std::int64_t first_cell, std::size_t i) const {
    const auto value = static_cast<std::int64_t>(i);
    return Tiles::slot(own_cells_.in_domain(first_cell + value / d3q19::directions),
                       static_cast<int>(value % d3q19::directions));
  }
  void add_at_equilibrium(std::int64_t cell, CellField field) {
    const GroupMasks& fluid = masks_[static_cast<std::size_t>(cell / cells_a_group)];
    stop_in_gaps(field, [&](int q) {
      return (fluid.lanes[static_cast<std::size_t>(q - 1)] >> (cell % cells_a_group) & 1U) == 0;
    });
    for_each_equilibrium(field,
                         [&](int q, float share) { first_tile()[Tiles::slot(cell, q)] += static_cast<Real>(share); });
  }
  void read_group_moments(std::int64_t first_cell, CellField (&of_cells)[cells_a_group]) const {
    typedef Real Reals __attribute__((vector_size(cells_a_group * sizeof(Real))));
    Reals f[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q)
      std::memcpy(&f[q], first_tile() + Tiles::slot(first_cell, q), sizeof(Reals));
    Reals density;
    Reals momentum[3];
    detail::sum_moments(f, density, momentum, std::make_index_sequence<d3q19::pairs.size()>{});
    for (std::size_t cell = 0; cell < cells_a_group; ++cell)
      of_cells[cell] = {static_cast<float>(density[cell]),
                        {static_cast<float>(momentum[0][cell]), static_cast<float>(momentum[1][cell]),
                         static_cast<float>(momentum[2][cell])}};
  }
  Real* first_tile() { return values_.data() + tiles_before * Tiles::values; }
  const Real* first_tile() const { return values_.data() + tiles_before * Tiles::values; }
  std::vector<SumObserver<Real>> make_observers() const { return make_observers(empty_sums()); }
  std::vector<SumObserver<Real>> make_observers(const FlowSums& empty) const {
    std::vector<SumObserver<Real>> observers;
    for (int t = 0; t < team_.size(); ++t) observers.emplace_back(domain(), occupancy_, rounding_, empty);
    return observers;
  }
  struct MeasuredWalls {
    CutTable<double> table;
    CutParameters<double> collision;
  };
  void measure_row(const Range& cells, const EnergyParameters& parameters, const WallForceParameters& collision,
                   const MeasuredWalls& walls, MeasureSums& sums) const {
    GroupEnergies<Real> energies;
    for (std::int64_t cell = cells.first; cell < cells.last; ++cell) {
      const auto lane = static_cast<int>(cell % cells_a_group);
      if (cell == cells.first || lane == 0) measure_(first_tile() + Tiles::slot(cell - lane, 0), parameters, energies);
      const SolidLinks solid = solid_links(cell);
      if (solid == 0) {
        sums.add(energies.of(lane), solid);
        continue;
      }
      double f[d3q19::directions];
      for (int q = 0; q < d3q19::directions; ++q) f[q] = static_cast<double>(first_tile()[Tiles::slot(cell, q)]);
      if (cuts_) {
        const GroupMasks& fluid = masks_[static_cast<std::size_t>(cell / cells_a_group)];
        for (double& value : f) value /= parameters.unit;
        const CutCell<double> at_wall = walls.table.cell(cut_links_of(*cuts_, fluid, cell, cells_a_group));
        sums.add(measure_at_wall(f, solid, at_wall, walls.collision, energies.of(lane), parameters), solid);
      } else {
        sums.add(energies.of(lane), solid);
        sums.add(wall_force(f, solid, collision), parameters.unit);
      }
    }
  }

  SolidLinks solid_links(std::int64_t cell) const {
    const GroupMasks& group = masks_[static_cast<std::size_t>(cell / group_cells<Real>)];
    const auto lane = static_cast<int>(cell % group_cells<Real>);
    SolidLinks fluid = 0;
    for (std::size_t i = 0; i < group.lanes.size(); ++i)
      fluid |= (static_cast<SolidLinks>(group.lanes[i]) >> lane & 1U) << i;
    constexpr SolidLinks all = (1U << (d3q19::directions - 1)) - 1U;
    return fluid ^ all;
  }

  /// Calls visit(part, cells of the domain) for the runs of row number `row` of the parts.
  template <class Visit>
  void for_each_run(const CellParts& parts, std::int64_t row, const Visit& visit) const {
    const std::int64_t own_row = parts.first_row() + row;
    std::int64_t cell = occupancy_.cells_of_row(own_row % domain().own_y(), own_row / domain().own_y()).first;
    const auto first = static_cast<std::size_t>(parts.first_run()[static_cast<std::size_t>(row)]);
    const auto last = static_cast<std::size_t>(parts.first_run()[static_cast<std::size_t>(row) + 1]);
    for (std::size_t run = first; run < last; ++run) {
      const std::int64_t end = cell + parts.cells_of_run()[run];
      visit(parts.part_of_run()[run], Range{cell, end});
      cell = end;
    }
  }

  /// Puts own cells to rest with that density.
  void start_from(const StartDensity& density) {
    for (std::int64_t z = 0; z < domain().own_z(); ++z)
      for (std::int64_t y = 0; y < domain().own_y(); ++y)
        for (std::int64_t x = 0; x < occupancy_.extent().nx; ++x) {
          if (!occupancy_.is_cell(x, y, z)) continue;
          const double deviation = density.at(x, domain().image_y(y), domain().image_z(z));
          for (int q = 0; q < d3q19::directions; ++q)
            first_tile()[Tiles::slot(occupancy_.cell(x, y, z), q)] = static_cast<Real>(d3q19::weight(q) * deviation);
        }
  }

  /// Takes two steps and writes what they make of the moments of the cells of the domain.
  void take_two_to(FieldOfTwo field, CellField* fields) {
    FieldObserver<Real> first(fields, {field, true});
    FieldObserver<Real> second(fields, {field, false});
    take_two([&](std::size_t, AfterStep after) { return after == AfterStep::even ? &first : &second; });
  }

  /// Takes two steps. `observer_of(thread, step)` gives the observer that sees the moments, or null.
  template <class ObserverOf>
  void take_two(const ObserverOf& observer_of) {
    const LatticeData<Real> data{first_tile(), masks_.data(), links_.get(), occupancy_.cells(), walls_.get()};
    for (const AfterStep after : {AfterStep::even, AfterStep::odd}) {
      const StepFunction<Real> step = after == AfterStep::even ? step_functions_.even : step_functions_.odd;
      const auto work = [&](const SharedGroups& groups) {
        team_.run([&](int thread) {
          const auto t = static_cast<std::size_t>(thread);
          for (const GroupRange& range : groups[t]) step(data, parameters_, range, observer_of(t, after));
        });
      };
      if (domain().faces().empty())
        work(cut_.interior.front());
      else
        work_and_exchange(work, after);
      faces_.reflect_all(first_tile(), team_, settings().equilibrium);
    }
  }

  template <class Work>
  void work_and_exchange(const Work& work, AfterStep after) {
    work(cut_.boundary);
    for (int phase = 0; phase < static_cast<int>(cut_.interior.size()); ++phase) {
      halo_.start(after, phase, first_tile());
      work(cut_.interior[static_cast<std::size_t>(phase)]);
      halo_.finish(after, phase, first_tile());
    }
  }

  CollisionParameters<Real> parameters_;
  Occupancy occupancy_;
  OwnCells own_cells_;
  ThreadTeam team_;
  std::int64_t groups_;
  StepPair<Real> step_functions_;
  RoundingFunction<Real> rounding_;
  MeasureFunction<Real> measure_;
  LargeArray<Real> values_;
  LargeArray<GroupMasks> masks_;
  SharedCut cut_;
  HaloCpu<Real> halo_;
  FacesCpu<Real> faces_;
  std::unique_ptr<LinkStream<Real>> links_;
  std::unique_ptr<WallCuts> cuts_;               ///< there where walls stand between voxels
  std::unique_ptr<WallsOfLattice<Real>> walls_;  ///< of these
  FieldsCpu fields_;
  std::unique_ptr<CellChanges> changes_;
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                          const Surface* surface) {
  if (settings.precision == Precision::float64)
    return std::make_unique<CpuBackend<double>>(domain, pores, settings, surface);
  return std::make_unique<CpuBackend<float>>(domain, pores, settings, surface);
}

}  // namespace perm
