// SPDX-License-Identifier: Apache-2.0
// The CPU backend: cuts the cells evenly among threads and runs the step kernels on them. Every slot is touched by one
// cell a step, so the cut changes no bit of the result. Cells at a boundary to another process come first; their
// messages travel while the others are stepped. Closed faces reflect at the end of a step.
#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/large_array.hpp"
#include "lattice/link_bitmask.hpp"
#include "lattice/own_cells.hpp"
#include "lattice/tiles.hpp"
#include "solver/cell/rescaling.hpp"
#include "solver/closed_faces.hpp"
#include "solver/cpu/group_cut.hpp"
#include "solver/cpu/halo_cpu.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/observers.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr std::int64_t tiles_before = 1;  // vector loads reach a few values before the first cell's
constexpr std::int64_t tiles_behind = 1;  // and behind the last one's
// Waiting for each other twice a step costs threads about as much as so many cells.
constexpr std::int64_t fewest_cells_per_thread = 8192;
constexpr std::size_t fewest_pairs_per_team = 8192;  // at closed faces

/// Links beyond this are made anew in every odd step. With it a float32 lattice and its pore space take at most 84
/// bytes a cell and 0.6 a solid voxel.
std::int64_t most_link_bytes(const Extent& extent, std::int64_t cells, std::size_t real) {
  const double bytes_a_cell = 5.0 * static_cast<double>(real) / sizeof(float);
  constexpr double bytes_a_solid_voxel = 0.2;
  return static_cast<std::int64_t>(bytes_a_cell * static_cast<double>(cells) +
                                   bytes_a_solid_voxel * static_cast<double>(extent.voxels() - cells));
}

template <class Real>
StepPair<Real> choose_steps(const SolverSettings& settings) {
  const StepTable& table = step_table(resolve_instructions(settings.instructions));
  const bool linear = settings.equilibrium == Equilibrium::linear;
  if constexpr (sizeof(Real) == sizeof(float)) return linear ? table.float_linear : table.float_quadratic;
  if constexpr (sizeof(Real) == sizeof(double)) return linear ? table.double_linear : table.double_quadratic;
}

/// Processors that this process may run on, each divided by the number of processes on this node that may; at least 1.
/// Whether the launcher binds each process to a few processors, some together to a socket, or none, follows from this.
int share_of_processors(const Communicator& node) {
  cpu_set_t own;
  CPU_ZERO(&own);
  ::sched_getaffinity(0, sizeof own, &own);
  const auto all = node.gather_to_all(std::span<const cpu_set_t>(&own, 1));
  double share = 0;
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &own)) continue;
    int users = 0;
    for (const auto& of_rank : all) users += CPU_ISSET(processor, &of_rank.front()) ? 1 : 0;
    share += 1.0 / users;
  }
  constexpr double rounding = 1e-6;  // three thirds are one
  return std::max(1, static_cast<int>(share + rounding));
}

int useful_threads(int threads, std::int64_t cells) {
  return static_cast<int>(std::clamp<std::int64_t>(cells / fewest_cells_per_thread, 1, threads));
}

template <class Real>
class CpuBackend final : public Backend {
 public:
  using Tiles = CpuTiles<Real>;
  static constexpr int group_cells = 64 / static_cast<int>(sizeof(Real));

  CpuBackend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings)
      : settings_(settings),
        domain_(domain),
        parameters_(make_collision_parameters<Real>(settings_of_cells(domain.rules(), settings))),
        occupancy_(pores),
        own_cells_(domain_, occupancy_),
        image_cells_(count_image_cells(domain_, own_cells_.count())),
        threads_(useful_threads(resolve_threads(settings.threads, domain_.processes()), occupancy_.cells())),
        groups_((occupancy_.cells() + group_cells - 1) / group_cells),
        step_functions_(choose_steps<Real>(settings)),
        values_(
            static_cast<std::size_t>((tiles_before + Tiles::count(occupancy_.cells()) + tiles_behind) * Tiles::values)),
        masks_(static_cast<std::size_t>(groups_)),
        cut_(cut_groups(domain_, occupancy_, group_cells, link_stream::groups_a_block)),
        halo_(domain_, pores, occupancy_) {
    LargeArray<LinkBitmask> bitmasks(static_cast<std::size_t>(groups_ * group_cells));
    build_link_bitmasks(occupancy_, bitmasks.span(), domain_.closed());
    for (auto cell = static_cast<std::size_t>(occupancy_.cells()); cell < bitmasks.size(); ++cell)
      bitmasks[cell] = isolated_cell;
    turn_over(bitmasks.span(), group_cells, masks_.span());
    bitmasks = {};
    links_ = std::make_unique<LinkStream<Real>>(occupancy_, masks_.data(),
                                                most_link_bytes(occupancy_.extent(), occupancy_.cells(), sizeof(Real)));
    find_face_pairs(pores);
    start_from_rest();
  }

  void start_from_rest() override {
    std::array<Real, d3q19::directions> rest;
    for (int q = 0; q < d3q19::directions; ++q)
      rest[static_cast<std::size_t>(q)] = rest_distribution(q, parameters_.force);
    for_each_thread({{0, groups_}}, [&](GroupRange range) {
      for (std::int64_t group = range.first; group < range.last; ++group)
        for (int q = 0; q < d3q19::directions; ++q)
          std::fill_n(first_tile() + Tiles::slot(group * group_cells, q), group_cells,
                      rest[static_cast<std::size_t>(q)]);
    });
    if (const auto density = find_start_density(domain_, settings_)) start_from(*density);
    steps_ = 0;
  }

  void set_force_and_tau(const std::array<double, 3>& force, double tau) override {
    settings_.force = force;
    settings_.tau = tau;
    parameters_ = make_collision_parameters<Real>(settings_of_cells(domain_.rules(), settings_));
    start_from_rest();
  }

  void change_tau(double tau) override {
    const Rescaling<Real> rescaling = make_rescaling<Real>(settings_of_cells(domain_.rules(), settings_), tau);
    settings_.tau = tau;
    parameters_ = make_collision_parameters<Real>(settings_of_cells(domain_.rules(), settings_));
    const std::int64_t all = occupancy_.cells();
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::int64_t cell = 0; cell < all; ++cell) {
      Real f[d3q19::directions];
      for (int q = 0; q < d3q19::directions; ++q) f[q] = first_tile()[Tiles::slot(cell, q)];
      rescale(f, rescaling);
      for (int q = 0; q < d3q19::directions; ++q) first_tile()[Tiles::slot(cell, q)] = f[q];
    }
  }

  void advance(std::int64_t steps) override {
    for (std::int64_t done = 0; done < steps; done += 2) advance_two([](std::size_t) { return nullptr; });
  }

  FlowSample advance_and_sample() override {
    std::vector<SumObserver<Real>> observers = make_observers();
    advance_two([&](std::size_t thread) { return &observers[thread]; });
    FlowSums sums = sum_up(observers);
    sums.sum_over(domain_.processes());
    return give_sample(sums, 2);
  }

  ChangingFlow advance_and_watch() override {
    if (!changes_) changes_ = std::make_unique<CellChanges>(domain_.image());
    changes_->clear();
    std::vector<SumObserver<Real>> observers = make_observers();
    for (const StepPairOf pair : {StepPairOf::first, StepPairOf::second}) {
      for (SumObserver<Real>& observer : observers) observer.watch(*changes_, pair);
      advance_two([&](std::size_t thread) { return &observers[thread]; });
    }
    FlowSums sums = sum_up(observers);
    changes_->add_to(sums, domain_, occupancy_);
    sums.sum_over(domain_.processes());
    return {give_sample(sums, 4), sums.rates(image_cells_)};
  }

  void add_flow(const CoarseFlow& flow) override {
    const CoarseFlowView view = flow.view();
    const Block& own = domain_.own();
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
    for (std::int64_t z = 0; z < domain_.own_z(); ++z)
      for (std::int64_t y = 0; y < domain_.own_y(); ++y)
        for (std::int64_t x = 0; x < occupancy_.extent().nx; ++x) {
          if (!occupancy_.is_cell(x, y, z)) continue;
          auto coarse = interpolate(view, x, own.y.first + y, own.z.first + z);
          const std::int64_t cell = occupancy_.cell(x, y, z);
          const GroupMasks& fluid = masks_[static_cast<std::size_t>(cell / group_cells)];
          stop_in_gaps(coarse, [&](int q) {
            return (fluid.lanes[static_cast<std::size_t>(q - 1)] >> (cell % group_cells) & 1U) == 0;
          });
          for_each_equilibrium(
              coarse, [&](int q, float share) { first_tile()[Tiles::slot(cell, q)] += static_cast<Real>(share); });
        }
  }

  FlowMeasures measure() const override {
    const EnergyParameters parameters = make_energy_parameters(settings_);
    MeasureSums sums;
#pragma omp parallel num_threads(threads_)
    {
      MeasureSums own;
#pragma omp for schedule(static)
      for (std::int64_t z = 0; z < domain_.own_z(); ++z)
        for (std::int64_t y = 0; y < domain_.own_y(); ++y) measure_row(occupancy_.cells_of_row(y, z), parameters, own);
#pragma omp critical(measure)
      sums.add(own);
    }
    return sums.over_all(domain_.processes(), domain_.image(), parameters);
  }

  void advance_and_capture() override {
    fields_ = LargeArray<float>(static_cast<std::size_t>(4 * occupancy_.cells()));
    FieldObserver<Real> observer(fields_.data());
    advance_two([&](std::size_t) { return &observer; });
  }

  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const override {
    std::fill(velocity.begin(), velocity.end(), 0.0F);
    std::fill(density.begin(), density.end(), 0.0F);
    const Extent& extent = occupancy_.extent();
    for (std::int64_t y = 0; y < domain_.own_y(); ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        if (!occupancy_.is_cell(x, y, z)) continue;
        const float* field = fields_.data() + std::int64_t{4} * occupancy_.cell(x, y, z);
        const auto voxel = static_cast<std::size_t>(y * extent.nx + x);
        density[voxel] = 1.0F + field[0];
        for (std::size_t a = 0; a < 3; ++a) velocity[3 * voxel + a] = field[a + 1];
      }
  }

  void add_flow_of(const Backend& coarse, std::int64_t factor, double velocity_unit) override {
    const Extent& extent = coarse.domain().image();
    CoarseFlow flow{extent, factor, velocity_unit, std::vector<float>(static_cast<std::size_t>(4 * extent.voxels()))};
    coarse.read_flow(flow.values);
    add_flow(flow);
  }

  void read_flow(std::span<float> values) const override {
    std::size_t voxel = 0;
    for (std::int64_t z = 0; z < domain_.own_z(); ++z)
      for (std::int64_t y = 0; y < domain_.own_y(); ++y)
        for (std::int64_t x = 0; x < occupancy_.extent().nx; ++x, ++voxel) {
          float* const value = &values[4 * voxel];
          std::fill_n(value, 4, 0.0F);
          if (occupancy_.is_cell(x, y, z))
            std::copy_n(fields_.data() + std::int64_t{4} * occupancy_.cell(x, y, z), 4, value);
          else
            value[0] = CoarseFlow::no_density;
        }
  }

  void read_distributions(std::int64_t first_cell, std::span<double> f) const override {
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(first_tile()[slot(first_cell, i)]);
  }

  void write_distributions(std::int64_t first_cell, std::span<const double> f) override {
    for (std::size_t i = 0; i < f.size(); ++i) first_tile()[slot(first_cell, i)] = static_cast<Real>(f[i]);
  }

  std::int64_t steps() const override { return steps_; }
  const Domain& domain() const override { return domain_; }
  std::int64_t cells() const override { return own_cells_.count(); }
  std::int64_t image_cells() const override { return image_cells_; }
  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(values_.bytes() + face_pairs_.size() * sizeof(FacePair)) + index_bytes() +
           links_->bytes();
  }
  /// Every other step needs masks, occupancy and ranks too. That it reads kept links in place of the latter, which are
  /// more, does not count.
  double bytes_per_update() const override {
    return 2.0 * d3q19::directions * sizeof(Real) +
           static_cast<double>(index_bytes()) / static_cast<double>(occupancy_.cells()) / 2;
  }
  std::string description() const override {
    return fmt::format("cpu, {}, {} thread{}", to_string(resolve_instructions(settings_.instructions)), threads_,
                       threads_ == 1 ? "" : "s");
  }

 private:
  std::int64_t index_bytes() const { return static_cast<std::int64_t>(masks_.bytes()) + occupancy_.bytes(); }
  /// Of value i of those of the own cells from `first_cell` on, 19 each.
  std::int64_t slot(std::int64_t first_cell, std::size_t i) const {
    const auto value = static_cast<std::int64_t>(i);
    return Tiles::slot(own_cells_.in_domain(first_cell + value / d3q19::directions),
                       static_cast<int>(value % d3q19::directions));
  }
  Real* first_tile() { return values_.data() + tiles_before * Tiles::values; }
  const Real* first_tile() const { return values_.data() + tiles_before * Tiles::values; }

  std::vector<SumObserver<Real>> make_observers() const {
    std::vector<SumObserver<Real>> observers;
    const double force = strongest_force(settings_);
    for (int t = 0; t < threads_; ++t) observers.emplace_back(domain_, occupancy_, force);
    return observers;
  }
  /// What all threads have added, of this process.
  static FlowSums sum_up(const std::vector<SumObserver<Real>>& observers) {
    FlowSums sums = observers.front().sums();
    for (std::size_t t = 1; t < observers.size(); ++t) sums.add(observers[t].sums());
    return sums;
  }
  FlowSample give_sample(const FlowSums& sums, int of_steps) const {
    FlowSample sample = sums.sample(image_cells_, of_steps);
    sample.step = steps_;
    return sample;
  }

  void measure_row(const Range& cells, const EnergyParameters& parameters, MeasureSums& sums) const {
    double f[d3q19::directions];
    for (std::int64_t cell = cells.first; cell < cells.last; ++cell) {
      for (int q = 0; q < d3q19::directions; ++q)
        f[q] = static_cast<double>(first_tile()[Tiles::slot(cell, q)]) / parameters.unit;
      sums.add(measure_cell(f, parameters));
    }
  }

  void find_face_pairs(const PoreSpace& pores) {
    face_pairs_.reserve(static_cast<std::size_t>(predict_face_bytes(domain_, pores)) / sizeof(FacePair));
    for_each_face_pair(domain_, pores, [this](const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection) {
      face_pairs_.push_back({{occupancy_.cell(a.x, a.y, a.z), occupancy_.cell(b.x, b.y, b.z)},
                             {static_cast<std::uint8_t>(a.q), static_cast<std::uint8_t>(b.q)},
                             reflection});
    });
    const auto reflections = find_reflections(domain_, settings_);
    for (std::size_t i = 0; i < reflection_count; ++i)
      reflections_.of[i] = {static_cast<Real>(reflections[i].sign), static_cast<Real>(reflections[i].shift)};
  }

  void reflect_at_faces() {
    if (face_pairs_.empty()) return;
    const auto pairs = static_cast<std::ptrdiff_t>(face_pairs_.size());
#pragma omp parallel for num_threads(threads_) schedule(static) if (face_pairs_.size() >= fewest_pairs_per_team)
    for (std::ptrdiff_t i = 0; i < pairs; ++i)
      reflect<Tiles>(first_tile(), face_pairs_[static_cast<std::size_t>(i)], reflections_);
  }

  /// Own cells at rest with that density.
  void start_from(const StartDensity& density) {
    const Extent& extent = occupancy_.extent();
    for (std::int64_t z = 0; z < domain_.own_z(); ++z)
      for (std::int64_t y = 0; y < domain_.own_y(); ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          if (!occupancy_.is_cell(x, y, z)) continue;
          const std::int64_t plane = density.axis == Axis::x   ? x
                                     : density.axis == Axis::y ? domain_.image_y(y)
                                                               : domain_.image_z(z);
          const double deviation = density.deviation[static_cast<std::size_t>(plane)];
          for (int q = 0; q < d3q19::directions; ++q)
            first_tile()[Tiles::slot(occupancy_.cell(x, y, z), q)] = static_cast<Real>(d3q19::weight(q) * deviation);
        }
  }

  /// Calls work(range) for the part of `groups` of each thread.
  template <class Work>
  void for_each_thread(const std::vector<Range>& groups, const Work& work) {
#pragma omp parallel num_threads(threads_)
    {
      // A team smaller than asked for still covers every group.
      for (const Range& range : part_of(groups, omp_get_thread_num(), omp_get_num_threads()))
        work(GroupRange{range.first, range.last});
    }
  }

  template <class ObserverOf>
  void advance_two(const ObserverOf& observer_of) {
    const LatticeData<Real> data{first_tile(), masks_.data(), links_.get(), occupancy_.cells()};
    for (const AfterStep after : {AfterStep::even, AfterStep::odd}) {
      const StepFunction<Real> step = after == AfterStep::even ? step_functions_.even : step_functions_.odd;
      const auto work = [&](const std::vector<Range>& groups) {
        for_each_thread(groups, [&](GroupRange range) {
          step(data, parameters_, range, observer_of(static_cast<std::size_t>(omp_get_thread_num())));
        });
      };
      if (domain_.faces().empty())
        work(cut_.interior.front());
      else
        work_and_exchange(work, after);
      reflect_at_faces();
    }
    steps_ += 2;
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

  SolverSettings settings_;
  Domain domain_;
  CollisionParameters<Real> parameters_;
  Occupancy occupancy_;
  OwnCells own_cells_;
  std::int64_t image_cells_;
  int threads_;
  std::int64_t groups_;
  StepPair<Real> step_functions_;
  LargeArray<Real> values_;
  LargeArray<GroupMasks> masks_;
  GroupCut cut_;
  HaloCpu<Real> halo_;
  std::unique_ptr<LinkStream<Real>> links_;
  std::vector<FacePair> face_pairs_;
  Reflections<Real> reflections_{};
  LargeArray<float> fields_;
  std::unique_ptr<CellChanges> changes_;
  std::int64_t steps_{0};
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const Domain& domain, const PoreSpace& pores,
                                          const SolverSettings& settings) {
  if (settings.precision == Precision::float64) return std::make_unique<CpuBackend<double>>(domain, pores, settings);
  return std::make_unique<CpuBackend<float>>(domain, pores, settings);
}

std::int64_t predict_cpu_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision) {
  const auto tile_bytes = [](auto real) {
    return CpuTiles<decltype(real)>::values * static_cast<std::int64_t>(sizeof(real));
  };
  const std::int64_t real = precision == Precision::float64 ? 8 : 4;
  const std::int64_t tiles = tiles_before + CpuTiles<float>::count(cells) + tiles_behind;
  return tiles * (precision == Precision::float64 ? tile_bytes(double{}) : tile_bytes(float{})) +
         (cells * real + 63) / 64 * static_cast<std::int64_t>(sizeof(GroupMasks)) +
         std::min(predict_link_bytes(pores, cells, static_cast<int>(64 / real)),
                  most_link_bytes(pores.extent(), cells, static_cast<std::size_t>(real))) +
         static_cast<std::int64_t>(pores.words().size() * sizeof(OccupancyWord));
}

int resolve_threads(int asked, const Communicator& processes) {
  if (asked > 0) return asked;
  const Communicator node = processes.on_node();
  if (node.is_alone()) return omp_get_max_threads();
  const int share = share_of_processors(node);  // by all, for it is collective
  return std::getenv("OMP_NUM_THREADS") != nullptr ? omp_get_max_threads() : share;
}

}  // namespace perm
