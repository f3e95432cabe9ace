// SPDX-License-Identifier: Apache-2.0
// Holds a lattice together with the way in which its image is shared out among the processes.
#pragma once

#include <memory>

#include "core/saving/saved_list.hpp"
#include "darcy/share.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Holds what every process has of the cells of one image. The flows along several directions may use it one after
/// another.
struct FlowLattice {
  Share share;
  std::unique_ptr<Backend> backend;  ///< empty until the first run makes it
  ListRows cells;                    ///< those of this process, where states are saved
};

}  // namespace perm
