// SPDX-License-Identifier: Apache-2.0
// Takes what crosses the faces of a tile to the GPUs that have the tiles beside it, on a stream of its own.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "core/communicator.hpp"
#include "device/cuda_check.hpp"
#include "device/cuda_graph.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"
#include "streaming/thermal/sites/stepped_gas.hpp"

namespace perm::thermal {

class GasExchangeCuda {
 public:
  /// Collective.
  GasExchangeCuda(const Communicator& processes, Transport transport);
  /// Collective. The numbers of values are those of a message along each axis.
  void prepare(const Neighbours& along_x, std::int64_t values_x, const Neighbours& along_y, std::int64_t values_y);

  /// Says where what travels downwards (sign -1) or upwards (1) is to be written before the next exchange.
  double* leaving(FaceAxis axis, int sign);
  /// Says where it came to by the last exchange.
  double* came(FaceAxis axis, int sign);

  cudaStream_t stream() const { return side_->stream(); }
  /// What the stream of messages gets from now on waits for what is launched; and the other way round.
  void fork() { side_->begin(); }
  void join() { side_->end(); }
  /// Sends on that stream; what it gets from now on finds what has come.
  void send(FaceAxis axis);
  std::string transport() const { return transport_ ? transport_->name() : ""; }

 private:
  /// One axis: two sets of messages that change places, so that one can be read while the next arrives; by the way
  /// that they travel, 0 downwards, 1 upwards.
  struct Face {
    Neighbours beside;
    std::array<std::array<double*, 2>, 2> leaving{};
    std::array<std::array<double*, 2>, 2> came{};
    std::array<std::vector<Parcel>, 2> parcels;
    std::size_t turn{0};
  };
  Face& face(FaceAxis axis) { return faces_[axis == FaceAxis::x ? 0 : 1]; }
  void place_messages(Face& face, std::int64_t values, int first_tag, std::byte*& next);

  Communicator processes_;
  std::unique_ptr<HaloTransport> transport_;  ///< null for a process alone
  cuda::Array<std::byte> memory_;
  std::array<Face, 2> faces_;
  std::unique_ptr<cuda::SideStream> side_;
};

}  // namespace perm::thermal
