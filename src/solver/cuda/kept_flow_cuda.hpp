// SPDX-License-Identifier: Apache-2.0
// Holds the flow of a coarser lattice on a GPU after that lattice is gone, for a lattice of the finer image: the
// occupancy words of the rows that this one needs, in memory order, and the fields of their cells in any order.
#pragma once

#include <memory>
#include <utility>

#include "device/cuda_check.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"
#include "solver/cell/coarse_flow.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

class KeptFlowCuda final : public KeptFlow {
 public:
  static constexpr std::int64_t factor = 2;

  /// Keeps the captured `fields` of a lattice for the rows `fine` of the finer image. Planes that other processes have
  /// come from there, through the host; own ones stay on the device. Each process has whole planes. Collective.
  KeptFlowCuda(const CudaIndex& index, const Domain& domain, cuda::Array<CellField> fields, const Block& fine);

  CoarseFlowView view(double velocity_unit) const {
    return {words_.data(), fields_.data(), 0, extent_, y_, z_, factor, static_cast<float>(velocity_unit)};
  }

 private:
  struct Planes;
  void note_own_words(const CudaIndex& index, const Range& own);
  Planes fetch_planes(const CudaIndex& index, const Domain& domain) const;
  void add(const Planes& planes, const Range& own);

  std::int64_t in_image(std::int64_t z) const { return (z % extent_.nz + extent_.nz) % extent_.nz; }
  std::int64_t words_per_row() const { return (extent_.nx + 31) / 32; }
  OccupancyWord* words_of_plane(std::int64_t z) { return words_.data() + (z - z_.first) * y_.size() * words_per_row(); }

  Extent extent_;  ///< of the coarse image
  Range y_;        ///< rows that are kept, beyond its ends too
  Range z_;
  cuda::Array<OccupancyWord> words_;
  cuda::Array<CellField> fields_;  ///< the first value of a word is that of its first cell
};

}  // namespace perm
