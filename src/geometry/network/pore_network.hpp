// SPDX-License-Identifier: Apache-2.0
// A pore space as a network of bodies, in which pressure evens out quickly, joined by throats, through which fluid
// passes slowly. The bodies are the basins of the distance map (the watershed of Gostick 2017, "Versatile and efficient
// pore network extraction method using marker-based watershed segmentation", without merging: many small bodies do no
// harm here). The network tells within a factor of about 2 how slowly fluid passes; it is no way to find K.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Joins two bodies of a network.
struct Throat {
  std::uint32_t first{0};
  std::uint32_t second{0};  ///< greater than first; PoreNetwork::outside beyond a face that holds the density
  double conductance{0};    ///< voxel^3: the flux is this, over the viscosity, times the difference in pressure
};

/// Tells whether a face holds the density, so that throats lead out through it.
constexpr bool holds_density(FaceRule rule) { return rule == FaceRule::antisymmetric || rule == FaceRule::pressure; }

class PoreNetwork {
 public:
  static constexpr std::uint32_t outside = 0xffffffff;  ///< stands for the fluid beyond faces that hold the density

  PoreNetwork() = default;
  /// Finds bodies and throats. `distances` is the distance map of the slab under the same rules for the faces.
  /// Collective; all processes get the same bodies, and the first one the throats, whatever the number of processes and
  /// threads. While it works it takes about 24 bytes a pore voxel of the slab, and a quarter of a byte a voxel.
  /// Afterwards each process keeps 8 bytes for a body, of usually some hundred voxels, and 4 bytes for each pore voxel
  /// of its slab, and the first one some 50 bytes more for a body. Throws InputError where a process has 2^32 pore
  /// voxels or more.
  PoreNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const FaceRules& rules);

  /// Takes bodies and throats that are known; no body of a voxel is.
  PoreNetwork(std::vector<std::int64_t> cells, std::vector<Throat> throats)
      : cells_(std::move(cells)), throats_(std::move(throats)) {}

  std::int64_t count_bodies() const { return static_cast<std::int64_t>(cells_.size()); }
  const std::vector<std::int64_t>& cells() const { return cells_; }  ///< pore voxels of each body
  /// Gives one throat for each pair, in order; the first process alone has them.
  const std::vector<Throat>& throats() const { return throats_; }
  /// Gives the body of each pore voxel of the slab, x fastest, then y, then z.
  std::span<const std::uint32_t> body_of_voxel() const {
    return std::span(body_of_cell_.data(), body_of_cell_.size())
        .subspan(static_cast<std::size_t>(own_cells_.first), static_cast<std::size_t>(own_cells_.size()));
  }
  std::int64_t bytes() const {  ///< of bodies and throats
    return static_cast<std::int64_t>(cells_.size() * sizeof(std::int64_t) + throats_.size() * sizeof(Throat));
  }
  static constexpr std::int64_t bytes_a_pore_to_make = 24;  ///< a pore voxel of the slab, about
  /// Frees what body_of_voxel() gives.
  void forget_voxels() {
    own_cells_ = {};
    body_of_cell_ = {};
  }

 private:
  std::vector<std::int64_t> cells_;
  std::vector<Throat> throats_;
  Range own_cells_;
  LargeArray<std::uint32_t> body_of_cell_;  ///< of own voxels and ghosts
};

}  // namespace perm
