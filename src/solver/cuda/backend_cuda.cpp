// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one short function for each call of Backend, and all of them share the members at the end.
// Makes the lattice of one domain in the memory of one GPU. Everything that a step needs stays there; the host waits
// for the device once a batch of steps and once a sample. Where the image is cut, the cells at the cut are stepped on a
// stream of their own, before the others, and their messages travel while the others are stepped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "device/cuda_graph.hpp"
#include "device/gpu.hpp"
#include "lattice/near_cells.hpp"
#include "solver/cuda/cell_cut.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/faces_cuda.hpp"
#include "solver/cuda/halo_cuda.hpp"
#include "solver/cuda/index/cuda_index.hpp"
#include "solver/cuda/index/memory_order.hpp"
#include "solver/cuda/make_cuda.hpp"
#include "solver/cuda/memory_cuda.hpp"
#include "solver/cuda/parts_cuda.hpp"
#include "solver/cuda/sums_cuda.hpp"

namespace perm {
namespace {

template <class Storage>
class CudaBackend final : public LatticeOfDomain {
 public:
  using Steps = CudaSteps<Storage>;
  using Tiles = typename Steps::Tiles;
  using Real = typename Stored<Storage>::Real;

  CudaBackend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings, const Surface* surface)
      : LatticeOfDomain(domain, pores, settings),
        name_(gpu_name()),
        index_(std::make_shared<const CudaIndex>(pores, domain.closed(), domain.own_z(), most_tile_cells)),
        order_(domain, index_),
        slots_(std::make_shared<const HaloSlots>(domain, pores, *index_)),
        faces_(std::make_shared<const FacesCuda>(domain, pores, *index_, settings)),
        values_(static_cast<std::size_t>(count_values<Storage>(index_->cells()))) {
    if (surface != nullptr)
      walls_ = std::make_unique<WallsCuda<Real>>(domain, pores, *index_, SlipSurface{*surface, settings.slip},
                                                 settings.threads);
    CudaBackend::use_settings();
    prepare_to_step();
    CudaBackend::put_to_rest();
  }

  /// Goes on from another lattice in this storage type.
  explicit CudaBackend(const CudaBackend<__half>& other)
      : LatticeOfDomain(other, Precision::float32),
        name_(other.name_),
        index_(other.index_),
        order_(other.domain(), index_),
        slots_(other.slots_),
        faces_(other.faces_),
        values_(static_cast<std::size_t>(count_values<Storage>(index_->cells()))) {
    CudaBackend::use_settings();
    prepare_to_step();
    CudaBackend::put_to_rest();  // sets the slots behind the last cell, too
    launch_conversion(other.lattice(), other.parameters_.unit, values_.data());
  }

  FlowMeasures measure() const override {
    const EnergyParameters energy = make_energy_parameters(settings());
    MeasuresCuda measures;
    Steps::measure(lattice(), parameters_, energy,
                   {make_wall_force_parameters(settings_of_cells(domain().rules(), settings())),
                    make_measured_parameters(settings(), energy.unit)},
                   measures.view());
    return measures.read().over_all(domain().processes(), domain().sample_voxels(), energy);
  }

  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const override {
    require_captured();
    cuda::Array<float> device_velocity(velocity.size());
    cuda::Array<float> device_density(density.size());
    launch_plane(index_->view(), index_->grid(), fields_.data(), domain().own_y(), z, device_velocity.data(),
                 device_density.data());
    device_velocity.read(velocity.data(), 0, velocity.size());
    device_density.read(density.data(), 0, density.size());
  }

  void read_flow(std::int64_t z, std::span<CellField> values) const override {
    require_captured();
    cuda::Array<CellField> on_device(values.size());
    launch_flow(index_->view(), index_->grid(), fields_.data(), domain().own_y(), z,
                static_cast<std::int64_t>(values.size()), on_device.data());
    on_device.read(values.data(), 0, values.size());
  }

  void read_ranges(std::span<const Range> own_cells, std::span<double> f) const override {
    const cuda::Array<std::uint32_t>& cells = order_.cells(own_cells);
    cuda::Array<double> values(f.size());
    Steps::gather(lattice(), parameters_, cells.data(), static_cast<std::int64_t>(cells.size()), values.data());
    values.read(f.data(), 0, f.size());
  }

  void write_distributions(std::int64_t first_cell, std::span<const double> f) override {
    forget_compared();
    const std::int64_t count = static_cast<std::int64_t>(f.size()) / d3q19::directions;
    cuda::Array<double> values(f.size());
    values.write(f.data(), 0, f.size());
    Steps::scatter(lattice(), parameters_, order_.cells(first_cell, count).data(), count, values.data());
  }

  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(values_.bytes()) + index_->bytes() + slots_->bytes() + faces_->bytes() +
           (halo_ ? halo_->bytes() : 0) + (walls_ ? walls_->bytes() : 0);
  }
  double bytes_per_update() const override {  // every other step reads the index too
    return 2.0 * d3q19::directions * sizeof(Storage) +
           static_cast<double>(index_->bytes()) / static_cast<double>(index_->cells()) / 2;
  }
  int registers() const override { return Steps::registers(settings().equilibrium); }
  std::string description() const override {
    return halo_ ? fmt::format("cuda, {}, transport {}", name_, halo_->transport()) : fmt::format("cuda, {}", name_);
  }

 protected:
  void use_settings() override {
    if constexpr (sizeof(Storage) < sizeof(Real)) parameters_.unit = float16_unit(settings(), domain().image());
    parameters_.collision = make_collision_parameters<Real>(in_units());
    if (walls_) walls_->use(in_units());
    graph_ = cuda::Graph();  // the recorded graph holds the parameters
  }

  void put_to_rest() override {
    Steps::start_from_rest(lattice(), parameters_);
    if (const auto density = find_start_density(domain(), settings()))
      start_from_density<Storage>(lattice(), *density, parameters_.unit);
  }

  void rescale_cells(const FlowChange& change) override {
    Steps::rescale_cells(lattice(), make_rescaling<Real>(in_units(), in_units(change)));
  }

  void take_steps(std::int64_t steps) override {
    std::int64_t pairs = steps / 2;
    if (halo_ && !halo_->can_be_recorded()) {
      for (; pairs > 0; --pairs) launch_two({});
    } else if (pairs >= pairs_per_graph && !graph_.is_recorded())
      graph_ = cuda::Graph([&] {
        for (std::int64_t i = 0; i < pairs_per_graph; ++i) launch_two({});
      });
    for (; pairs >= pairs_per_graph; pairs -= pairs_per_graph) graph_.launch();
    for (; pairs > 0; --pairs) launch_two({});
    cuda::finish("stepping");
  }

  void take_and_sum_two_steps(FlowSums& sums) override {
    Watch watch;
    watch.sums = sums_.clear(sums);
    launch_two(watch);
    cuda::finish("sampling");
    sums_.add_to(sums);
  }

  void take_and_compare_four_steps(FlowSums& sums) override {
    Watch watch;
    watch.sums = sums_.clear(sums);
    const WatchedView words = watched_words();
    watch.changes.emplace(ChangeView{changes_.data(), words, StepPairOf::second});
    launch_two(watch);
    launch_residual(index_->view(), index_->grid(), lattice().rows, *watch.changes, watch.sums);
    changes_.clear();
    watch.changes.emplace(ChangeView{changes_.data(), words, StepPairOf::first});
    launch_two(watch);
    cuda::finish("comparing");
    sums_.add_to(sums);
  }

  void read_changes(std::size_t first, std::span<CellChange> of_voxels) override {
    watched_words();
    changes_.read(of_voxels.data(), first, of_voxels.size());
  }
  void write_changes(std::size_t first, std::span<const CellChange> of_voxels) override {
    watched_words();
    changes_.write(of_voxels.data(), first, of_voxels.size());
  }

  void take_and_correct_two_steps(FlowSums& sums) override {
    Watch watch;
    watch.sums = sums_.clear(sums);
    for (const AfterStep step : {AfterStep::even, AfterStep::odd}) {
      const StepPairOf sign = step == AfterStep::even ? StepPairOf::first : StepPairOf::second;
      watch.changes.emplace(ChangeView{nullptr, WatchedView{}, sign});  // no cell is watched
      launch_one(step, watch);
    }
    cuda::finish("correcting");
    sums_.add_to(sums);
  }

  void add_to_own_cells(std::span<const CellField> change) override {
    const auto add = [&](const OwnWords& own, const CellField* fields) {
      Steps::add_to_cells(lattice(), parameters_, own, fields);
    };
    if (cuda::is_on_device(change.data())) return add(order_.words(), change.data());
    order_.for_some_words(change.size(), [&](const OwnWords& own, std::size_t first, std::size_t count) {
      cuda::Array<CellField> staged(count);
      staged.write(change.data() + first, 0, count);
      add(own, staged.data());
    });
  }

  void read_own_moments(std::span<CellField> of_cells) const override {
    write_fields(of_cells, [&](const OwnWords& own, CellField* fields) {
      Steps::read_moments(lattice(), parameters_, own, fields);
    });
  }

  std::vector<double> sum_all_speeds(const std::shared_ptr<const CellParts>& parts, double scale,
                                     const EnergyParameters& parameters) const override {
    Steps::sum_part_speeds(lattice(), parameters_, parameters, parts_.clear(parts, scale));
    return sums_for_first(parts_.sums(), domain().processes());
  }

  void take_and_capture_two_steps() override { take_two_to_fields(FieldOfTwo::mean); }

  void take_and_alternate_two_steps(std::span<CellField> of_cells) override {
    take_two_to_fields(FieldOfTwo::alternation);
    write_fields(of_cells, [&](const OwnWords& own, CellField* fields) {
      launch_fields(index_->view(), index_->grid(), fields_.data(), own, fields);
    });
  }

 private:
  template <class>
  friend class CudaBackend;

  /// Makes what is kept of watched cells when it is wanted for the first time, and says which these are.
  WatchedView watched_words() {
    if (changes_.size() == 0 && watched().voxels() > 0) {
      changes_ = cuda::Array<CellChange>(static_cast<std::size_t>(watched().voxels()));
      changes_.clear();
      watched_numbers_ = cuda::Array<std::int64_t>(watched().numbers().size());
      watched_numbers_.write(watched().numbers().data(), 0, watched().numbers().size());
    }
    return watched().view(watched_numbers_.data());
  }
  /// Has work(own cells, fields on the device) write the fields of own cells.
  template <class Work>
  void write_fields(std::span<CellField> of_cells, const Work& work) const {
    if (cuda::is_on_device(of_cells.data())) return work(order_.words(), of_cells.data());
    order_.for_some_words(of_cells.size(), [&](const OwnWords& own, std::size_t first, std::size_t count) {
      cuda::Array<CellField> staged(count);
      work(own, staged.data());
      staged.read(of_cells.data() + first, 0, count);
    });
  }
  typename Steps::Lattice lattice() const {
    return {const_cast<Storage*>(values_.data()),      index_->view(), index_->grid(), own_rows(domain()), staging_,
            walls_ ? walls_->view() : WallView<Real>{}};
  }

  SolverSettings in_units() const {
    SolverSettings in_units = settings_of_cells(domain().rules(), settings());
    for (double& component : in_units.force) component /= parameters_.unit;
    return in_units;
  }
  FlowChange in_units(FlowChange change) const {
    for (double& component : change.force) component /= parameters_.unit;
    return change;
  }

  void prepare_to_step() {
    reflections_ = make_reflections<Real>(domain(), settings(), parameters_.unit);
    address_ = cuda::Array<std::uint64_t>(2);
    address_.clear();
    const auto address = reinterpret_cast<std::uint64_t>(values_.data());
    address_.write(&address, 0, 1);
    staging_ = Steps::prepare_staging(near_cells<Tiles>(*index_, most_cells_between), address_.data());
    cut_ = cut_cells<Tiles>(domain(), *index_);
    if (domain().faces().empty()) return;
    halo_ = std::make_unique<HaloCuda<Storage>>(domain(), slots_, settings().transport);
    for (auto& side : sides_) side = std::make_unique<cuda::SideStream>();
  }

  static constexpr std::int64_t pairs_per_graph = 16;

  void launch_two(const Watch& watch) {
    launch_one(AfterStep::even, watch);
    launch_one(AfterStep::odd, watch);
  }

  /// Takes two steps and keeps what they make of the moments of all cells.
  void take_two_to_fields(FieldOfTwo field) {
    if (fields_.size() == 0) fields_ = cuda::Array<CellField>(static_cast<std::size_t>(index_->cells()));
    Watch watch;
    watch.fields = fields_.data();
    for (const AfterStep step : {AfterStep::even, AfterStep::odd}) {
      watch.field_term = {field, step == AfterStep::even};
      launch_one(step, watch);
    }
    cuda::finish("taking fields");
  }

  void launch_one(AfterStep after, const Watch& watch) {
    launch_cells(after, watch);
    faces_->launch(values_.data(), reflections_, settings().equilibrium, cuda::step_stream());
  }

  void launch_cells(AfterStep after, const Watch& watch) {
    const auto launch = [&](const CellSpan& span, cudaStream_t stream) {
      if (after == AfterStep::even)
        Steps::even(lattice(), parameters_, settings().equilibrium, watch, {span, stream});
      else
        Steps::odd(lattice(), parameters_, settings().equilibrium, watch, {span, stream});
    };
    if (!halo_) return launch(cut_.interior, cuda::step_stream());
    for (std::size_t end = 0; end < 2; ++end) {
      sides_[end]->begin();
      launch(cut_.boundary[end], sides_[end]->stream());
    }
    launch(cut_.interior, cuda::step_stream());
    sides_[1]->end_on(*sides_[0]);
    halo_->exchange(after, values_.data(), sides_[0]->stream());
    sides_[0]->end();
  }

  std::string name_;
  std::shared_ptr<const CudaIndex> index_;
  MemoryOrder order_;
  std::shared_ptr<const HaloSlots> slots_;
  std::shared_ptr<const FacesCuda> faces_;
  std::unique_ptr<WallsCuda<Real>> walls_;  ///< there where walls stand between voxels
  Reflections<Real> reflections_{};
  cuda::Array<Storage> values_;
  cuda::Array<std::uint64_t> address_;
  Staging staging_;
  CellCut cut_;
  std::unique_ptr<HaloCuda<Storage>> halo_;                 ///< null where the image is not cut
  std::array<std::unique_ptr<cuda::SideStream>, 2> sides_;  ///< one at each end; messages are on the first
  typename Steps::Parameters parameters_;
  SumsCuda sums_;
  mutable PartsCuda parts_;  ///< on the device after the first look at them
  cuda::Array<CellField> fields_;
  cuda::Array<CellChange> changes_;            ///< of watched cells
  cuda::Array<std::int64_t> watched_numbers_;  ///< see WatchedView
  cuda::Graph graph_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                           const Surface* surface) {
  require_cuda();
  switch (settings.precision) {
    case Precision::float64:
      return std::make_unique<CudaBackend<double>>(domain, pores, settings, surface);
    case Precision::float16:
      return std::make_unique<CudaBackend<__half>>(domain, pores, settings, surface);
    default:
      return std::make_unique<CudaBackend<float>>(domain, pores, settings, surface);
  }
}

std::unique_ptr<Backend> continue_cuda_in_float32(const LatticeOfDomain& float16) {
  return std::make_unique<CudaBackend<float>>(dynamic_cast<const CudaBackend<__half>&>(float16));
}

}  // namespace perm
