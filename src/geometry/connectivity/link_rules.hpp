// SPDX-License-Identifier: Apache-2.0
// Says which pore voxels are joined.
#pragma once

#include "core/extent.hpp"

namespace perm {

/// Through what neighbours are joined: the lattice conducts through faces and edges, a voxel of a solid through faces;
/// a solid stands where it touches another one, if by a corner.
enum class JoinedBy { faces, faces_and_edges, faces_edges_and_corners };

struct LinkRules {
  /// No link crosses a face of the axes `of_closed`.
  LinkRules(AxisSet of_closed = {},  // NOLINT(google-explicit-constructor): the lattice is the usual case
            JoinedBy joined_by = JoinedBy::faces_and_edges)
      : closed(of_closed), by(joined_by) {}

  AxisSet closed;
  JoinedBy by;
};

}  // namespace perm
