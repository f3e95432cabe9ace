// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/halo_cuda.hpp"

#include "lattice/tiles.hpp"
#include "solver/cuda/half_storage.cuh"

namespace perm {
namespace {

constexpr int threads = 256;
constexpr std::size_t alignment = 256;  // of messages

/// Describes a slot as the host knows it: the word of its cell in brick order, the cell's bit, the direction.
struct WordSlot {
  std::uint32_t word;
  std::uint16_t bit;
  std::uint16_t q;
};

__global__ void find_cells(const OccupancyWord* words, const WordSlot* from, std::int64_t count, CellSlot* to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const WordSlot slot = from[i];
  const OccupancyWord word = words[slot.word];
  to[i] = {word.first_cell + detail::count_bits(word.bits & ((1U << slot.bit) - 1U)), slot.q};
}

/// Describes the two messages of a phase, one after the other.
template <class Storage>
struct TwoMessages {
  const CellSlot* slots[2];
  Storage* message[2];
  std::uint32_t count[2];
  std::uint32_t all() const { return count[0] + count[1]; }
};

template <class Storage, bool Gathers>
__global__ void pass(Storage* f, const __grid_constant__ TwoMessages<Storage> messages) {
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;
  std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const int which = i < messages.count[0] ? 0 : 1;
  if (which == 1) i -= messages.count[0];
  if (i >= messages.count[which]) return;
  const CellSlot slot = messages.slots[which][i];
  Storage& value = f[Tiles::slot(slot.cell, static_cast<int>(slot.q))];
  if constexpr (Gathers)
    messages.message[which][i] = value;
  else
    value = messages.message[which][i];
}

template <bool Gathers, class Storage>
void launch_pass(Storage* f, const TwoMessages<Storage>& messages, cudaStream_t stream) {
  if (messages.all() == 0) return;
  pass<Storage, Gathers><<<(messages.all() + threads - 1) / threads, threads, 0, stream>>>(f, messages);
  cuda::check(cudaGetLastError(), Gathers ? "gathering messages" : "putting messages into their slots");
}

cuda::Array<CellSlot> on_device(const std::vector<WordSlot>& slots, const CudaIndex& index) {
  cuda::Array<CellSlot> result(slots.size());
  if (slots.empty()) return result;
  cuda::Array<WordSlot> words(slots.size());
  words.write(slots.data(), 0, slots.size());
  const auto count = static_cast<std::int64_t>(slots.size());
  find_cells<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(index.view().words, words.data(),
                                                                                  count, result.data());
  cuda::finish("finding the cells of a face");
  return result;
}

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

HaloSlots::HaloSlots(const Domain& domain, const PoreSpace& pores, const CudaIndex& index) {
  for (const Face& face : domain.faces()) {
    std::vector<WordSlot> slots;
    const VisitSlot add = [&](std::int64_t x, std::int64_t y, std::int64_t z, int q) {
      slots.push_back({static_cast<std::uint32_t>(index.grid().word(x / BrickGrid::word_bits, y, z)),
                       static_cast<std::uint16_t>(x % BrickGrid::word_bits), static_cast<std::uint16_t>(q)});
    };
    OfFace& of_face = faces_.emplace_back();
    of_face.face = face;
    for_each_inner_slot(domain, pores, face, add);
    of_face.inner = on_device(slots, index);
    slots.clear();
    for_each_outer_slot(domain, pores, face, add);
    of_face.outer = on_device(slots, index);
  }
}

std::int64_t HaloSlots::bytes() const {
  std::size_t bytes = 0;
  for (const OfFace& face : faces_) bytes += face.inner.bytes() + face.outer.bytes();
  return static_cast<std::int64_t>(bytes);
}

template <class Storage>
HaloCuda<Storage>::HaloCuda(const Domain& domain, std::shared_ptr<const HaloSlots> slots, Transport transport)
    : domain_(domain), slots_(std::move(slots)), transport_(make_transport(transport, domain.processes())) {
  const auto message_bytes = [](const cuda::Array<CellSlot>& of) { return of.size() * sizeof(Storage); };
  std::size_t bytes = HaloTransport::own_bytes;
  for (const HaloSlots::OfFace& face : slots_->faces())
    bytes += 2 * (aligned(message_bytes(face.inner)) + aligned(message_bytes(face.outer)));
  memory_ = cuda::Array<std::byte>(bytes, cuda::MemorySource::device);
  std::byte* next = memory_.data() + HaloTransport::own_bytes;
  const auto take = [&next](std::size_t count) {
    std::byte* const taken = next;
    next += aligned(count);
    return taken;
  };
  std::vector<Parcel> all;
  for (const AfterStep after : {AfterStep::even, AfterStep::odd})
    for (int phase = 0; phase < phases(domain); ++phase) {
      std::vector<Parcel>& of_phase = parcels_[static_cast<std::size_t>(after)].emplace_back();
      for (std::size_t i = 0; i < 2; ++i) {
        const HaloSlots::OfFace& of = slots_->faces()[first_face(domain, after, phase) + i];
        Parcel parcel{};
        parcel.neighbour = of.face.neighbour;
        parcel.tag_sent = message_tag(of.face.axis, of.face.side, after);
        parcel.tag_received = message_tag(of.face.axis, opposite(of.face.side), after);
        parcel.leaving_bytes = message_bytes(of.leaving(after));
        parcel.coming_bytes = message_bytes(of.coming(after));
        parcel.leaving = take(parcel.leaving_bytes);
        parcel.coming = take(parcel.coming_bytes);
        of_phase.push_back(parcel);
        all.push_back(parcel);
      }
    }
  transport_->prepare(memory_.data(), all);
}

template <class Storage>
void HaloCuda<Storage>::exchange(AfterStep after, Storage* f, cudaStream_t stream) {
  for (int phase = 0; phase < phases(domain_); ++phase) {
    const std::vector<Parcel>& of_phase = parcels(after, phase);
    TwoMessages<Storage> leaving{};
    TwoMessages<Storage> coming{};
    for (std::size_t i = 0; i < 2; ++i) {
      const HaloSlots::OfFace& face = slots_->faces()[first_face(domain_, after, phase) + i];
      leaving.slots[i] = face.leaving(after).data();
      leaving.count[i] = static_cast<std::uint32_t>(face.leaving(after).size());
      leaving.message[i] = reinterpret_cast<Storage*>(transport_->where_to_write(of_phase[i]));
      coming.slots[i] = face.coming(after).data();
      coming.count[i] = static_cast<std::uint32_t>(face.coming(after).size());
      coming.message[i] = reinterpret_cast<Storage*>(of_phase[i].coming);
    }
    launch_pass<true>(f, leaving, stream);
    transport_->exchange(of_phase, stream);
    launch_pass<false>(f, coming, stream);
  }
}

template class HaloCuda<float>;
template class HaloCuda<double>;
template class HaloCuda<__half>;

}  // namespace perm
