// SPDX-License-Identifier: Apache-2.0
// Each scheme as memory and passes, for any machine that runs passes. Machine::Array<T> holds values. run(items, pass)
// calls pass(item) for each item, run_blocks(blocks, threads, pass) a pass whose threads read before one writes.
// exchange(leaving, meanwhile) takes what leaves a slab to the next ones, runs meanwhile() beside that, and gives what
// has come.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/range.hpp"
#include "streaming/sites/ghost.hpp"
#include "streaming/sites/ntemp.hpp"
#include "streaming/sites/pull.hpp"
#include "streaming/sites/push.hpp"
#include "streaming/sites/shifted_pull.hpp"
#include "streaming/sites/swap.hpp"

namespace perm::streaming {

/// The five planes that cross each face of a slab.
template <class Real>
struct FaceValues {
  const Real* below;
  const Real* above;
};

inline std::size_t values_of(const Box& box, int arrays) {
  return static_cast<std::size_t>(box.voxels()) * static_cast<std::size_t>(arrays);
}

/// Two arrays that change places, [direction][voxel].
template <class Machine, class Real>
struct TwoArrays {
  TwoArrays(const Box& given, std::size_t size) : box(given), from(size), to(size) {}
  Box box;
  typename Machine::template Array<Real> from;
  typename Machine::template Array<Real> to;

  typename Machine::template Array<Real>& storage() { return from; }
  const typename Machine::template Array<Real>& storage() const { return from; }
  std::size_t bytes() const { return 2 * from.size() * sizeof(Real); }
  static constexpr int values_moved = 2 * d3q19::directions;
  static constexpr int flags_read = 1;
  void prepare(const Machine&) {}
};

template <class Machine, class Real, class Read>
struct Pull : TwoArrays<Machine, Real> {
  explicit Pull(const Box& given) : TwoArrays<Machine, Real>(given, values_of(given, d3q19::directions)) {}
  PullPlaces places() const { return {this->box}; }
  static constexpr int passes = 1;

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    machine.run({0, this->box.voxels()},
                PullStep<E, Real, Read>{this->box, parameters, this->from.data(), this->to.data()});
    std::swap(this->from, this->to);
  }
};

template <class Machine, class Real, template <Equilibrium, class> class Step>
struct ShiftedPull : TwoArrays<Machine, Real> {
  explicit ShiftedPull(const Box& given) : TwoArrays<Machine, Real>(given, values_of(given, d3q19::directions)) {}
  PullPlaces places() const { return {this->box}; }
  static constexpr int passes = 1;

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    const std::int64_t threads = machine.block();
    machine.run_blocks((this->box.voxels() + threads - 1) / threads, static_cast<int>(threads),
                       Step<E, Real>{{this->box, parameters, this->from.data(), this->to.data()}});
    std::swap(this->from, this->to);
  }
};

template <class Machine, class Real>
struct Push : TwoArrays<Machine, Real> {
  explicit Push(const Box& given)
      : TwoArrays<Machine, Real>(given, static_cast<std::size_t>(PushPlaces{given}.size())) {}
  PushPlaces places() const { return {this->box}; }
  static constexpr int passes = 2;

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    const PushStep<E, Real> pass{places(), parameters, this->from.data(), this->to.data()};
    const std::int64_t voxels = this->box.voxels();
    const std::int64_t plane = this->box.extent.plane_voxels();
    Real* const f = this->to.data();
    const PushPlaces at = places();
    FaceValues<Real> come{f + at.left_upwards(), f + at.left_downwards()};
    if (machine.is_alone()) {
      machine.run({0, voxels}, pass);
    } else {  // the outer planes first, so that they travel while the inner ones are stepped
      const std::int64_t below = std::min(plane, voxels);
      const std::int64_t above = std::max(below, voxels - plane);
      machine.run({0, below}, pass);
      machine.run({above, voxels}, pass);
      come = machine.exchange(FaceValues<Real>{f + at.left_downwards(), f + at.left_upwards()}, at.face_values(), [&] {
        machine.run({below, above}, pass);
      });
    }
    const GhostLayerPass<Real> across{at, f, come.below, come.above};
    machine.run({0, across.items()}, across);
    std::swap(this->from, this->to);
  }
};

/// One array.
template <class Machine, class Real>
struct OneArray {
  OneArray(const Box& given, std::size_t size) : box(given), f(size) {}
  Box box;
  typename Machine::template Array<Real> f;

  typename Machine::template Array<Real>& storage() { return f; }
  const typename Machine::template Array<Real>& storage() const { return f; }
  std::size_t bytes() const { return f.size() * sizeof(Real); }
  void prepare(const Machine&) {}
};

template <class Machine, class Real>
struct Swap : OneArray<Machine, Real> {
  explicit Swap(const Box& given) : OneArray<Machine, Real>(given, values_of(given, d3q19::directions)) {}
  OwnPlaces places() const { return {this->box}; }
  static constexpr int passes = 2;
  static constexpr int values_moved = 2 * d3q19::directions + 2 * (d3q19::directions - 1);
  static constexpr int flags_read = passes;

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    machine.run({0, this->box.voxels()}, CollideAndTurn<E, Real>{this->box, parameters, this->f.data()});
    machine.run({0, this->box.voxels()}, SwapWithNeighbours<Real>{this->box, this->f.data()});
  }
};

template <class Machine, class Real>
struct Ghost : OneArray<Machine, Real> {
  explicit Ghost(const Box& given)
      : OneArray<Machine, Real>(given, static_cast<std::size_t>(GhostBlocks{given}.size())) {}
  GhostBlocks places() const { return {this->box}; }
  static constexpr int passes = 2;
  static constexpr double values_moved = 2 * d3q19::directions + 2.0 * GhostBlocks::ghosts / GhostBlocks::voxels;
  static constexpr int flags_read = 1;

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    machine.run_blocks(places().count(), GhostBlocks::voxels, GhostStep<E, Real>{places(), parameters, this->f.data()});
    machine.run_blocks(places().count(), GhostCopies<Real>::threads, GhostCopies<Real>{places(), this->f.data()});
  }
};

template <class Machine, class Real, int temporaries>
struct Ntemp : OneArray<Machine, Real> {
  static constexpr int arrays = d3q19::directions + temporaries;
  static constexpr int passes = (d3q19::directions + temporaries - 1) / temporaries;
  // Each direction is read and written; each pass reads density and momentum, and all but the first read and write
  // their new values.
  static constexpr int values_moved = 2 * d3q19::directions + 4 * passes + 8 * passes - 4;
  static constexpr int flags_read = passes;

  explicit Ntemp(const Box& given)
      : OneArray<Machine, Real>(given, values_of(given, arrays)), old_(values_of(given, 4)), new_(values_of(given, 4)) {
    for (int q = 0; q < arrays; ++q) array_[static_cast<std::size_t>(q)] = q;
  }
  NtempPlaces places() const {
    NtempPlaces places{this->box, {}};
    std::copy_n(array_.begin(), d3q19::directions, places.array);
    return places;
  }
  std::size_t bytes() const { return (this->f.size() + old_.size() + new_.size()) * sizeof(Real); }
  void prepare(Machine& machine) {
    machine.run({0, this->box.voxels()},
                MomentsPass<Real>{places(), this->f.data(), {old_.data(), this->box.voxels()}});
  }

  template <Equilibrium E>
  void step(Machine& machine, const CollisionParameters<Real>& parameters) {
    for (int first = 0; first < d3q19::directions; first += temporaries) {
      const int last = std::min(first + temporaries, d3q19::directions);
      DirectionsPass<E, Real, temporaries> pass{this->box,
                                                parameters,
                                                last - first,
                                                {},
                                                {old_.data(), this->box.voxels()},
                                                {new_.data(), this->box.voxels()}};
      for (int q = first; q < last; ++q) {
        const int opposite = d3q19::opposite(q);
        pass.streamed[q - first] = {{d3q19::velocity(q), static_cast<Real>(d3q19::weight(q))},
                                    at(q),
                                    at(opposite),
                                    at(d3q19::directions + q - first),
                                    static_cast<std::uint32_t>(opposite),
                                    opposite < first};
      }
      machine.run({0, this->box.voxels()}, pass);
      for (int q = first; q < last; ++q)
        std::swap(array_[static_cast<std::size_t>(q)], array_[static_cast<std::size_t>(d3q19::directions + q - first)]);
    }
    std::swap(old_, new_);
  }

 private:
  Real* at(int place) { return this->f.data() + array_[static_cast<std::size_t>(place)] * this->box.voxels(); }

  typename Machine::template Array<Real> old_;
  typename Machine::template Array<Real> new_;
  std::array<int, arrays> array_{};  ///< the array of each direction, then the free ones
};

}  // namespace perm::streaming
