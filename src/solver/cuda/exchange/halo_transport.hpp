// SPDX-License-Identifier: Apache-2.0
// Moves messages from one GPU to another. All ways give the same bits; they differ in speed and in what they need of
// the machine.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/communicator.hpp"
#include "device/gpu_runtime.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Describes one message each way, for one face and step, in device memory. The tags tell all messages of a pair of
/// processes apart.
struct Parcel {
  int neighbour;
  int tag_sent;
  int tag_received;
  std::byte* leaving;
  std::size_t leaving_bytes;
  std::byte* coming;
  std::size_t coming_bytes;
};

class HaloTransport {
 public:
  virtual ~HaloTransport() = default;
  static constexpr std::size_t own_bytes = 256;
  /// Tells the transport once about all parcels and about the allocation that they are in, whose first `own_bytes`
  /// belong to the transport; collective.
  virtual void prepare(std::byte* /*memory*/, std::span<const Parcel> /*parcels*/) {}
  /// Gives the place on the device where a message that leaves is to be written.
  virtual std::byte* where_to_write(const Parcel& parcel) const { return parcel.leaving; }
  /// Sends and receives after the work that `stream` holds now and before the work that it gets later: on the device,
  /// or by waiting here.
  virtual void exchange(std::span<const Parcel> parcels, cudaStream_t stream) = 0;
  /// Tells whether an exchange can be recorded in a graph, which needs an exchange without the host.
  virtual bool can_be_recorded() const = 0;
  virtual std::string name() const = 0;
};

/// Gives the number of processes on the GPU that most processes have chosen; collective.
int most_ranks_on_a_gpu(const Communicator& processes);
/// Makes the transport that `asked` means on this machine, with regard to what all processes have; collective. Throws
/// DeviceError where it cannot be used.
std::unique_ptr<HaloTransport> make_transport(Transport asked, const Communicator& processes);

}  // namespace perm
