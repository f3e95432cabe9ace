// SPDX-License-Identifier: Apache-2.0
// Says which devices this program and this machine have, and what is known of them before anything is stepped.
#pragma once

#include <cstdint>
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
/// Throws UsageError or DeviceError, which say why, where distributions cannot be stored in float16: with inertia, or
/// on a CPU.
void require_float16(const SolverSettings& settings);

}  // namespace perm
