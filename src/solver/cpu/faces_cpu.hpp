// SPDX-License-Identifier: Apache-2.0
// Holds the closed faces on a CPU: the pairs of slots that are reflected after each step, and what bounces back from
// faces that prescribe a velocity or a density.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/tiles.hpp"
#include "solver/closed_faces.hpp"
#include "solver/prescribed_faces.hpp"

namespace perm {

/// Holds the pairs of one domain.
template <class Real>
class FacesCpu {
 public:
  FacesCpu(const Domain& domain, const PoreSpace& pores, const Occupancy& occupancy, const SolverSettings& settings)
      : reflections_(make_reflections<Real>(domain, settings)) {
    pairs_.reserve(static_cast<std::size_t>(predict_face_bytes(domain, pores)) / sizeof(FacePair));
    for_each_face_pair(domain, pores, [&](const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection) {
      pairs_.push_back({{occupancy.cell(a.x, a.y, a.z), occupancy.cell(b.x, b.y, b.z)},
                        {static_cast<std::uint8_t>(a.q), static_cast<std::uint8_t>(b.q)},
                        reflection});
    });
    for_each_moving_link(domain, pores, settings, [&](const VoxelSlot& slot, const IncomingValue& value) {
      moving_.push_back({value.added, occupancy.cell(slot.x, slot.y, slot.z), static_cast<std::uint16_t>(slot.q),
                         static_cast<std::uint16_t>(value.kept)});
    });
    for_each_outlet_cell(domain, pores, settings.faces,
                         [&](const VoxelSlot& cell, std::uint32_t links, double density) {
                           outlets_.push_back({density, occupancy.cell(cell.x, cell.y, cell.z), links});
                         });
  }

  /// Does what the faces do after a step. `f` points at the first tile.
  void reflect_all(Real* f, const ThreadTeam& team, Equilibrium equilibrium) const {
    for (const MovingLink& link : moving_) move<CpuTiles<Real>>(f, link);
    const Real products = has_inertia(equilibrium) ? 1 : 0;
    for (const OutletCell& outlet : outlets_) let_out<CpuTiles<Real>>(f, outlet, products);
    const auto reflect_part = [&](Range part, int) {
      for (std::int64_t i = part.first; i < part.last; ++i)
        reflect<CpuTiles<Real>>(f, pairs_[static_cast<std::size_t>(i)], reflections_);
    };
    const auto count = static_cast<std::int64_t>(pairs_.size());
    if (count < fewest_pairs_per_team)
      reflect_part({0, count}, 0);
    else
      team.run_on_parts(count, reflect_part);
  }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(pairs_.size() * sizeof(FacePair) + moving_.size() * sizeof(MovingLink) +
                                     outlets_.size() * sizeof(OutletCell));
  }

 private:
  static constexpr std::int64_t fewest_pairs_per_team = 8192;  // with fewer, waiting for each other costs more

  std::vector<FacePair> pairs_;
  std::vector<MovingLink> moving_;
  std::vector<OutletCell> outlets_;
  Reflections<Real> reflections_;
};

}  // namespace perm
