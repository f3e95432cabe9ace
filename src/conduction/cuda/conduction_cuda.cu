// SPDX-License-Identifier: Apache-2.0
#include "conduction/cuda/conduction_cuda.hpp"

#include "conduction/conduction_on.hpp"
#include "conduction/cuda/bounds_cuda.hpp"
#include "conduction/cuda/device_vectors.cuh"
#include "conduction/cuda/flux_routing_cuda.cuh"
#include "conduction/cuda/node_system_cuda.cuh"
#include "conduction/cuda/potential_sums.cuh"
#include "conduction/cuda/wall_gain_cuda.cuh"
#include "conduction/lower_bound.hpp"
#include "conduction/upper_bound.hpp"

namespace perm {
namespace {

using namespace conduction_cuda;

/// Gives the potentials at the corners of a voxel.
struct PotentialAtCorners {
  CornersView corners;
  const float* potential;
  __device__ void operator()(std::uint32_t x, std::uint32_t y, std::uint32_t z, float (&of_corners)[8]) const {
#pragma unroll
    for (unsigned c = 0; c < 8; ++c) of_corners[c] = potential[corners.node_of_same_voxel(x, y, z, 0, c)];
  }
};

class OnGpu {
 public:
  OnGpu(const DomainCells& cells, const FaceRules& rules)
      : domain_(&cells.domain()), rules_(&rules), cells_(cells, rules) {}

  const DeviceVectors& vectors() const { return vectors_; }
  CellSystemCuda& cells() { return cells_; }
  NodeSystemCuda make_nodes() { return {CornerNodesCuda(cells_.image(), *rules_), *domain_, cells_}; }
  void bound_from_below(Axis along, std::span<const float> potential, ConductionBounds& bounds) const {
    const cuda::Array<float> fluxes = find_fluxes(cells_, *rules_, along, potential.data());
    const FluxBound bound =
        bound_of(sum_flux(*domain_, cells_.image(), fluxes.data(), nullptr), domain_->image(), along);
    bounds.lower = bound.lower;
    bounds.flux = bound.flux;
  }
  void bound_from_above(Axis along, const NodeSystemCuda& system, std::span<const float> potential,
                        ConductionBounds& bounds) const {
    const PotentialBound bound = bound_of(sum_potential(*domain_, cells_.image(), along, nullptr,
                                                        PotentialAtCorners{system.nodes().view(), potential.data()}),
                                          domain_->image());
    bounds.upper = bound.upper;
    bounds.gain_of_walls = bound.gain_of_walls;
    const double gain = gain_of_moved_walls(*domain_, cells_.image(), system.nodes(), along, potential.data());
    if (gain > 0) bounds.lambda = 2 * bound.power / gain;
  }

 private:
  const Domain* domain_;
  const FaceRules* rules_;
  DeviceVectors vectors_;
  CellSystemCuda cells_;
};

}  // namespace

ConductionBounds bound_conduction_cuda(const PoreSpace& pores, const FaceRules& rules, Axis along,
                                       const IterationShares& shares) {
  const DomainCells cells(Domain(pores.extent(), rules), pores);
  OnGpu on(cells, rules);
  return bound_conduction_on(on, along, shares, static_cast<double>(pores.extent().voxels()));
}

}  // namespace perm
