// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/cuda/gas_exchange_cuda.hpp"

namespace perm::thermal {
namespace {

std::size_t room_for(std::int64_t values) {
  constexpr std::size_t alignment = 256;
  return (static_cast<std::size_t>(values) * sizeof(double) + alignment - 1) / alignment * alignment;
}

}  // namespace

GasExchangeCuda::GasExchangeCuda(const Communicator& processes, Transport transport)
    : processes_(processes),
      transport_(processes.is_alone() ? nullptr : make_transport(transport, processes)),
      side_(std::make_unique<cuda::SideStream>()) {}

void GasExchangeCuda::prepare(const Neighbours& along_x, std::int64_t values_x, const Neighbours& along_y,
                              std::int64_t values_y) {
  memory_ = cuda::Array<std::byte>(HaloTransport::own_bytes + 8 * (room_for(values_x) + room_for(values_y)),
                                   cuda::MemorySource::device);
  memory_.clear();
  faces_[0].beside = along_x;
  faces_[1].beside = along_y;
  std::byte* next = memory_.data() + HaloTransport::own_bytes;
  place_messages(faces_[0], values_x, 0, next);
  place_messages(faces_[1], values_y, 4, next);
  std::vector<Parcel> all;
  for (const Face& one : faces_)
    for (const std::vector<Parcel>& parcels : one.parcels) all.insert(all.end(), parcels.begin(), parcels.end());
  if (transport_) transport_->prepare(memory_.data(), all);
}

void GasExchangeCuda::place_messages(Face& face, std::int64_t values, int first_tag, std::byte*& next) {
  const std::size_t bytes = static_cast<std::size_t>(values) * sizeof(double);
  for (std::size_t turn = 0; turn < 2; ++turn) {
    for (std::size_t way = 0; way < 2; ++way) {
      face.leaving[turn][way] = reinterpret_cast<double*>(next);
      face.came[turn][way] = reinterpret_cast<double*>(next + room_for(values));
      next += 2 * room_for(values);
    }
    // What travels up leaves to the tile above; what comes in from there travels down. So a parcel has both ways.
    for (std::size_t way = 0; way < 2; ++way) {
      const int to = way == 1 ? face.beside.above : face.beside.below;
      if (to == processes_.rank())
        face.came[turn][way] = face.leaving[turn][way];
      else if (to >= 0)
        face.parcels[turn].push_back({to, first_tag + static_cast<int>(2 * turn + way),
                                      first_tag + static_cast<int>(2 * turn + 1 - way),
                                      reinterpret_cast<std::byte*>(face.leaving[turn][way]), bytes,
                                      reinterpret_cast<std::byte*>(face.came[turn][1 - way]), bytes});
    }
  }
}

double* GasExchangeCuda::leaving(FaceAxis axis, int sign) {
  const Face& at = face(axis);
  double* const own = at.leaving[at.turn][sign > 0 ? 1 : 0];
  for (const Parcel& parcel : at.parcels[at.turn])
    if (parcel.leaving == reinterpret_cast<std::byte*>(own))
      return reinterpret_cast<double*>(transport_->where_to_write(parcel));
  return own;
}

double* GasExchangeCuda::came(FaceAxis axis, int sign) {
  const Face& at = face(axis);
  return at.came[1 - at.turn][sign > 0 ? 1 : 0];
}

void GasExchangeCuda::send(FaceAxis axis) {
  Face& at = face(axis);
  if (!at.parcels[at.turn].empty()) transport_->exchange(at.parcels[at.turn], side_->stream());
  at.turn = 1 - at.turn;
}

}  // namespace perm::thermal
