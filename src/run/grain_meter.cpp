// SPDX-License-Identifier: Apache-2.0
#include "run/grain_meter.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/inertia/solid_force.hpp"
#include "lattice/domain.hpp"

namespace perm {
namespace {

constexpr double depth_of_sure_solid = 1;  // voxels below a surface, where even a scanned grain is solid
constexpr double much_pore_in_grains = 0.01;
constexpr double most_pore_in_grains = 0.1;

/// Calls visit(x, y, z in the slab, sphere or none, distance) for each voxel of a slab.
template <class Visit>
void for_each_voxel(NearestSpheres& nearest, const PoreSlab& pores, const Visit& visit) {
  const Extent& n = pores.image();
  for (std::int64_t z = 0; z < pores.planes().size(); ++z) {
    const auto spheres = nearest.make(pores.planes().first + z);
    const auto distances = nearest.distances();
    std::size_t voxel = 0;
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x, ++voxel) visit(x, y, z, spheres[voxel], distances[voxel]);
  }
}

/// Gives what multiplies a force on voxels that are `cells` worth of driven fluid, so that it becomes F.
double to_drag(double permeability_voxel2, double diameter) {
  return 1 / (3 * std::numbers::pi * diameter * permeability_voxel2);
}

}  // namespace

double GrainForces::drag(const ForcesOfFlow& flow, std::size_t grain, Axis along, double diameter) const {
  return flow.on_grains[grain][static_cast<std::size_t>(along)] * static_cast<double>(cells) *
         to_drag(flow.permeability_voxel2, diameter);
}

double GrainForces::total_drag(const ForcesOfFlow& flow, std::size_t grain, Axis along, double diameter) const {
  return drag(flow, grain, along, diameter) +
         static_cast<double>(voxels[grain]) * to_drag(flow.permeability_voxel2, diameter);
}

std::optional<std::string> check_grains(const std::vector<Sphere>& grains, const PoreSlab& pores) {
  if (grains.empty()) return {};
  NearestSpheres nearest(grains, pores.image());
  std::vector<std::int64_t> counts(2 + grains.size());  // sure voxels, pores among them, solid ones of each grain
  for_each_voxel(nearest, pores, [&](auto x, auto y, auto z, std::int32_t grain, double distance) {
    if (grain == NearestSpheres::none) return;
    const bool is_pore = pores.pores().is_pore(x, y, z);
    if (distance < -depth_of_sure_solid) {
      ++counts[0];
      if (is_pore) ++counts[1];
    }
    if (!is_pore) ++counts[2 + static_cast<std::size_t>(grain)];
  });
  std::vector<__int128> sums(counts.begin(), counts.end());
  pores.processes().sum(sums);
  std::size_t empty = 0, first_empty = 0;
  for (std::size_t grain = grains.size(); grain-- > 0;)
    if (sums[2 + grain] == 0) {
      ++empty;
      first_empty = grain;
    }
  const double share = sums[0] == 0 ? 0 : static_cast<double>(sums[1]) / static_cast<double>(sums[0]);
  const std::string deep = fmt::format("{:.2g} % of the voxels that lie deep in a grain are pore", 100 * share);
  const std::string remedy = "give centres and radii in voxels of the image, x first";
  const std::string capitalized = "Give centres and radii in voxels of the image, x first";
  if (share > most_pore_in_grains) throw InputError("The grains do not fit the image", deep, capitalized);
  if (empty == grains.size())
    throw InputError("The grains do not fit the image", "none has a solid voxel", capitalized);
  if (empty > 0)
    return fmt::format("{} of {} grains, grain {} first, have no solid voxel, so that no force acts on them: {}", empty,
                       grains.size(), first_empty + 1, remedy);
  if (share > much_pore_in_grains) return fmt::format("the grains hardly fit the image: {}; {}", deep, remedy);
  return {};
}

GrainMeter::GrainMeter(const std::vector<Sphere>& grains, PoreSlab pores)
    : pores_(std::move(pores)), nearest_(grains, pores_.image()) {
  std::vector<__int128> counts(grains.size() + 1);  // of each grain, and of the rest
  for_each_voxel(nearest_, pores_, [&](auto x, auto y, auto z, std::int32_t grain, double /*distance*/) {
    if (!pores_.pores().is_pore(x, y, z)) ++counts[grain < 0 ? grains.size() : static_cast<std::size_t>(grain)];
  });
  pores_.processes().sum(counts);
  for (std::size_t grain = 0; grain < grains.size(); ++grain)
    forces_.voxels.push_back(static_cast<std::int64_t>(counts[grain]));
  forces_.rest_voxels = static_cast<std::int64_t>(counts.back());
}

void GrainMeter::add(const SolvedFlow& flow) {
  if (!flow.result().permeability_voxel2) return;
  add(*flow.lattice()->backend, flow.result().force, {0, *flow.result().permeability_voxel2, {}, {}});
}

void GrainMeter::add(const Backend& backend, double force, ForcesOfFlow flow) {
  const auto grains = static_cast<int>(forces_.voxels.size());
  const std::int64_t nx = pores_.image().nx;
  const BodyOf body_of = [&](std::int64_t x, std::int64_t y, std::int64_t z) -> std::optional<int> {
    const std::int32_t grain = nearest_.plane(z)[static_cast<std::size_t>(y * nx + x)];
    return grain == NearestSpheres::none ? grains : grain;
  };
  const PoreSpace pores = fetch_pores(pores_, backend.domain());
  std::vector<std::array<double, 3>> forces = force_on_bodies(backend, pores, grains + 1, body_of);
  forces_.cells = backend.image_cells();
  for (std::array<double, 3>& on_body : forces)
    for (double& component : on_body) component /= force * static_cast<double>(forces_.cells);
  flow.on_rest = forces.back();
  forces.pop_back();
  flow.on_grains = std::move(forces);
  forces_.flows.push_back(std::move(flow));
}

}  // namespace perm
