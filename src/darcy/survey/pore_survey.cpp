// SPDX-License-Identifier: Apache-2.0
#include "darcy/survey/pore_survey.hpp"

#include "core/phases/phase_clock.hpp"
#include "core/stop_check.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/measures/pore_size.hpp"

namespace perm {

namespace {

LargeArray<SquaredDistance> map_on(Device device, const PoreSlab& pores, const FaceRules& rules) {
  if (device == Device::cuda)
    if (const auto on_gpu = map_distances_on_gpu(pores, rules, pores.planes())) {
      LargeArray<SquaredDistance> map(static_cast<std::size_t>(pores.pores().extent().voxels()));
      on_gpu->read(map.span());
      return map;
    }
  return map_squared_distances(pores, rules);
}

}  // namespace

PoreSurvey::PoreSurvey(const PoreSlab& pores, const FaceRules& rules, Device device) {
  const PhaseScope measuring(Phase::survey);
  distances_ = map_on(device, pores, rules);
  check_for_stop();
  const PoreSize size = measure_pore_size(pores, distances_, rules);
  structure_.porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(pores.sample_voxels());
  structure_.specific_surface = size.specific_surface;
  structure_.largest_radius = size.largest_radius;
  if (size.specific_surface > 0)
    structure_.kozeny_carman_voxel2 = structure_.porosity * structure_.porosity * structure_.porosity /
                                      (5 * size.specific_surface * size.specific_surface);
  check_for_stop();
  structure_.narrow = measure_narrow_shares(pores, distances_, rules);
}

}  // namespace perm
