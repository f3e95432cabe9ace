// SPDX-License-Identifier: Apache-2.0
// Brings values of pieces from GPU to GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "laplace/pieces_on_first.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Each process has a GPU, and the image is cut across z only: own pieces follow each other in the image. `own` is how
/// many pieces this process has, and `all` counts those of its halo too. Collective.
std::unique_ptr<PiecesOnFirst> make_pieces_on_first_cuda(const Communicator& processes, std::size_t own,
                                                         std::size_t all, const std::vector<PiecesOfProcess>& on_first,
                                                         Transport transport);

}  // namespace perm
