// SPDX-License-Identifier: Apache-2.0
// Loads the part of the program that talks to MPI, when it is needed.
#pragma once

#include <string>

#include "core/mpi/mpi_calls.h"

namespace perm::mpi {

struct Library {
  const perm_mpi_calls* calls{};  ///< null: there is none
  std::string why_none;           ///< why not, as part of a sentence
  std::string remedy;             ///< what to do about it
};

/// Loads the file that PERMEABILITY_MPI names by an absolute path, or else the one that was installed with this
/// program. The first call loads it, for good.
const Library& library();

/// Gives it where it has been loaded; null otherwise.
const perm_mpi_calls* loaded();

}  // namespace perm::mpi
