// SPDX-License-Identifier: Apache-2.0
// Takes the place of mpi_group.cpp in a build without MPI, which has one process.
#include <cstdlib>

#include "core/errors.hpp"
#include "core/process_group.hpp"

namespace perm::mpi {

std::shared_ptr<const Communicator::Group> start() {
  throw DeviceError("This program works in one process", "it was built without MPI",
                    "Start it without mpirun or srun, or install MPI and configure with -DPERMEABILITY_MPI=ON");
}

void stop() {}
bool knows_cuda() { return false; }
void abort(int exit_code) { std::_Exit(exit_code); }

}  // namespace perm::mpi
