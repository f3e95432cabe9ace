// SPDX-License-Identifier: Apache-2.0
// Makes the exchange of one domain on a GPU: kernels on the stream of the exchange gather the slots that leave into one
// message a face, and write what has come into its slots.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "device/cuda_check.hpp"
#include "device/gpu_runtime.hpp"
#include "geometry/pore_space.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"
#include "solver/cuda/index/cuda_index.hpp"
#include "solver/domain/crossing.hpp"

namespace perm {

/// Names a slot by its cell in brick order and its direction.
struct CellSlot {
  std::uint32_t cell;
  std::uint32_t q;
};

/// Holds the slots that travel through the faces of a domain, on the device. They are the same for every storage type.
class HaloSlots {
 public:
  HaloSlots(const Domain& domain, const PoreSpace& pores, const CudaIndex& index);

  struct OfFace {
    Face face;
    cuda::Array<CellSlot> inner;
    cuda::Array<CellSlot> outer;
    const cuda::Array<CellSlot>& leaving(AfterStep after) const { return after == AfterStep::even ? inner : outer; }
    const cuda::Array<CellSlot>& coming(AfterStep after) const { return after == AfterStep::even ? outer : inner; }
  };
  const std::vector<OfFace>& faces() const { return faces_; }
  std::int64_t bytes() const;

 private:
  std::vector<OfFace> faces_;
};

/// Makes the exchange. Storage is float, double or __half.
template <class Storage>
class HaloCuda {
 public:
  HaloCuda(const Domain& domain, std::shared_ptr<const HaloSlots> slots, Transport transport);

  /// Launches or does the whole exchange that follows a step, on `stream`. The distributions are at `f`.
  void exchange(AfterStep after, Storage* f, cudaStream_t stream);
  bool can_be_recorded() const { return transport_->can_be_recorded(); }
  std::string transport() const { return transport_->name(); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(memory_.bytes()); }

 private:
  std::vector<Parcel>& parcels(AfterStep after, int phase) {
    return parcels_[static_cast<std::size_t>(after)][static_cast<std::size_t>(phase)];
  }

  Domain domain_;
  std::shared_ptr<const HaloSlots> slots_;
  cuda::Array<std::byte> memory_;                            ///< holds the messages
  std::array<std::vector<std::vector<Parcel>>, 2> parcels_;  ///< [after][phase]: one for each face
  std::unique_ptr<HaloTransport> transport_;
};

}  // namespace perm
