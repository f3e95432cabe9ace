// SPDX-License-Identifier: Apache-2.0
// Says which pore voxels are joined.
#pragma once

#include "core/extent.hpp"

namespace perm {

/// Through what neighbours are joined: the lattice conducts through faces and edges, a voxel of a solid through faces.
enum class JoinedBy { faces, faces_and_edges };

struct LinkRules {
  /// No link crosses a face of the axes `of_closed`.
  LinkRules(AxisSet of_closed = {},  // NOLINT(google-explicit-constructor): the lattice is the usual case
            JoinedBy joined_by = JoinedBy::faces_and_edges)
      : closed(of_closed), by(joined_by) {}

  AxisSet closed;
  JoinedBy by;
};

}  // namespace perm
