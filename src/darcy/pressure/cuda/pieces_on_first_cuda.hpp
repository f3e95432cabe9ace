// SPDX-License-Identifier: Apache-2.0
// Brings pieces, and values of them, from GPU to GPU: each process has a GPU, and the image is cut across z only, so
// that the pieces of all processes have the order of the image.
#pragma once

#include <memory>

#include "laplace/cuda/coarsening.hpp"
#include "laplace/pieces_on_first.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Makes it for values in the memory of a GPU. Collective.
std::unique_ptr<PiecesOnFirst> make_pieces_on_first_cuda(const Communicator& processes, const SharedPieces& pieces,
                                                         Transport transport);

/// Gives the first process the pieces of the image, from those of the domains; the others get nothing. Collective.
laplace_cuda::JoinedPieces gather_pieces(const Domain& domain, const SharedPieces& pieces,
                                         laplace_cuda::JoinedPieces own, Transport transport);

}  // namespace perm
