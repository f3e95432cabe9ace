// SPDX-License-Identifier: Apache-2.0
// The CUDA backend: the lattice of one domain in the memory of one GPU. Everything a step needs stays there; the host
// waits for the device once a batch of steps and once a sample. Where the image is cut, the cells at the cut are
// stepped on a stream of their own, before the others, and their messages travel while the others are stepped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "core/errors.hpp"
#include "device/cuda_graph.hpp"
#include "solver/cuda/cell_cut.hpp"
#include "solver/cuda/cuda_index.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/faces_cuda.hpp"
#include "solver/cuda/halo_cuda.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Records are there for whole tiles of every storage.
constexpr std::int64_t most_tile_cells =
    std::max({CudaSteps<float>::Tiles::cells, CudaSteps<double>::Tiles::cells, CudaSteps<__half>::Tiles::cells});

template <class Storage>
std::int64_t slot_bytes(std::int64_t cells) {
  using Tiles = typename CudaSteps<Storage>::Tiles;
  return Tiles::count(cells) * Tiles::values * static_cast<std::int64_t>(sizeof(Storage));
}

/// float16 counts multiples of this. The largest deviation from rest is about the density that the force builds up over
/// the image, 3 g L w; it is to be a few thousand, 16 times below what float16 holds.
double float16_unit(const SolverSettings& settings, const Extent& extent) {
  const double force = strongest_force(settings);
  const auto longest = static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
  int exponent = 0;
  std::frexp(force == 0 ? 1.0 : force * longest, &exponent);
  return std::ldexp(1.0, exponent - 12);
}

template <class Storage>
class CudaBackend final : public Backend {
 public:
  using Steps = CudaSteps<Storage>;
  using Tiles = typename Steps::Tiles;
  using Real = typename Stored<Storage>::Real;

  CudaBackend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings)
      : settings_(settings),
        name_(gpu_name()),
        domain_(domain),
        index_(std::make_shared<const CudaIndex>(pores, domain.closed(), domain.own_z(), most_tile_cells)),
        own_cells_(count_own_cells(domain, pores)),
        image_cells_(count_image_cells(domain, own_cells_)),
        slots_(std::make_shared<const HaloSlots>(domain, pores, *index_)),
        faces_(std::make_shared<const FacesCuda>(domain, pores, *index_)),
        values_(static_cast<std::size_t>(Tiles::count(index_->cells()) * Tiles::values)) {
    set_parameters();
    prepare_to_step();
    CudaBackend::start_from_rest();
  }

  /// Goes on from another lattice in this storage.
  explicit CudaBackend(const CudaBackend<__half>& other)
      : settings_(other.settings_),
        name_(other.name_),
        domain_(other.domain_),
        index_(other.index_),
        own_cells_(other.own_cells_),
        image_cells_(other.image_cells_),
        slots_(other.slots_),
        faces_(other.faces_),
        values_(static_cast<std::size_t>(Tiles::count(index_->cells()) * Tiles::values)) {
    settings_.precision = Precision::float32;
    set_parameters();
    prepare_to_step();
    CudaBackend::start_from_rest();  // the slots behind the last cell
    steps_ = other.steps_;
    launch_conversion(other.lattice(), other.parameters_.unit, values_.data());
  }

  void start_from_rest() override {
    Steps::start_from_rest(lattice(), parameters_);
    if (const auto density = find_start_density(domain_, settings_))
      start_from_density<Storage>(lattice(), *density, parameters_.unit);
    steps_ = 0;
  }

  void set_force_and_tau(const std::array<double, 3>& force, double tau) override {
    settings_.force = force;
    settings_.tau = tau;
    set_parameters();
    graph_ = cuda::Graph();  // it holds the parameters
    start_from_rest();
  }

  void change_tau(double tau) override {
    const Rescaling<Real> rescaling = make_rescaling<Real>(in_units(), tau);
    settings_.tau = tau;
    set_parameters();
    graph_ = cuda::Graph();
    Steps::rescale_cells(lattice(), rescaling);
  }

  void advance(std::int64_t steps) override {
    std::int64_t pairs = steps / 2;
    if (halo_ && !halo_->can_be_recorded()) {
      for (; pairs > 0; --pairs) launch_two({});
    } else if (pairs >= pairs_per_graph && !graph_.is_recorded())
      graph_ = cuda::Graph([&] {
        for (std::int64_t i = 0; i < pairs_per_graph; ++i) launch_two({});
      });
    for (; pairs >= pairs_per_graph; pairs -= pairs_per_graph) graph_.launch();
    for (; pairs > 0; --pairs) launch_two({});
    steps_ += steps;
    cuda::finish("stepping");
  }

  FlowSample advance_and_sample() override {
    FlowSums sums(domain_.image(), strongest_force(settings_));
    Watch watch;
    watch.sums = clear_sums(sums);
    launch_two(watch);
    steps_ += 2;
    cuda::finish("sampling");
    add_to(sums);
    sums.sum_over(domain_.processes());
    return give_sample(sums, 2);
  }

  ChangingFlow advance_and_watch() override {
    FlowSums sums(domain_.image(), strongest_force(settings_));
    Watch watch;
    watch.sums = clear_sums(sums);
    const WatchedWords words(domain_.image());
    if (changes_.size() == 0)
      changes_ = cuda::Array<CellField>(static_cast<std::size_t>(words.count() * WatchedWords::word_bits));
    changes_.clear();
    for (const StepPairOf pair : {StepPairOf::first, StepPairOf::second}) {
      watch.changes.emplace(ChangeView{changes_.data(), words, pair});
      launch_two(watch);
    }
    steps_ += 4;
    launch_residual(index_->view(), index_->grid(), lattice().rows, *watch.changes, watch.sums);
    cuda::finish("watching");
    add_to(sums);
    sums.sum_over(domain_.processes());
    return {give_sample(sums, 4), sums.rates(image_cells_)};
  }

  void add_flow(const CoarseFlow& flow) override {
    cuda::Array<float> values(flow.values.size());
    values.write(flow.values.data(), 0, flow.values.size());
    Steps::add_flow(lattice(), parameters_,
                    {values.data(), flow.extent, flow.factor, static_cast<float>(flow.velocity_unit)});
  }

  void add_flow_of(const Backend& coarse, std::int64_t factor, double velocity_unit) override {
    const Extent& extent = coarse.domain().image();
    cuda::Array<float> values(static_cast<std::size_t>(4 * extent.voxels()));
    coarse.read_flow_on_device(values.data());
    Steps::add_flow(lattice(), parameters_, {values.data(), extent, factor, static_cast<float>(velocity_unit)});
  }

  void read_flow_on_device(float* values) const override {
    launch_flow(index_->view(), index_->grid(), fields_.data(), lattice().rows, values);
  }

  FlowMeasures measure() const override {
    cuda::Array<unsigned long long> limbs(MeasureView::size);
    cuda::Array<unsigned long long> largest(2);
    cuda::Array<unsigned> not_finite(1);
    limbs.clear();
    largest.clear();
    not_finite.clear();
    const EnergyParameters energy = make_energy_parameters(settings_);
    Steps::measure(lattice(), parameters_, energy, {limbs.data(), largest.data(), not_finite.data()});
    std::array<unsigned long long, MeasureView::size> sums{};
    std::array<unsigned long long, 2> most{};
    unsigned flag = 0;
    limbs.read(sums.data(), 0, sums.size());
    largest.read(most.data(), 0, most.size());
    not_finite.read(&flag, 0, 1);
    MeasureSums measured;
    for (std::size_t copy = 0; copy < SumView::copies; ++copy) {
      const unsigned long long* pair = &sums[2 * MeasureView::entries * copy];
      measured.add_quanta(join_limbs(pair), join_limbs(pair + 2));
    }
    measured.add_largest(std::bit_cast<double>(most[0]), std::bit_cast<double>(most[1]));
    if (flag != 0) measured.set_not_finite();
    return measured.over_all(domain_.processes(), domain_.image(), energy);
  }

  void advance_and_capture() override {
    fields_ = {};  // before the new one is allocated
    fields_ = cuda::Array<CellField>(static_cast<std::size_t>(index_->cells()));
    fields_.clear();
    Watch watch;
    watch.fields = fields_.data();
    launch_two(watch);
    steps_ += 2;
    cuda::finish("capturing fields");
  }

  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const override {
    cuda::Array<float> device_velocity(velocity.size());
    cuda::Array<float> device_density(density.size());
    launch_plane(index_->view(), index_->grid(), fields_.data(), domain_.own_y(), z, device_velocity.data(),
                 device_density.data());
    device_velocity.read(velocity.data(), 0, velocity.size());
    device_density.read(density.data(), 0, density.size());
  }

  void read_flow(std::span<float> values) const override {
    cuda::Array<float> on_device(values.size());
    read_flow_on_device(on_device.data());
    on_device.read(values.data(), 0, values.size());
  }

  void read_distributions(std::int64_t first_cell, std::span<double> f) const override {
    const Chosen chosen(*this, first_cell, f.size());
    cuda::Array<double> values(f.size());
    Steps::gather(lattice(), parameters_, chosen.cells.data(), chosen.count, values.data());
    values.read(f.data(), 0, f.size());
  }

  void write_distributions(std::int64_t first_cell, std::span<const double> f) override {
    const Chosen chosen(*this, first_cell, f.size());
    cuda::Array<double> values(f.size());
    values.write(f.data(), 0, f.size());
    Steps::scatter(lattice(), parameters_, chosen.cells.data(), chosen.count, values.data());
  }

  std::int64_t steps() const override { return steps_; }
  const Domain& domain() const override { return domain_; }
  std::int64_t cells() const override { return own_cells_; }
  std::int64_t image_cells() const override { return image_cells_; }
  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(values_.bytes()) + index_->bytes() + slots_->bytes() + faces_->bytes() +
           (halo_ ? halo_->bytes() : 0);
  }
  double bytes_per_update() const override {  // every other step reads the index too
    return 2.0 * d3q19::directions * sizeof(Storage) +
           static_cast<double>(index_->bytes()) / static_cast<double>(index_->cells()) / 2;
  }
  std::string description() const override {
    return halo_ ? fmt::format("cuda, {}, transport {}", name_, halo_->transport()) : fmt::format("cuda, {}", name_);
  }

 private:
  template <class>
  friend class CudaBackend;

  /// Cells of the brick order, on the device, for a range of cells in memory order.
  struct Chosen {
    std::int64_t count;
    cuda::Array<std::uint32_t> cells;
    Chosen(const CudaBackend& backend, std::int64_t first_cell, std::size_t values)
        : count(static_cast<std::int64_t>(values) / d3q19::directions), cells(static_cast<std::size_t>(count)) {
      if (backend.brick_order_.empty())
        backend.brick_order_ = backend.index_->brick_order(backend.domain_.own_y(), backend.domain_.own_z());
      cells.write(backend.brick_order_.data() + first_cell, 0, static_cast<std::size_t>(count));
    }
  };

  typename Steps::Lattice lattice() const {
    const OwnRows rows{domain_.image(), domain_.own_y(), domain_.own_z(), domain_.own().y.first, domain_.own().z.first};
    return {const_cast<Storage*>(values_.data()),
            index_->view(),
            index_->grid(),
            rows,
            {multiprocessors_, address_.data()}};
  }

  static std::int64_t count_own_cells(const Domain& domain, const PoreSpace& pores) {
    std::int64_t cells = 0;
    for (std::int64_t z = 0; z < domain.own_z(); ++z)
      for (std::int64_t y = 0; y < domain.own_y(); ++y)
        for (const std::uint32_t word : pores.row(y, z)) cells += std::popcount(word);
    return cells;
  }

  SolverSettings in_units() const {
    SolverSettings settings = settings_of_cells(domain_.rules(), settings_);
    for (double& component : settings.force) component /= parameters_.unit;
    return settings;
  }

  void set_parameters() {
    if constexpr (sizeof(Storage) < sizeof(Real)) parameters_.unit = float16_unit(settings_, domain_.image());
    parameters_.collision = make_collision_parameters<Real>(in_units());
  }

  void prepare_to_step() {
    const auto reflections = find_reflections(domain_, settings_);
    for (std::size_t i = 0; i < reflection_count; ++i)
      reflections_.of[i] = {static_cast<Real>(reflections[i].sign),
                            static_cast<Real>(reflections[i].shift / parameters_.unit)};
    multiprocessors_ = Steps::prepare_staging(index_->cells());
    address_ = cuda::Array<std::uint64_t>(2);
    address_.clear();
    const auto address = reinterpret_cast<std::uint64_t>(values_.data());
    address_.write(&address, 0, 1);
    cut_ = cut_cells<Tiles>(domain_, *index_);
    if (domain_.faces().empty()) return;
    halo_ = std::make_unique<HaloCuda<Storage>>(domain_, slots_, settings_.transport);
    for (auto& side : sides_) side = std::make_unique<cuda::SideStream>();
  }

  static constexpr std::int64_t pairs_per_graph = 16;

  void launch_two(const Watch& watch) {
    launch_one(AfterStep::even, watch);
    launch_one(AfterStep::odd, watch);
  }

  void launch_one(AfterStep after, const Watch& watch) {
    launch_cells(after, watch);
    faces_->launch(values_.data(), reflections_, cuda::step_stream());
  }

  void launch_cells(AfterStep after, const Watch& watch) {
    const auto launch = [&](const CellSpan& span, cudaStream_t stream) {
      if (after == AfterStep::even)
        Steps::even(lattice(), parameters_, settings_.equilibrium, watch, {span, stream});
      else
        Steps::odd(lattice(), parameters_, settings_.equilibrium, watch, {span, stream});
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

  SumView clear_sums(const FlowSums& sums) {
    if (sums_.size() == 0) {
      sums_ = cuda::Array<unsigned long long>(static_cast<std::size_t>(SumView::size(domain_.image())));
      not_finite_ = cuda::Array<unsigned>(1);
    }
    sums_.clear();
    not_finite_.clear();
    return {sums_.data(), sums.scale(), sums.square_scale(), sums.residual_scale(), not_finite_.data()};
  }

  FlowSample give_sample(const FlowSums& sums, int of_steps) const {
    FlowSample sample = sums.sample(image_cells_, of_steps);
    sample.step = steps_;
    return sample;
  }

  /// The low 32 bits and the rest.
  static __int128 join_limbs(const unsigned long long* pair) {
    return static_cast<__int128>(static_cast<long long>(pair[1])) * (__int128{1} << 32) + pair[0];
  }

  void add_to(FlowSums& sums) const {
    std::vector<unsigned long long> limbs(sums_.size());
    sums_.read(limbs.data(), 0, limbs.size());
    const std::int64_t entries = sums.size();
    for (std::int64_t copy = 0; copy < SumView::copies; ++copy)
      for (std::int64_t entry = 0; entry < entries; ++entry)
        sums.add_quanta(entry, join_limbs(&limbs[static_cast<std::size_t>(2 * (copy * entries + entry))]));
    unsigned not_finite = 0;
    not_finite_.read(&not_finite, 0, 1);
    if (not_finite != 0) sums.set_not_finite();
  }

  SolverSettings settings_;
  std::string name_;
  Domain domain_;
  std::shared_ptr<const CudaIndex> index_;
  std::int64_t own_cells_;
  std::int64_t image_cells_;
  std::shared_ptr<const HaloSlots> slots_;
  std::shared_ptr<const FacesCuda> faces_;
  Reflections<Real> reflections_{};
  cuda::Array<Storage> values_;
  int multiprocessors_{0};
  cuda::Array<std::uint64_t> address_;
  CellCut cut_;
  std::unique_ptr<HaloCuda<Storage>> halo_;                 ///< null where the image is not cut
  std::array<std::unique_ptr<cuda::SideStream>, 2> sides_;  ///< one an end of the domain; messages are on the first
  typename Steps::Parameters parameters_;
  cuda::Array<unsigned long long> sums_;
  cuda::Array<unsigned> not_finite_;
  cuda::Array<CellField> fields_;
  cuda::Array<CellField> changes_;                  ///< of watched cells
  mutable std::vector<std::uint32_t> brick_order_;  // made when first asked for: 4 bytes a cell on the host
  cuda::Graph graph_;
  std::int64_t steps_{0};
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Domain& domain, const PoreSpace& pores,
                                           const SolverSettings& settings) {
  require_cuda();
  switch (settings.precision) {
    case Precision::float64:
      return std::make_unique<CudaBackend<double>>(domain, pores, settings);
    case Precision::float16:
      return std::make_unique<CudaBackend<__half>>(domain, pores, settings);
    default:
      return std::make_unique<CudaBackend<float>>(domain, pores, settings);
  }
}

std::unique_ptr<Backend> continue_in_float32(const Backend& float16) {
  return std::make_unique<CudaBackend<float>>(dynamic_cast<const CudaBackend<__half>&>(float16));
}

std::int64_t predict_cuda_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision) {
  const std::int64_t distributions = precision == Precision::float64   ? slot_bytes<double>(cells)
                                     : precision == Precision::float16 ? slot_bytes<__half>(cells)
                                                                       : slot_bytes<float>(cells);
  return distributions + CudaIndex::predict_bytes(BrickGrid(pores.extent()), cells, most_tile_cells);
}

}  // namespace perm
