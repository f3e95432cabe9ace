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

  template <class Index>
  PERM_HOST_DEVICE static float conductance(Index cell, Index neighbour, float quanta) {
    return cell == neighbour ? quanta / 2 : quanta;
  }
  template <class Index>
  PERM_HOST_DEVICE float fall(Index cell, Index neighbour) const {
    return cell == neighbour ? 2 * potential[cell] : potential[cell] - potential[neighbour];
  }
};

/// Says what is driven through an image.
struct DrivenImage {
  DrivenImage(const PoreConductances& conductances, Axis along)
      : unit(conductances.unit),
        voxels(static_cast<double>(conductances.occupancy.extent().voxels())),
        direction(along),
        is_one_voxel_long(conductances.occupancy.extent().along(along) == 1 && !conductances.rules.is_closed(along)) {}

  double unit;    ///< of widths
  double voxels;  ///< of the image
  Axis direction;
  bool is_one_voxel_long;  ///< and periodic, so that each cell is its own neighbour, which no link of a graph leads to
};

/// Tells what cells of an image one voxel long conduct along it; nothing where `widths` are null.
struct OwnNeighbour {
  const std::uint8_t* widths;

  PERM_HOST_DEVICE float quanta(std::uint32_t cell) const {
    return widths == nullptr ? 0 : static_cast<float>(widths[cell]) * static_cast<float>(widths[cell]);
  }
};

/// Finds what a force 1 drives into each cell.
struct ForceSources {
  using Value = float;
  Axis direction;
  float* sources;

  template <class Index>
  PERM_HOST_DEVICE void add(Value& sum, Index cell, Index neighbour, float quanta, const d3q19::Velocity& step) const {
    sum -= LinkFlux::conductance(cell, neighbour, quanta) * static_cast<float>(step.along(direction));
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { sources[cell] = sum; }
};

/// Finds twice what flows along the direction through each cell, under a force 1.
struct DrivenFlux {
  using Value = double;
  Axis direction;
  LinkFlux links;
  OwnNeighbour itself;
  float* flux;

  template <class Index>
  PERM_HOST_DEVICE void add(Value& sum, Index cell, Index neighbour, float quanta, const d3q19::Velocity& step) const {
    const auto e = static_cast<double>(step.along(direction));
    sum += LinkFlux::conductance(cell, neighbour, quanta) * e * (e + links.fall(cell, neighbour));
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const {
    flux[cell] = static_cast<float>(sum + 2 * itself.quanta(cell));
  }
};

/// Finds the power that fluxes take at viscosity 1, by conductances that are never too large. A link counts at the cell
/// where it begins on the low side; of one that leads outside, half is beyond the face.
struct MostPower {
  using Value = float;
  LinkFlux links;
  CertainOfPores pores;
  float* power;

  template <class Index>
  PERM_HOST_DEVICE void add(Value& sum, Index cell, Index neighbour, float quanta, const d3q19::Velocity& step) const {
    const bool is_outside = cell == neighbour;
    if (!is_outside && step.x + 2 * step.y + 4 * step.z < 0) return;
    const float flux = LinkFlux::conductance(cell, neighbour, quanta) * links.fall(cell, neighbour);
    sum += (is_outside ? 0.5F : 1.0F) * flux * flux / pores.least_conductance(cell, neighbour, step);
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { power[cell] = sum; }
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
  OwnNeighbour itself;
  FlowUnits units;
  CellField* fields;

  template <class Index>
  PERM_HOST_DEVICE void add(Value& velocity, Index cell, Index neighbour, float quanta,
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
    field.velocity[static_cast<int>(direction)] += units.velocity * force * itself.quanta(cell);
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

/// The terms of SumsOfChanges.
struct SquaresOfChanges {
  TakeSources changes;
  CertainOfPores pores;
  double per_force;
  double friction;

  PERM_HOST_DEVICE void operator()(std::uint32_t cell, double* values) const {
    double squared = 0;
    for (int a = 0; a < 3; ++a) {
      const double rate = changes.changes[cell].velocity[a] * per_force;
      squared += rate * rate;
      values[3 + a] = rate;
    }
    const double distance = pores.most_distance(cell);
    values[0] = (0.4 * distance * distance + friction) * squared;
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
  explicit DarcyFlowOn(const DrivenImage& image, MakeLoops&&... make_loops)
      : image_(image),
        loops_(std::forward<MakeLoops>(make_loops)...),
        pressure_(loops_.cells()),
        sources_(loops_.cells()),
        mixing_(loops_.cells()) {}

  double drive() override {
    loops_.for_each_links(ForceSources{image_.direction, sources_.data()});
    loops_.solve(sources_.data(), pressure_.data(), share_at_start);
    loops_.for_each_links(DrivenFlux{image_.direction, {pressure_.data()}, itself(), loops_.room()});
    return quantum() * sum_of_room() / 2 / image_.voxels;
  }

  void add_driven(const FlowUnits& units, std::span<CellField> fields) const override {
    loops_.for_each_links(AddFlow{image_.direction, 1, {pressure_.data()}, itself(), units, fields.data()});
  }

  SumsOfChanges sum(std::span<const CellField> changes, double force, double friction) override {
    const SquaresOfChanges terms{take(changes, force), {loops_.widths(), image_.unit}, 1 / force, friction};
    const std::array<double, 6> sums = loops_.template sums<6>(terms);
    const auto cells = static_cast<double>(loops_.cells());
    return {sums[0], sums[1], sums[2], {sums[3] / cells, sums[4] / cells, sums[5] / cells}};
  }

  PowerOfFluxes carry_away(std::span<const CellField> changes, double force, double share) override {
    sources_of_look_ = take(changes, force);
    loops_.for_each(sources_of_look_);
    return power_of(loops_.solve(sources_.data(), pressure_.data(), share));
  }
  PowerOfFluxes carry_more_away(double share) override {
    return power_of(loops_.go_on(sources_.data(), pressure_.data(), share));
  }

  void mix(double size) override {
    mixing_.mix(loops_, sources_of_look_, pressure_, size);
    loops_.wait();  // other processes write their next values over those that it reads
  }

  void add_change(const FlowUnits& units, std::span<CellField> fields) const override {
    loops_.for_each_links(AddFlow{image_.direction, 0, {mixing_.made()}, itself(), units, fields.data()});
  }

  // For tests of this work:
  Loops& loops() { return loops_; }
  const float* pressure() const { return pressure_.data(); }

 private:
  using List = typename Loops::template List<float>;

  static constexpr double share_at_start = 1e-4;  // of the power that the flow under a force may leave

  OwnNeighbour itself() const { return OwnNeighbour{image_.is_one_voxel_long ? loops_.widths() : nullptr}; }
  double quantum() const { return image_.unit * image_.unit / 4; }
  TakeSources take(std::span<const CellField> changes, double force) {
    return {changes.data(), static_cast<float>(1 / force), sources_.data()};
  }
  PowerOfFluxes power_of(const LaplaceSolution& solution) {
    loops_.for_each_links(MostPower{{pressure_.data()}, {loops_.widths(), image_.unit}, loops_.room()});
    return {sum_of_room(), solution.left};
  }
  double sum_of_room() { return loops_.template sums<1>(ValuesOf{loops_.room()})[0]; }

  DrivenImage image_;
  Loops loops_;
  List pressure_;  ///< of the last solution: in forces times voxels, or in quanta
  List sources_;   ///< of which a solution leaves what it has not solved for
  TakeSources sources_of_look_{};
  PressureMixing<Loops> mixing_;
};

}  // namespace perm
