// SPDX-License-Identifier: Apache-2.0
#include "run/pathways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "geometry/connectivity/connectivity.hpp"

namespace perm {
namespace {

std::int64_t count_union(const std::vector<Pathway>& pathways) {
  std::shared_ptr<const PoreSlab> first;
  std::int64_t most = 0;
  bool alike = true;
  for (const Pathway& pathway : pathways) {
    if (!pathway.pores) continue;
    if (!first) first = pathway.pores;
    alike = alike && pathway.pores == first;
    most = pathway.cells;
  }
  if (!first || alike) return most;
  PoreSlab all = *first;
  for (const Pathway& pathway : pathways)
    if (pathway.pores && pathway.pores != first) all.pores().insert(pathway.pores->pores());
  return all.count_pores();
}

}  // namespace

void require_distinct(const std::vector<Axis>& directions) {
  if (directions.empty())
    throw UsageError("A run without a direction is asked for", "there is nothing to solve", "Name x, y or z");
  for (std::size_t i = 0; i < directions.size(); ++i)
    if (std::count(directions.begin(), directions.end(), directions[i]) > 1)
      throw UsageError(fmt::format("The direction {} is asked for twice", axis_letter(directions[i])),
                       "its flow is solved once", "Name each direction once");
}

Pathways find_pathways(PoreSlab pores, const std::vector<Axis>& directions, const LinkRules& rules) {
  const Communicator processes = pores.processes();
  const Connectivity connectivity(std::move(pores), rules);
  Pathways found;
  for (const Axis direction : directions) {
    Pathway pathway{direction, connectivity.count_percolating(direction), nullptr};
    if (pathway.cells > 0) {
      pathway.pores = std::make_shared<const PoreSlab>(connectivity.percolating(direction));
      for (const Pathway& earlier : found.directions)
        if (earlier.pores && !processes.any(earlier.pores->pores() != pathway.pores->pores()))
          pathway.pores = earlier.pores;
    }
    found.directions.push_back(std::move(pathway));
  }
  found.connected_voxels = count_union(found.directions);
  return found;
}

std::string why_unresisted(const Pathway& pathway, const Extent& image, const FaceRules& rules) {
  if (pathway.cells < image.voxels() || rules.has_walls()) return {};
  const bool is_thin = std::ranges::any_of(all_axes, [&](Axis axis) { return image.along(axis) == 1; });
  return fmt::format("all {} voxels are pore, and no face is a wall{}", to_string(image),
                     is_thin ? ", which an axis of one voxel never has" : "");
}

}  // namespace perm
