// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/lattice_of_domain.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "core/errors.hpp"
#include "solver/closed_faces.hpp"
#include "solver/devices.hpp"
#include "solver/prescribed_faces.hpp"

namespace perm {
namespace {

std::int64_t count_own_cells(const Domain& domain, const PoreSpace& pores) {
  std::int64_t cells = 0;
#pragma omp parallel for schedule(static) reduction(+ : cells)  // nothing in it throws
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (const std::uint32_t word : pores.row(y, z)) cells += detail::count_bits(word);
  return cells;
}

std::int64_t count_image_cells(const Domain& domain, std::int64_t own_cells) {
  const std::int64_t cells = domain.processes().sum(own_cells);
  if (cells == 0) throw InputError("There is nothing to solve", "no voxel is pore", "Check --pore and --solid");
  return cells;
}

}  // namespace

LatticeOfDomain::LatticeOfDomain(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings)
    : settings_(settings),
      domain_(domain),
      own_cells_(count_own_cells(domain, pores)),
      image_cells_(count_image_cells(domain, own_cells_)),
      watched_(domain, pores) {}

LatticeOfDomain::LatticeOfDomain(const LatticeOfDomain& other, Precision precision)
    : settings_(other.settings_),
      domain_(other.domain_),
      own_cells_(other.own_cells_),
      image_cells_(other.image_cells_),
      watched_(other.watched_),
      steps_(other.steps_) {
  settings_.precision = precision;
}

FlowSums LatticeOfDomain::empty_sums() const {
  FlowSums sums(domain_.image(), force_of_quanta(settings_), settings_.equilibrium);
  sums.average_over(domain_.sample_voxels());
  return sums;
}

void LatticeOfDomain::start_from_rest() {
  put_to_rest();
  forget_compared();
  steps_ = 0;
}

void LatticeOfDomain::set_force_and_tau(const std::array<double, 3>& force, double tau) {
  settings_.force = force;
  settings_.tau = tau;
  use_settings();
  start_from_rest();
}

void LatticeOfDomain::go_on(const FlowChange& change) {
  const SolverSettings next = changed(settings_, change);
  require_symmetry(domain_.rules(), next);
  require_prescribed(domain_, next);
  if (next.precision == Precision::float16 && has_inertia(next.equilibrium)) require_float16(next);
  FlowChange of_cells = change;
  of_cells.force = settings_of_cells(domain_.rules(), next).force;
  rescale_cells(of_cells);
  forget_compared();
  settings_ = next;
  use_settings();
}

void LatticeOfDomain::advance(std::int64_t steps) {
  take_steps(steps);
  steps_ += steps;
}

FlowSample LatticeOfDomain::advance_and_sample() {
  FlowSums sums = empty_sums();
  take_and_sum_two_steps(sums);
  steps_ += 2;
  sums.sum_over(domain_.processes());
  return sample_of(sums, 2);
}

ChangingFlow LatticeOfDomain::advance_and_compare() {
  FlowSums sums = empty_sums();
  take_and_compare_four_steps(sums);
  sums.sum_over(domain_.processes());
  FlowRates rates = sums.rates(image_cells_);  // as if the pairs lay two steps apart
  if (compared_step_) {
    const double share = 2 / static_cast<double>(steps_ + 2 - *compared_step_);
    rates.velocity_residual *= share * share;
    rates.pressure_residual *= share * share;
    rates.unresolved *= share * share;
  } else {
    rates.velocity_residual = rates.pressure_residual = std::numeric_limits<double>::infinity();
  }
  steps_ += 4;
  compared_step_ = steps_;
  return {sample_of(sums, 4), rates};
}

SavedList LatticeOfDomain::list_compared() {
  return {"compared", watched_.rows_of(domain_), WatchedView::word_bits * sizeof(CellChange),
          [this](const Range& words, std::span<std::byte> bytes) {
            std::vector<CellChange> changes(bytes.size() / sizeof(CellChange));
            read_changes(static_cast<std::size_t>(words.first * WatchedView::word_bits), changes);
            std::ranges::copy(std::as_bytes(std::span(changes)), bytes.begin());
          },
          [this](const Range& words, std::span<const std::byte> bytes) {
            std::vector<CellChange> changes(bytes.size() / sizeof(CellChange));
            std::ranges::copy(bytes, std::as_writable_bytes(std::span(changes)).begin());
            write_changes(static_cast<std::size_t>(words.first * WatchedView::word_bits), changes);
          }};
}

ChangingFlow LatticeOfDomain::advance_and_correct() {
  require_more_than_float16();
  FlowSums sums = empty_sums();
  // Two steps that follow each other differ little. Velocities are at most some times those between plates as far apart
  // as the image is long, or past a single voxel in it.
  const Extent& n = domain_.image();
  const auto length = static_cast<double>(std::max({n.nx, n.ny, n.nz}));
  const double most_forces = std::max(64 * length * length, length * length * length / (10 * viscosity(settings_.tau)));
  sums.expect_at_most(force_of_quanta(settings_) * most_forces);
  take_and_correct_two_steps(sums);
  steps_ += 2;
  sums.sum_over(domain_.processes());
  FlowRates rates;
  rates.action = sums.action_from_step_to_step();
  rates.action_rounding = sums.action_rounding(image_cells_);
  return {sample_of(sums, 2), rates};
}

void LatticeOfDomain::add_to_cells(std::span<const CellField> change) {
  require_more_than_float16();
  forget_compared();
  add_to_own_cells(change);
}

void LatticeOfDomain::read_moments(std::span<CellField> of_cells) const {
  require_more_than_float16();
  read_own_moments(of_cells);
}

void LatticeOfDomain::advance_and_capture() {
  take_and_capture_two_steps();
  steps_ += 2;
  has_captured_ = true;
}

void LatticeOfDomain::advance_and_alternate(std::span<CellField> of_cells) {
  require_more_than_float16();
  has_captured_ = false;
  take_and_alternate_two_steps(of_cells);
  steps_ += 2;
}

std::vector<double> LatticeOfDomain::sum_squared_speeds(const std::shared_ptr<const CellParts>& parts) const {
  EnergyParameters parameters = make_energy_parameters(settings_);
  parameters.inverse_rho_unit = 0;
  std::vector<double> sums = sum_all_speeds(parts, PartSums::quanta_of_squared_speed, parameters);
  for (double& sum : sums) sum *= parameters.unit * parameters.unit;
  return sums;
}

void LatticeOfDomain::require_captured() const {
  if (!has_captured_)
    throw Error(ExitCode::failure, "The lattice has no captured flow to read", "advance_and_capture was not called",
                "Report this line: it is a fault of this program");
}

void LatticeOfDomain::require_more_than_float16() const {
  if (settings_.precision == Precision::float16)
    throw UsageError("A lattice in float16 cannot be corrected cell by cell", "its rounding would hide the correction",
                     "Use --precision float32");
}

FlowSample LatticeOfDomain::sample_of(const FlowSums& sums, int of_steps) const {
  FlowSample sample = sums.sample(image_cells_, of_steps);
  sample.step = steps_;
  return sample;
}

}  // namespace perm
