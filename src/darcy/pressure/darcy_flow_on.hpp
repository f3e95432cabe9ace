// SPDX-License-Identifier: Apache-2.0
// The work of DarcyFlow, written once for the loops of the host (laplace/cell_loops.hpp) and those of a GPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/stop_check.hpp"
#include "darcy/pressure/darcy_flow.hpp"
#include "darcy/pressure/flow_terms.hpp"
#include "darcy/pressure/pressure_mixing.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

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

  MixingState& state() override { return mixing_.state(); }
  std::vector<SavedList> lists(const ListRows& pieces) override {
    std::vector<SavedList> lists;
    for (const auto& [name, list] : mixing_.lists())
      lists.push_back({std::string("pieces ") + name, pieces, sizeof(float),
                       [list = list](const Range& items, std::span<std::byte> bytes) {
                         Loops::read(*list, items, reinterpret_cast<float*>(bytes.data()));
                       },
                       [list = list](const Range& items, std::span<const std::byte> bytes) {
                         Loops::write(reinterpret_cast<const float*>(bytes.data()), items, *list);
                       }});
    return lists;
  }
  /// The sources of the halo are 0.
  void end_restoring() override {
    for (const auto& [name, list] : mixing_.lists())
      if (name != std::string_view("sources")) loops_.fill_halo(*list);
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
