// SPDX-License-Identifier: Apache-2.0
// The work of DarcyFlow, written once for the loops of the host (laplace/cell_loops.hpp) and those of a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "darcy/pressure/darcy_flow.hpp"
#include "darcy/pressure/pressure_mixing.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

/// Gives the flux from a cell by a link, in quanta. What lies beyond an open face has minus the potential of the cell;
/// quanta count half of the way there.
struct LinkFlux {
  const float* potential;

  PERM_HOST_DEVICE static float conductance(std::uint32_t cell, std::uint32_t neighbour, float quanta) {
    return cell == neighbour ? quanta / 2 : quanta;
  }
  PERM_HOST_DEVICE float fall(std::uint32_t cell, std::uint32_t neighbour) const {
    return cell == neighbour ? 2 * potential[cell] : potential[cell] - potential[neighbour];
  }
};

/// Finds what a force 1 drives into each cell.
struct ForceSources {
  using Value = float;
  Axis direction;
  float* sources;

  PERM_HOST_DEVICE void add(Value& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                            const d3q19::Velocity& step) const {
    sum -= LinkFlux::conductance(cell, neighbour, quanta) * static_cast<float>(step.along(direction));
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { sources[cell] = sum; }
};

/// Finds twice what flows along the direction through each cell, under a force 1.
struct DrivenFlux {
  using Value = double;
  Axis direction;
  LinkFlux links;
  float* flux;

  PERM_HOST_DEVICE void add(Value& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                            const d3q19::Velocity& step) const {
    const auto e = static_cast<double>(step.along(direction));
    sum += LinkFlux::conductance(cell, neighbour, quanta) * e * (e + links.fall(cell, neighbour));
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { flux[cell] = static_cast<float>(sum); }
};

/// Finds the power that fluxes take in each cell at viscosity 1, by conductances that are never too large. A link
/// belongs to both its cells; of one that leads outside, half is beyond the face.
struct MostPower {
  using Value = double;
  LinkFlux links;
  CertainOfPores pores;
  float* power;

  PERM_HOST_DEVICE void add(Value& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                            const d3q19::Velocity& step) const {
    const double flux =
        static_cast<double>(LinkFlux::conductance(cell, neighbour, quanta)) * links.fall(cell, neighbour);
    sum += flux * flux / pores.least_conductance(cell, neighbour, step);
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { power[cell] = static_cast<float>(sum / 2); }
};

/// Adds the density and the velocity of a flow: half of what flows through the links of a cell along each axis.
struct AddFlow {
  struct Value {
    float x{0};
    float y{0};
    float z{0};
  };
  Axis direction;
  float force;
  LinkFlux links;
  FlowUnits units;
  CellField* fields;

  PERM_HOST_DEVICE void add(Value& velocity, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                            const d3q19::Velocity& step) const {
    const float half = LinkFlux::conductance(cell, neighbour, quanta) / 2;
    const float flux = half * (force * static_cast<float>(step.along(direction)) + links.fall(cell, neighbour));
    velocity.x += static_cast<float>(step.x) * flux;
    velocity.y += static_cast<float>(step.y) * flux;
    velocity.z += static_cast<float>(step.z) * flux;
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, const Value& velocity) const {
    CellField& field = fields[cell];
    field.density += units.density * links.potential[cell];
    field.velocity[0] += units.velocity * velocity.x;
    field.velocity[1] += units.velocity * velocity.y;
    field.velocity[2] += units.velocity * velocity.z;
  }
};

/// Takes the sources of all cells from the changes of their densities.
struct TakeSources {
  const CellField* changes;
  float unit;  ///< of a force
  float* sources;

  PERM_HOST_DEVICE float source(std::uint32_t cell) const { return changes[cell].density * unit; }
  PERM_HOST_DEVICE void operator()(std::uint32_t cell) const { sources[cell] = source(cell); }
};

/// The first three of SumsOfChanges. No friction is known to be less than that of plates as wide as the pore, or of
/// the solid in the image.
struct SquaresOfChanges {
  TakeSources changes;
  CertainOfPores pores;
  double squared_force;
  double friction;

  PERM_HOST_DEVICE void operator()(std::uint32_t cell, double* values) const {
    double squared = 0;
    for (const float a : changes.changes[cell].velocity) squared += static_cast<double>(a) * a;
    squared /= squared_force;
    const double distance = pores.most_distance(cell);
    values[0] = 3 * (distance * distance / 2.5 + friction) * squared;
    values[1] = squared;
    values[2] = static_cast<double>(changes.source(cell)) * changes.source(cell);
  }
};

struct ValuesOf {
  const float* list;
  PERM_HOST_DEVICE void operator()(std::uint32_t cell, double* values) const { values[0] = list[cell]; }
};

template <class Loops>
class DarcyFlowOn final : public DarcyFlow {
 public:
  template <class... MakeLoops>
  DarcyFlowOn(double unit, double voxels, Axis direction, MakeLoops&&... make_loops)
      : unit_(unit),
        voxels_(voxels),
        direction_(direction),
        loops_(std::forward<MakeLoops>(make_loops)...),
        pressure_(loops_.cells()),
        sources_(loops_.cells()),
        power_(loops_.cells()),
        mixing_(loops_.cells()) {}

  double drive() override {
    loops_.for_each_links(ForceSources{direction_, sources_.data()});
    loops_.solve(sources_.data(), pressure_.data(), share_at_start);
    loops_.for_each_links(DrivenFlux{direction_, {pressure_.data()}, power_.data()});
    return quantum() * sum_of(power_) / 2 / voxels_;
  }

  void add_driven(const FlowUnits& units, std::span<CellField> fields) const override {
    loops_.for_each_links(AddFlow{direction_, 1, {pressure_.data()}, units, fields.data()});
  }

  SumsOfChanges carry_away(std::span<const CellField> changes, double force, double friction) override {
    const CertainOfPores pores{loops_.widths(), unit_};
    const TakeSources take{changes.data(), static_cast<float>(1 / force), sources_.data()};
    const std::array<double, 3> squares =
        loops_.template sums<3>(SquaresOfChanges{take, pores, force * force, friction});
    loops_.for_each(take);
    const LaplaceSolution solution = loops_.solve(sources_.data(), pressure_.data(), share_of_look);
    loops_.for_each_links(MostPower{{pressure_.data()}, pores, power_.data()});
    const double power = sum_of(power_);
    loops_.for_each(take);  // solving has changed them
    return {squares[0], squares[1], squares[2], power, solution.left};
  }

  void mix(double size) override { mixing_.mix(loops_, sources_.data(), pressure_.data(), size); }

  void add_change(const FlowUnits& units, std::span<CellField> fields) const override {
    loops_.for_each_links(AddFlow{direction_, 0, {mixing_.made()}, units, fields.data()});
  }

  // For tests of this work:
  Loops& loops() { return loops_; }
  const float* pressure() const { return pressure_.data(); }

 private:
  using List = typename Loops::template List<float>;

  static constexpr double share_at_start = 1e-4;  // of the power that the flow under a force may leave
  static constexpr double share_of_look = 1e-2;   // and that of a look (0.1 stalls, 0.3 made bounds false)

  double quantum() const { return unit_ * unit_ / 4; }
  double sum_of(const List& list) const { return loops_.template sums<1>(ValuesOf{list.data()})[0]; }

  double unit_;    ///< of widths
  double voxels_;  ///< of the image
  Axis direction_;
  Loops loops_;
  List pressure_;  ///< of the last solution: in forces times voxels, or in quanta
  List sources_;   ///< of the last look, in forces a step
  List power_;
  PressureMixing<Loops> mixing_;
};

}  // namespace perm
