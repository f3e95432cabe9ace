// SPDX-License-Identifier: Apache-2.0
// Says which devices this program and this machine have, and what is known of them before anything is stepped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/communicator.hpp"
#include "solver/backend.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Says what is known of one kind of device. Every function but the first two throws DeviceError, which says what to
/// do, where that device cannot be used.
class DeviceFacts {
 public:
  virtual ~DeviceFacts() = default;
  /// Says why the device cannot be used: it is not built in, or there is no driver or no device. Empty where the device
  /// can be used.
  virtual std::string why_absent() const = 0;
  /// Tells whether the device works in the memory of the host, which all processes of a node share.
  virtual bool uses_host_memory() const = 0;
  virtual void require() const = 0;              ///< only throws, where the device cannot be used
  virtual std::string name() const = 0;          ///< "cpu", "NVIDIA H200"
  virtual std::string name_in_text() const = 0;  ///< "the CPU", "NVIDIA H200"
  virtual std::int64_t most_bytes() const = 0;   ///< bytes that can be free at most, known before it starts
  virtual std::int64_t free_bytes() const = 0;   ///< bytes that can be allocated now; 0 where the system does not tell
  virtual std::int64_t used_bytes() const = 0;   ///< of a GPU: bytes that any process uses now; 0 for the CPU
  virtual std::string where_memory_is() const = 0;  ///< what follows "3 GiB are free": "" or " on NVIDIA H200"
  virtual std::string memory_remedy() const = 0;    ///< what to do where memory does not suffice, a sentence
};
const DeviceFacts& facts_of(Device device);

/// Gives this process the GPU that its rank on its node decides; collective. Throws DeviceError where CUDA cannot be
/// used, and where ranks would share a GPU unless that is allowed.
void choose_gpu(const Communicator& processes, GpuSharing sharing);
/// Says why messages cannot go from GPU to GPU in this way; empty where they can. Collective; all processes get the
/// same answer.
std::string why_no_transport(Transport asked, const Communicator& processes);

/// Tells whether the processor can run these vector instructions.
bool is_supported(InstructionSet instructions);
/// Turns `best` into what this processor has. Throws DeviceError when the processor lacks the instruction set that is
/// asked for.
InstructionSet resolve_instructions(InstructionSet asked);
/// Gives the number of threads that `asked` means on this machine. 0 means OMP_NUM_THREADS where it is set, and
/// otherwise as many threads as there are processors that this process may run on, or fewer where a control group gives
/// it the time of fewer processors (a quota, rounded up). Where several processes of a node may run on the same
/// processors, or are in the same control group, each takes its share of them. Collective when `asked` is 0.
/// Tests give a made-up `root` of files in place of "/".
int resolve_threads(int asked, const Communicator& processes = {}, const std::filesystem::path& root = "/");
/// Undoes what mpirun does unless it is told otherwise: it binds each of one or two processes to one processor, and
/// leaves the others idle. Each process of a node then takes an even part of the processors of the launcher. Nothing is
/// changed where somebody asked for a binding (`--bind-to core`, `mpirun taskset`), where no processor is idle, or in a
/// job of another launcher than that of Open MPI 4. Gives whether it took any. Call it before threads are started.
/// Collective.
bool take_idle_processors(const Communicator& processes);
/// Makes the loops outside the lattices, which this thread starts, use so many threads from now on; gives how many they
/// used before. Those loops are OpenMP's, in geometry and lattice.
int set_loop_threads(int threads);

/// Throws UsageError or DeviceError, which say why, where distributions cannot be stored in float16: with inertia, or
/// on a CPU.
void require_float16(const SolverSettings& settings);

}  // namespace perm
