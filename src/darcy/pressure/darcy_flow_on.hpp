// SPDX-License-Identifier: Apache-2.0
// The work of DarcyFlow, written once for the loops of the host (laplace/cell_loops.hpp) and those of a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/stop_check.hpp"
#include "darcy/pressure/darcy_flow.hpp"
#include "darcy/pressure/pressure_mixing.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

/// Gives the flux from a cell by a link, in quanta. Between pieces it is that of the potentials of both, within a piece
/// that of potentials which voxels have beside; so what flows into each cell flows on. What lies beyond an open face
/// has minus the potential of the piece; quanta count half of the way there.
///
/// A potential that is constant in blocks two voxels long falls by as much at a link between two of them as a real one
/// in one voxel, and does not fall within: the real one is twice as large.
struct LinkFlux {
  const std::uint32_t* piece_of;
  const float* between;  ///< of each piece
  const float* within;   ///< of each cell; the halo has cells of other pieces only

  template <class Index>
  PERM_HOST_DEVICE static float conductance(Index cell, Index neighbour, float quanta) {
    return cell == neighbour ? quanta / 2 : quanta;
  }
  template <class Index>
  PERM_HOST_DEVICE float fall(Index cell, Index neighbour) const {
    return is_within(cell, neighbour) ? within[cell] - within[neighbour] : fall_between(cell, neighbour);
  }
  template <class Index>
  PERM_HOST_DEVICE float fall_between(Index cell, Index neighbour) const {
    const float own = between[piece_of[cell]];
    return cell == neighbour ? 2 * own : own - between[piece_of[neighbour]];
  }
  template <class Index>
  PERM_HOST_DEVICE bool is_within(Index cell, Index neighbour) const {
    return cell != neighbour && piece_of[cell] == piece_of[neighbour];
  }
  PERM_HOST_DEVICE float potential(std::uint32_t cell) const { return 2 * between[piece_of[cell]] + within[cell]; }
};

/// Says what is driven through an image.
struct DrivenImage {
  DrivenImage(const PoreConductances& conductances, Axis along)
      : unit(conductances.unit),
        voxels(static_cast<double>(conductances.cells.domain().sample_voxels())),
        direction(along),
        is_one_voxel_long(conductances.cells.domain().image().along(along) == 1 &&
                          !conductances.cells.domain().rules().is_closed(along)) {}

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

/// Finds what a force 1 drives into each cell; over a piece, what it drives within cancels.
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

/// Takes the sources of cells from the changes of their densities; there are none where `changes` is null.
struct TakeSources {
  const CellField* changes;
  float unit;  ///< of a force

  PERM_HOST_DEVICE float operator()(std::uint32_t cell) const {
    return changes == nullptr ? 0 : changes[cell].density * unit;
  }
};

/// Finds what flows into each cell from other pieces, what a force drives within the piece, and what sources the cell
/// has.
struct InflowOfCells {
  using Value = float;
  Axis direction;
  float force;
  LinkFlux links;
  TakeSources sources;
  float* inflow;

  template <class Index>
  PERM_HOST_DEVICE void add(Value& sum, Index cell, Index neighbour, float quanta, const d3q19::Velocity& step) const {
    const float fall = links.is_within(cell, neighbour) ? 0 : links.fall_between(cell, neighbour);
    sum += LinkFlux::conductance(cell, neighbour, quanta) * (force * static_cast<float>(step.along(direction)) + fall);
  }
  PERM_HOST_DEVICE void finish(std::uint32_t cell, Value sum) const { inflow[cell] = sources(cell) - sum; }
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
    field.density += units.density * links.potential(cell);
    field.velocity[0] += units.velocity * velocity.x;
    field.velocity[1] += units.velocity * velocity.y;
    field.velocity[2] += units.velocity * velocity.z;
    field.velocity[static_cast<int>(direction)] += units.velocity * force * itself.quanta(cell);
  }
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
    values[2] = static_cast<double>(changes(cell)) * changes(cell);
  }
};

struct ValuesOf {
  const float* list;
  PERM_HOST_DEVICE float operator()(std::uint32_t cell) const { return list[cell]; }
  PERM_HOST_DEVICE void operator()(std::uint32_t cell, double* values) const { values[0] = list[cell]; }
};

template <class Loops>
class DarcyFlowOn final : public DarcyFlow {
 public:
  template <class... MakeLoops>
  explicit DarcyFlowOn(const DrivenImage& image, MakeLoops&&... make_loops)
      : image_(image),
        loops_(std::forward<MakeLoops>(make_loops)...),
        between_(loops_.pieces()),
        sources_(loops_.pieces()),
        within_(loops_.cells_with_halo()),
        room_(loops_.cells()),
        mixing_(loops_.pieces()) {}

  // Each of these throws what check_for_stop throws, on all processes alike.

  double drive() override {
    loops_.for_each_links(ForceSources{image_.direction, room_.data()});
    loops_.sum_cells(ValuesOf{room_.data()}, sources_.data());
    loops_.solve(sources_.data(), between_.data(), share);
    solve_within(1, between_.data(), {});
    check_for_stop(loops_.processes());
    loops_.for_each_links(DrivenFlux{image_.direction, flux_by(between_.data()), itself(), room_.data()});
    return quantum() * sum_of_room() / 2 / image_.voxels;
  }

  void add_driven(const FlowUnits& units, std::span<CellField> fields) const override {
    loops_.for_each_links(AddFlow{image_.direction, 1, flux_by(between_.data()), itself(), units, fields.data()});
  }

  SumsOfChanges sum(std::span<const CellField> changes, double force, double friction) override {
    check_for_stop(loops_.processes());
    const SquaresOfChanges terms{take(changes, force), {loops_.widths(), image_.unit}, 1 / force, friction};
    const std::array<double, 6> sums = loops_.template sums<6>(loops_.cells(), terms);
    const auto cells = static_cast<double>(loops_.processes().sum(static_cast<std::int64_t>(loops_.cells())));
    return {sums[0], sums[1], sums[2], {sums[3] / cells, sums[4] / cells, sums[5] / cells}};
  }

  PowerOfFluxes carry_away(std::span<const CellField> changes, double force) override {
    check_for_stop(loops_.processes());
    const TakeSources sources = take(changes, force);
    loops_.sum_cells(sources, sources_.data());
    const LaplaceSolution solution = loops_.solve(sources_.data(), between_.data(), share);
    check_for_stop(loops_.processes());
    solve_within(0, between_.data(), sources);
    loops_.for_each_links(MostPower{flux_by(between_.data()), {loops_.widths(), image_.unit}, room_.data()});
    return {sum_of_room(), solution.left};
  }

  void mix(double size) override {
    check_for_stop(loops_.processes());
    mixing_.mix(loops_, sources_, between_, size);
  }

  void add_change(const FlowUnits& units, std::span<CellField> fields) override {
    check_for_stop(loops_.processes());
    solve_within(0, mixing_.made(), {});
    loops_.for_each_links(AddFlow{image_.direction, 0, flux_by(mixing_.made()), itself(), units, fields.data()});
  }

  // For tests of this work:
  Loops& loops() { return loops_; }
  LinkFlux flux() const { return flux_by(between_.data()); }

 private:
  using List = typename Loops::template List<float>;

  static constexpr double share = 1e-4;  // of the power that a solution may leave

  OwnNeighbour itself() const { return OwnNeighbour{image_.is_one_voxel_long ? loops_.widths() : nullptr}; }
  double quantum() const { return image_.unit * image_.unit / 4; }
  static TakeSources take(std::span<const CellField> changes, double force) {
    return {changes.data(), static_cast<float>(1 / force)};
  }
  LinkFlux flux_by(const float* between) const { return {loops_.piece_of(), between, within_.data()}; }
  /// Finds the potentials within pieces at which what flows into each cell flows on; what `sources` do not say of it is
  /// spread evenly over each piece.
  void solve_within(float force, const float* between, const TakeSources& sources) {
    loops_.for_each_links(InflowOfCells{image_.direction, force, flux_by(between), sources, within_.data()});
    loops_.solve_within(within_.data());
  }
  double sum_of_room() { return loops_.template sums<1>(loops_.cells(), ValuesOf{room_.data()})[0]; }

  DrivenImage image_;
  Loops loops_;
  List between_;  ///< potential of each piece in the last solution: in forces times voxels, or in quanta
  List sources_;  ///< of each own piece; 0 for the halo
  List within_;   ///< potential of each cell beside that of its piece; 0 in the halo
  List room_;     ///< for a value of each cell
  PressureMixing<Loops> mixing_;
};

}  // namespace perm
