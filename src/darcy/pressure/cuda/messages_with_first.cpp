// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cuda/messages_with_first.hpp"

#include <utility>

#include "device/cuda_graph.hpp"

namespace perm {
namespace {

std::size_t padded(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

}  // namespace

MessagesWithFirst::MessagesWithFirst(const Communicator& processes, BytesWithFirst bytes, Transport asked)
    : is_first_(processes.is_first()), bytes_(std::move(bytes)), transport_(make_transport(asked, processes)) {
  for (int rank = 1; rank < processes.size(); ++rank)
    if (is_first_ || rank == processes.rank()) ranks_.push_back(rank);
  std::size_t all = 0;
  for (const int rank : ranks_)
    all += padded(bytes_.to_first[static_cast<std::size_t>(rank)]) +
           padded(bytes_.from_first[static_cast<std::size_t>(rank)]);
  memory_ = cuda::Array<std::byte>(HaloTransport::own_bytes + all, cuda::MemorySource::device);
  std::byte* place = memory_.data() + HaloTransport::own_bytes;
  // A process and the first one send their messages with the number of the former as a tag.
  for (const int rank : ranks_) {
    const std::size_t to_first = bytes_.to_first[static_cast<std::size_t>(rank)];
    const std::size_t from_first = bytes_.from_first[static_cast<std::size_t>(rank)];
    std::byte* const one = place;
    std::byte* const other = place + padded(to_first);
    place = other + padded(from_first);
    if (is_first_)
      parcels_.push_back({rank, 2 * rank + 1, 2 * rank, other, from_first, one, to_first});
    else
      parcels_.push_back({0, 2 * rank, 2 * rank + 1, one, to_first, other, from_first});
  }
  transport_->prepare(memory_.data(), parcels_);
}

std::byte* MessagesWithFirst::leaving(int rank) const { return transport_->where_to_write(parcel(rank)); }
const std::byte* MessagesWithFirst::come(int rank) const { return parcel(rank).coming; }

void MessagesWithFirst::exchange(const std::vector<std::size_t>& bytes, bool gets) {
  std::vector<Parcel> parcels = parcels_;
  for (std::size_t i = 0; i < parcels.size(); ++i) {
    const std::size_t size = bytes[static_cast<std::size_t>(ranks_[i])];
    parcels[i].leaving_bytes = gets ? 0 : size;
    parcels[i].coming_bytes = gets ? size : 0;
  }
  transport_->exchange(parcels, cuda::step_stream());
  cuda::finish("bringing messages to another process");
}

}  // namespace perm
