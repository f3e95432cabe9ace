// SPDX-License-Identifier: Apache-2.0
// A scheme on a machine, as a lattice that can be stepped.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "streaming/sites/out_of_core.hpp"
#include "streaming/sites/schemes.hpp"
#include "streaming/sites/streaming_lattice.hpp"

namespace perm::streaming {

template <class Machine, class Real, class Scheme>
class SteppedScheme final : public StreamingLattice {
 public:
  SteppedScheme(Machine machine, const PoreSlab& pores, const SolverSettings& settings, StreamingScheme name)
      : machine_(std::move(machine)),
        name_(name),
        equilibrium_(settings.equilibrium),
        parameters_(make_collision_parameters<Real>(settings)),
        cells_(pores.pores().count_pores()),
        flags_(find_flags(pores)),
        scheme_(Box{pores.pores().extent(), flags_.data()}) {
    StartPass<decltype(scheme_.places()), Real> start{scheme_.places(), scheme_.storage().data(), {}};
    for (int q = 0; q < d3q19::directions; ++q) start.rest[q] = rest_distribution(q, parameters_.force);
    machine_.run({0, scheme_.places().box.voxels()}, start);
    scheme_.prepare(machine_);
    machine_.finish();
  }

  void advance(std::int64_t steps) override {
    for (std::int64_t i = 0; i < steps; ++i)
      if (equilibrium_ == Equilibrium::linear)
        scheme_.template step<Equilibrium::linear>(machine_, parameters_);
      else
        scheme_.template step<Equilibrium::quadratic>(machine_, parameters_);
    machine_.finish();
  }

  std::int64_t cells() const override { return cells_; }
  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(scheme_.bytes() + flags_.size() * sizeof(std::uint32_t));
  }
  double bytes_per_update() const override {
    return static_cast<double>(Scheme::values_moved) * sizeof(Real) +
           Scheme::flags_read * static_cast<double>(flags_.size() * sizeof(std::uint32_t)) /
               static_cast<double>(cells_);
  }
  std::string description() const override { return machine_.description() + ", " + to_string(name_); }
  int registers() const override { return machine_.registers(); }
  int passes_per_step() const override { return Scheme::passes; }

  std::vector<double> arrived() const override {
    const std::vector<Real> storage = machine_.copy_out(scheme_.storage());
    const std::vector<std::uint32_t> flags = machine_.copy_out(flags_);
    auto places = scheme_.places();
    places.box.flags = flags.data();  // those here, not the device's
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(cells_) * d3q19::directions);
    for (std::int64_t voxel = 0; voxel < places.box.voxels(); ++voxel)
      for (int q = 0; q < d3q19::directions && !is_solid(flags[static_cast<std::size_t>(voxel)]); ++q)
        values.push_back(static_cast<double>(storage[static_cast<std::size_t>(places.arrival(voxel, q))]));
    return values;
  }

 private:
  using Flags = typename Machine::template Array<std::uint32_t>;

  /// The bits of the pores are gone before the distributions take their memory.
  Flags find_flags(const PoreSlab& pores) {
    const Extent& own = pores.pores().extent();
    const std::vector<std::uint32_t> words = pores.fetch_planes({pores.planes().first - 1, pores.planes().last + 1});
    Flags bits(words.size());
    machine_.copy_in(std::span(words), bits);
    Flags flags(static_cast<std::size_t>(own.voxels()));
    machine_.run({0, own.voxels()},
                 FlagPass{Box{own, flags.data()}, bits.data(), pores.pores().words_per_row(), flags.data()});
    machine_.finish();
    return flags;
  }

  Machine machine_;
  StreamingScheme name_;
  Equilibrium equilibrium_;
  CollisionParameters<Real> parameters_;
  std::int64_t cells_;
  Flags flags_;
  Scheme scheme_;
};

/// Makes the lattice of a scheme on a machine.
template <class Real, class Machine>
std::unique_ptr<StreamingLattice> make_stepped(Machine machine, const PoreSlab& pores, const SolverSettings& settings,
                                               const StreamingChoice& choice) {
  const StreamingScheme scheme = choice.scheme;
  const auto made = [&]<class Scheme>(std::type_identity<Scheme>) -> std::unique_ptr<StreamingLattice> {
    return std::make_unique<SteppedScheme<Machine, Real, Scheme>>(std::move(machine), pores, settings, scheme);
  };
  switch (scheme) {
    case StreamingScheme::pull:
      return made(std::type_identity<Pull<Machine, Real, PlainRead>>{});
    case StreamingScheme::readonly:
      return made(std::type_identity<Pull<Machine, Real, typename Machine::CachedRead>>{});
    case StreamingScheme::shared:
      return made(std::type_identity<ShiftedPull<Machine, Real, SharedPull>>{});
    case StreamingScheme::shuffle:
      return made(std::type_identity<ShiftedPull<Machine, Real, ShufflePull>>{});
    case StreamingScheme::push:
      return made(std::type_identity<Push<Machine, Real>>{});
    case StreamingScheme::ghost:
      return made(std::type_identity<Ghost<Machine, Real>>{});
    case StreamingScheme::swap:
      return made(std::type_identity<Swap<Machine, Real>>{});
    case StreamingScheme::ntemp1:
      return made(std::type_identity<Ntemp<Machine, Real, 1>>{});
    case StreamingScheme::ntemp2:
      return made(std::type_identity<Ntemp<Machine, Real, 2>>{});
    case StreamingScheme::ntemp3:
      return made(std::type_identity<Ntemp<Machine, Real, 3>>{});
    case StreamingScheme::out_of_core:
      return std::make_unique<OutOfCore<Machine, Real>>(std::move(machine), pores, settings, choice);
    case StreamingScheme::compact:
      break;  // is no scheme of a full box
  }
  return nullptr;
}

}  // namespace perm::streaming
