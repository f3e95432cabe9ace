// SPDX-License-Identifier: Apache-2.0
// Which devices this program and this machine have, and what is known of them before anything is stepped.
#pragma once

#include <cstdint>
#include <string>

#include "core/communicator.hpp"
#include "solver/backend.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// What is known of one kind of device. Every function but the first two throws DeviceError, which says what to do,
/// where that device cannot be used.
class DeviceFacts {
 public:
  virtual ~DeviceFacts() = default;
  /// Why the device cannot be used: not built in, no driver, no device. Empty where it can.
  virtual std::string why_absent() const = 0;
  /// Whether the device works in the memory of the host, which all processes of a node share.
  virtual bool uses_host_memory() const = 0;
  virtual void require() const = 0;                 ///< only throws
  virtual std::string name() const = 0;             ///< "cpu", "NVIDIA H200"
  virtual std::string name_in_text() const = 0;     ///< "the CPU", "NVIDIA H200"
  virtual std::int64_t free_bytes() const = 0;      ///< that can be allocated now; 0 where the system does not tell
  virtual std::int64_t used_bytes() const = 0;      ///< of a GPU, in use now by any process; 0 for the CPU
  virtual std::string where_memory_is() const = 0;  ///< what follows "3 GiB are free": "" or " on NVIDIA H200"
  virtual std::string memory_remedy() const = 0;    ///< what to do where memory does not suffice, a sentence
};
const DeviceFacts& facts_of(Device device);

/// Gives this process the GPU that its rank on its node says; collective. Throws DeviceError where CUDA cannot be used,
/// and where ranks would share a GPU unless that is allowed.
void choose_gpu(const Communicator& processes, GpuSharing sharing);
/// Why messages cannot go from GPU to GPU in this way; empty where they can. Collective, the same on all.
std::string why_no_transport(Transport asked, const Communicator& processes);

/// Whether the processor can run these vector instructions.
bool is_supported(InstructionSet instructions);
/// `best` resolved to what this processor has. Throws DeviceError when an instruction set is asked for that it lacks.
InstructionSet resolve_instructions(InstructionSet asked);
/// Threads that `asked` means on this machine. 0 means OMP_NUM_THREADS where it is set, and else as many as there are
/// processors that this process may run on; where several processes of a node may run on the same ones, its share of
/// them. Collective when `asked` is 0.
int resolve_threads(int asked, const Communicator& processes = {});

/// Throws UsageError or DeviceError, which say why, where distributions cannot be stored in float16: with inertia, or
/// on a CPU.
void require_float16(const SolverSettings& settings);

}  // namespace perm
