// SPDX-License-Identifier: Apache-2.0
// Finds what a body conducts along an axis whose walls stand anywhere, over what the bare fluid does: by finite volumes
// with one potential a cell, and through each face the difference of two potentials times the open share of the face.
// The error is of second order in the edge of cells; nothing bounds it, and two sizes of cells tell it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "conduction/body_cells.hpp"
#include "core/boundary.hpp"
#include "core/processors/thread_team.hpp"

namespace perm {

struct BodyConduction {
  std::int64_t cells{0};         ///< that lead from end to end; without any all is 0
  double connected{0};           ///< their open share of the image
  double conductivity{0};        ///< by the power that is lost, so that the iteration changes it to second order only
  std::array<double, 3> flux{};  ///< mean flux along each axis under a falling gradient 1
  int iterations{0};
  bool is_done{true};
};

/// `rules` close the axes that `cells` have closed. `share` is what the iteration leaves of the power.
BodyConduction conduct_body(const BodyCells& cells, const FaceRules& rules, Axis along, double share,
                            const std::shared_ptr<const ThreadTeam>& team);

}  // namespace perm
