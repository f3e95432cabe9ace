// SPDX-License-Identifier: Apache-2.0
// A gas on a machine that runs passes over rectangles. A step: the sites that need nothing from outside of their tile
// are stepped; beside that rows go to the tiles above and below, or walls fill the frame there, and then columns go to
// the tiles beside, with their frame, so that corners need no message of their own; then the three rows and columns at
// each side are stepped (Calore et al. 2016, figures 11 and 13, where rows travel before any site is stepped).
//
// Machine::Array<T> holds values. run(queue, rectangle, pass) calls pass(x, y) for each site; what the queue of
// messages gets between fork() and join() may run beside what the other gets. Messages go both ways along an axis at
// once: leaving(axis, sign) is where one is written, send(axis) sends both, and came(axis, sign) is where what
// travelled in that direction has come to.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <type_traits>
#include <utility>

#include "streaming/thermal/sites/gas_faces.hpp"
#include "streaming/thermal/sites/gas_lattice.hpp"
#include "streaming/thermal/sites/gas_passes.hpp"
#include "streaming/thermal/sites/gas_wall.hpp"

namespace perm::thermal {

/// Whether work belongs to the steps, or to the messages beside them.
enum class Queue { steps, messages };

/// The ranks on both sides of a tile along an axis: its own where a tile is alone on a periodic axis, -1 at a wall.
struct Neighbours {
  int below{-1};
  int above{-1};
};

/// Where the tile of a rank is. Ranks count along y first.
struct TilePlace {
  TilePlace(const GasBox& box, const GasChoice& choice)
      : x(choice.processes.rank() / choice.tiles_y), y(choice.processes.rank() % choice.tiles_y) {
    own = {even_part(box.nx, x, choice.tiles_x), even_part(box.ny, y, choice.tiles_y)};
    const auto rank = [&](int at_x, int at_y) {
      return (at_x + choice.tiles_x) % choice.tiles_x * choice.tiles_y + (at_y + choice.tiles_y) % choice.tiles_y;
    };
    along_x = {rank(x - 1, y), rank(x + 1, y)};
    has_wall[0] = box.walls && y == 0;
    has_wall[1] = box.walls && y == choice.tiles_y - 1;
    along_y = {has_wall[0] ? -1 : rank(x, y - 1), has_wall[1] ? -1 : rank(x, y + 1)};
  }
  int x, y;
  Rectangle own;
  Neighbours along_x, along_y;
  bool has_wall[2];
};

template <class Machine, class Layout>
class SteppedGas final : public GasLattice {
 public:
  SteppedGas(Machine machine, const GasBox& box, const GasChoice& choice)
      : machine_(std::move(machine)),
        place_(box, choice),
        layout_{{place_.own.x.size(), place_.own.y.size()}},
        passes_(choice.passes),
        gas_(make_gas_parameters(box.tau, box.gravity[0], box.gravity[1])),
        walls_(box.walls.value_or(std::array<double, 2>{})),
        now_(static_cast<std::size_t>(layout_.tile.values())),
        next_(static_cast<std::size_t>(layout_.tile.values())) {
    machine_.clear(now_);
    machine_.clear(next_);
    machine_.prepare_exchange(place_.along_x, message_values(layout_.tile, FaceAxis::x), place_.along_y,
                              message_values(layout_.tile, FaceAxis::y));
  }

  Rectangle own() const override { return place_.own; }

  void begin(std::span<const double> fields) override {
    Values given(fields.size());
    machine_.copy_in(fields, given);
    run(layout_.tile.own(), Begin<Layout>{layout_, gas_, given.data(), now_.data()});
    machine_.finish();
  }

  void advance(std::int64_t steps) override {
    const Rectangle own = layout_.tile.own();
    const Range x = inner(own.x, 1);
    const Range y = inner(own.y, frame_y);  // so that a thread's first site is aligned
    for (std::int64_t i = 0; i < steps; ++i) {
      machine_.fork();
      step({x, y});
      fill_frame();
      machine_.join();
      step({{0, x.first}, own.y});
      step({{x.last, own.x.last}, own.y});
      step({x, {0, y.first}});
      step({x, {y.last, own.y.last}});
      if (passes_ == GasPasses::fused)
        std::swap(now_, next_);
      else
        run(own, Collide<Layout>{layout_, gas_, next_.data(), now_.data()});
    }
    machine_.finish();
  }

  std::vector<double> fields() const override {
    Values found(static_cast<std::size_t>(layout_.tile.own().sites() * field_count));
    machine_.run(Queue::steps, layout_.tile.own(), Measure<Layout>{layout_, gas_, now_.data(), found.data()});
    machine_.finish();
    return machine_.copy_out(found);
  }

  std::vector<double> populations() const override {
    const std::vector<double> all = machine_.copy_out(now_);
    std::vector<double> own;
    own.reserve(static_cast<std::size_t>(layout_.tile.own().sites() * directions));
    for (std::int64_t x = 0; x < layout_.tile.nx; ++x)
      for (std::int64_t y = 0; y < layout_.tile.ny; ++y)
        for (int q = 0; q < directions; ++q)
          own.push_back(all[static_cast<std::size_t>(layout_.place(q, layout_.tile.site(x, y)))]);
    return own;
  }

  GasTimes time_parts(std::int64_t steps) override {
    GasTimes times;
    const auto timed = [this](double& sum, const auto& work) {
      const auto start = std::chrono::steady_clock::now();
      work();
      machine_.finish();
      sum += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    machine_.finish();
    const Rectangle own = layout_.tile.own();
    for (std::int64_t i = 0; i < steps; ++i) {
      const auto beside = [this](const auto& work) {
        return [this, work] {
          machine_.fork();
          work();
          machine_.join();
        };
      };
      timed(times.exchange, beside([this] { exchange<FaceAxis::y>(); }));
      timed(times.boundary, beside([this] { fill_walls(); }));
      timed(times.exchange, beside([this] { exchange<FaceAxis::x>(); }));
      if (passes_ == GasPasses::fused) {
        timed(times.fused, [&] { run(own, whole_step()); });
        std::swap(now_, next_);
      } else {
        timed(times.propagate, [&] { propagate(own); });
        timed(times.collide, [&] { run(own, Collide<Layout>{layout_, gas_, next_.data(), now_.data()}); });
      }
    }
    return times;
  }

  std::string description() const override { return machine_.description(); }

 private:
  using Values = typename Machine::template Array<double>;

  template <class Pass>
  void run(const Rectangle& sites, const Pass& pass) {
    machine_.run(Queue::steps, sites, pass);
  }
  PropagateAndCollide<Layout> whole_step() { return {layout_, gas_, now_.data(), next_.data()}; }

  /// The sites of a tile along an axis that are not within reach of its ends, from a multiple of `unit` to another.
  static Range inner(const Range& all, std::int64_t unit) {
    const std::int64_t first = std::min((reach + unit - 1) / unit * unit, all.last);
    return {first, std::max(first, (all.last - reach) / unit * unit)};
  }

  void fill_frame() {
    exchange<FaceAxis::y>();
    fill_walls();
    exchange<FaceAxis::x>();
  }
  void fill_walls() {
    const Rectangle sides{{0, layout_.tile.nx}, {place_.has_wall[0] ? 0 : 1, place_.has_wall[1] ? 2 : 1}};
    machine_.run(Queue::messages, sides, FillWalls<Layout>{layout_, gas_, {walls_[0], walls_[1]}, now_.data()});
  }
  /// Sends what crosses the faces of an axis, and puts what came into the frame.
  template <FaceAxis axis>
  void exchange() {
    const Neighbours& beside = axis == FaceAxis::x ? place_.along_x : place_.along_y;
    if (beside.above >= 0) copy_face<axis, 1, true>();
    if (beside.below >= 0) copy_face<axis, -1, true>();
    machine_.send(axis);
    if (beside.below >= 0) copy_face<axis, 1, false>();
    if (beside.above >= 0) copy_face<axis, -1, false>();
  }
  template <FaceAxis axis, int sign, bool leaving>
  void copy_face() {
    double* const message = leaving ? machine_.leaving(axis, sign) : machine_.came(axis, sign);
    machine_.run(Queue::messages, {{0, 1}, {0, along_face(layout_.tile, axis).size()}},
                 CopyFace<Layout, axis, sign, leaving>{layout_, now_.data(), message});
  }

  void step(const Rectangle& sites) {
    if (passes_ == GasPasses::fused)
      run(sites, whole_step());
    else
      propagate(sites);
  }
  void propagate(const Rectangle& sites) {
    if (passes_ != GasPasses::push) {
      run(sites, Propagate<Layout>{layout_, gas_, now_.data(), next_.data()});
      return;
    }
    // Every site that sends into these sites; what falls beside them is what it is anyway, or will be sent again.
    if (sites.sites() > 0)
      run({{sites.x.first - reach, sites.x.last + reach}, {sites.y.first - reach, sites.y.last + reach}},
          PropagateByPush<Layout>{layout_, now_.data(), next_.data()});
  }

  mutable Machine machine_;
  TilePlace place_;
  Layout layout_;
  GasPasses passes_;
  GasParameters gas_;
  std::array<double, 2> walls_;
  Values now_;
  Values next_;
};

template <class Machine>
std::unique_ptr<GasLattice> make_stepped_gas(Machine machine, const GasBox& box, const GasChoice& choice) {
  switch (choice.layout) {
    case GasLayout::aos:
      return std::make_unique<SteppedGas<Machine, BySite>>(std::move(machine), box, choice);
    case GasLayout::blocked:
      return std::make_unique<SteppedGas<Machine, ByBlock>>(std::move(machine), box, choice);
    case GasLayout::soa:
      break;
  }
  return std::make_unique<SteppedGas<Machine, ByDirection>>(std::move(machine), box, choice);
}

}  // namespace perm::thermal
