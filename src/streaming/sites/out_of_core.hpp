// SPDX-License-Identifier: Apache-2.0
// Pull with one array in the memory of the host, for boxes that a card does not hold (Valero-Lara et al., Fig. 11, take
// two parts; here there are as many slabs as keep both ways of the link busy). In each step every plane goes to the
// card once and comes back once. The array is written in place: the card keeps the old planes that the next slab, and
// the last one, still need.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "geometry/pore_slab.hpp"
#include "streaming/sites/host_planes.hpp"
#include "streaming/sites/layered_pull.hpp"
#include "streaming/sites/streaming_lattice.hpp"

namespace perm::streaming {

/// How a box is cut into slabs. Two slabs are on the card at a time, each as it comes and as it goes.
struct SlabPlan {
  Extent extent;
  std::int64_t value_bytes;
  std::int64_t bits_bytes;  ///< of the pores, which stay on the card

  std::int64_t plane_bytes() const { return LayeredPlaces{extent}.plane_values() * value_bytes; }
  std::int64_t card_bytes(std::int64_t planes) const {
    const auto flags = static_cast<std::int64_t>(sizeof(std::uint32_t)) * extent.nx * extent.ny * planes;
    return (4 * planes + 5) * plane_bytes() + flags + bits_bytes;
  }
  /// Gives the planes of a slab: so many that 16 slabs make a box, and no more than `bytes` of the card hold; 0 where
  /// they do not hold one.
  std::int64_t choose_planes(std::int64_t bytes) const {
    constexpr std::int64_t slabs = 16;
    std::int64_t planes = (extent.nz + slabs - 1) / slabs;
    while (planes > 0 && bytes > 0 && card_bytes(planes) > bytes) --planes;
    return planes;
  }
};

template <class Machine, class Real>
class OutOfCore final : public StreamingLattice {
 public:
  OutOfCore(Machine machine, const PoreSlab& pores, const SolverSettings& settings, const StreamingChoice& choice)
      : machine_(std::move(machine)),
        equilibrium_(settings.equilibrium),
        parameters_(make_collision_parameters<Real>(settings)),
        extent_(pores.image()),
        cells_(pores.pores().count_pores()),
        words_per_row_(pores.pores().words_per_row()),
        words_(pores.fetch_planes({-1, extent_.nz + 1})),
        planes_(choose_planes(choice.device_bytes)),
        f_(static_cast<std::size_t>(places().plane_values() * extent_.nz)),
        bits_(words_.size()),
        flags_(static_cast<std::size_t>(extent_.nx * extent_.ny * planes_)),
        first_plane_(static_cast<std::size_t>(places().plane_values())) {
    machine_.copy_in(std::span<const std::uint32_t>(words_), bits_);
    for (Buffers& buffers : buffers_) {
      buffers.in = DeviceArray(static_cast<std::size_t>((planes_ + 2) * places().plane_values()));
      buffers.out = DeviceArray(static_cast<std::size_t>(planes_ * places().plane_values()));
    }
    stored_.resize(static_cast<std::size_t>(slabs()));
    for_each_plane(extent_.nz, [this](std::int64_t z) {
      visit_plane(z, [this](std::int64_t place, int q) {
        f_[static_cast<std::size_t>(place)] = rest_distribution(q, parameters_.force);
      });
    });
    machine_.finish();
  }

  void advance(std::int64_t steps) override {
    for (std::int64_t i = 0; i < steps; ++i)
      for (std::int64_t k = 0; k < slabs(); ++k)
        if (equilibrium_ == Equilibrium::linear)
          step_slab<Equilibrium::linear>(k);
        else
          step_slab<Equilibrium::quadratic>(k);
    machine_.finish_queues();
  }

  std::int64_t cells() const override { return cells_; }
  std::int64_t bytes() const override { return host_bytes() + plan().card_bytes(planes_); }
  std::int64_t host_bytes() const {
    return places().plane_values() * extent_.nz * static_cast<std::int64_t>(sizeof(Real));
  }
  double bytes_per_update() const override {
    return 2.0 * d3q19::directions * static_cast<double>(sizeof(Real)) * static_cast<double>(extent_.voxels()) /
           static_cast<double>(cells_);
  }
  std::string description() const override {
    return machine_.description() + ", " + to_string(StreamingScheme::out_of_core) + ", slabs of " +
           std::to_string(planes_) + " planes";
  }
  int registers() const override { return machine_.registers(); }
  int passes_per_step() const override { return 1; }

  std::vector<double> arrived() const override {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(cells_) * d3q19::directions);
    for (std::int64_t z = 0; z < extent_.nz; ++z)
      visit_plane(z, [&](std::int64_t place, int) {
        values.push_back(static_cast<double>(f_[static_cast<std::size_t>(place)]));
      });
    return values;
  }

 private:
  using DeviceArray = typename Machine::template Array<Real>;
  using Mark = typename Machine::Mark;
  /// A slab as it comes and as it goes.
  struct Buffers {
    DeviceArray in;
    DeviceArray out;
    Mark loaded;
    Mark stepped;
    Mark stored;
  };

  LayeredPlaces places() const { return {extent_}; }
  SlabPlan plan() const {
    return {extent_, static_cast<std::int64_t>(sizeof(Real)),
            static_cast<std::int64_t>(words_.size() * sizeof(std::uint32_t))};
  }
  std::int64_t choose_planes(std::int64_t bytes) const {
    const std::int64_t planes = plan().choose_planes(bytes);
    if (planes == 0)
      throw MemoryShortage(
          "out-of-core takes " + format_bytes(static_cast<double>(plan().card_bytes(1))) + " of the card for one plane",
          format_bytes(static_cast<double>(bytes)) + " are given", "Raise --device-memory");
    return planes;
  }
  std::int64_t slabs() const { return (extent_.nz + planes_ - 1) / planes_; }
  Range planes_of(std::int64_t slab) const { return {slab * planes_, std::min(extent_.nz, (slab + 1) * planes_)}; }

  /// Brings the planes of a slab, and those beside it, to the card.
  void load(std::int64_t k, Buffers& to, Buffers& before) {
    const std::int64_t plane = places().plane_values();
    const Range own = planes_of(k);
    const bool is_last = k == slabs() - 1;
    machine_.wait(Queue::in, to.stepped);  // whoever had the buffer
    machine_.wait(Queue::in, stored_[static_cast<std::size_t>(k)]);
    if (!is_last) machine_.wait(Queue::in, stored_[static_cast<std::size_t>(k + 1)]);
    std::int64_t next = own.first;  // the first plane that comes from the host
    if (k > 0) {
      machine_.copy_on_device(Queue::in, to.in.data(), before.in.data() + planes_ * plane, 2 * plane);
      ++next;
    }
    const std::int64_t end = is_last ? own.last : own.last + 1;
    machine_.copy_to_device(Queue::in, to.in.data() + (next - own.first + 1) * plane, f_.data() + next * plane,
                            (end - next) * plane);
    if (k == 0) machine_.copy_on_device(Queue::in, first_plane_.data(), to.in.data() + plane, plane);
    if (is_last)
      machine_.copy_on_device(Queue::in, to.in.data() + (own.size() + 1) * plane, first_plane_.data(), plane);
    if (k == 0) {  // of the last slab, which has been stored last
      machine_.wait(Queue::in, stored_.back());
      machine_.copy_to_device(Queue::in, to.in.data(), f_.data() + (extent_.nz - 1) * plane, plane);
    }
    machine_.set(to.loaded, Queue::in);
  }

  template <Equilibrium E>
  void step_slab(std::int64_t k) {
    Buffers& own = buffers_[static_cast<std::size_t>(turn_)];
    load(k, own, buffers_[static_cast<std::size_t>(1 - turn_)]);
    const Range planes = planes_of(k);
    const Extent extent{extent_.nx, extent_.ny, planes.size()};
    const Box slab{extent, flags_.data()};
    machine_.wait(Queue::steps, own.loaded);
    machine_.wait(Queue::steps, own.stored);
    machine_.run({0, extent.voxels()}, FlagPass{slab, bits_.data() + planes.first * extent_.ny * words_per_row_,
                                                words_per_row_, flags_.data()});
    machine_.run({0, extent.voxels()}, LayeredPullStep<E, Real>{slab, parameters_, own.in.data(), own.out.data()});
    machine_.set(own.stepped, Queue::steps);
    machine_.wait(Queue::out, own.stepped);
    const std::int64_t plane = places().plane_values();
    machine_.copy_from_device(Queue::out, f_.data() + planes.first * plane, own.out.data(), planes.size() * plane);
    machine_.set(own.stored, Queue::out);
    machine_.set(stored_[static_cast<std::size_t>(k)], Queue::out);
    turn_ = 1 - turn_;
  }

  /// Calls use(place, q) for all that arrives at pore voxels of a plane, in the order of voxels and of directions.
  template <class Use>
  void visit_plane(std::int64_t z, const Use& use) const {
    const Extent plane{extent_.nx, extent_.ny, 1};
    std::vector<std::uint32_t> flags(static_cast<std::size_t>(plane.voxels()));
    const FlagPass find{Box{plane, flags.data()}, words_.data() + z * extent_.ny * words_per_row_, words_per_row_,
                        flags.data()};
    for (std::int64_t voxel = 0; voxel < plane.voxels(); ++voxel) find(voxel);
    for (std::int64_t voxel = 0; voxel < plane.voxels(); ++voxel) {
      const std::uint32_t of_voxel = flags[static_cast<std::size_t>(voxel)];
      if (is_solid(of_voxel)) continue;
      const Voxel in_plane = Box{plane, nullptr}.at(voxel);
      const Voxel at{in_plane.x, in_plane.y, z};
      use(places().place(voxel, z, 0), 0);
      for_each_link([&](auto direction) {
        constexpr int q = decltype(direction)::value;
        use(places().template arrival<q>(at, of_voxel), q);
      });
    }
  }

  Machine machine_;
  Equilibrium equilibrium_;
  CollisionParameters<Real> parameters_;
  Extent extent_;
  std::int64_t cells_;
  std::int64_t words_per_row_;
  std::vector<std::uint32_t> words_;  ///< the bits of the pores, with a plane more on either side
  std::int64_t planes_;               ///< of a slab
  typename Machine::template HostArray<Real> f_;
  typename Machine::template Array<std::uint32_t> bits_;
  typename Machine::template Array<std::uint32_t> flags_;
  DeviceArray first_plane_;  ///< as it was before this step
  Buffers buffers_[2];
  std::vector<Mark> stored_;  ///< of each slab
  int turn_{0};
};

}  // namespace perm::streaming
