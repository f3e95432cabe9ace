// SPDX-License-Identifier: Apache-2.0
// Messages between the GPUs of the first process and each other one. Both ways have places of their own.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/communicator.hpp"
#include "device/cuda_check.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm {

/// Says how many bytes each process sends to the first one, and gets from it, by rank; those of rank 0 do not count.
struct BytesWithFirst {
  std::vector<std::size_t> to_first;
  std::vector<std::size_t> from_first;
};

class MessagesWithFirst {
 public:
  /// Every process knows the bytes of all. Collective.
  MessagesWithFirst(const Communicator& processes, BytesWithFirst bytes, Transport asked);

  // Where what leaves is written, and where what came is found: on the first process with the rank of another one, on
  // that one with its own rank.
  std::byte* leaving(int rank) const;
  const std::byte* come(int rank) const;
  // These bring what was written until now. Collective.
  void send_to_first() { exchange(bytes_.to_first, is_first_); }
  void send_from_first() { exchange(bytes_.from_first, !is_first_); }

 private:
  const Parcel& parcel(int rank) const { return parcels_[is_first_ ? static_cast<std::size_t>(rank) - 1 : 0]; }
  void exchange(const std::vector<std::size_t>& bytes, bool gets);

  bool is_first_;
  BytesWithFirst bytes_;
  std::vector<int> ranks_;  ///< of each parcel
  std::vector<Parcel> parcels_;
  cuda::Array<std::byte> memory_;
  std::unique_ptr<HaloTransport> transport_;
};

}  // namespace perm
