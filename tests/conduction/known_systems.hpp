// SPDX-License-Identifier: Apache-2.0
// The systems of src/conduction for a body, beside the oracle's: which numbers of both mean the same, and what conducts
// between voxels, written out.
#pragma once

#include <vector>

#include "conduction/cell_system.hpp"
#include "conduction/corner_nodes.hpp"
#include "conduction/node_system.hpp"
#include "conduction/slow_conduction.hpp"

namespace perm {

inline DomainCells cells_of(const Body& body) { return {Domain(body.extent(), body.rules), body.pores}; }

/// The systems of a body, of one team.
struct KnownSystems {
  explicit KnownSystems(const Body& body, int threads = 1)
      : team(team_of(threads)),
        cells(cells_of(body), team),
        system(CornerNodes(cells.cells(), *team), cells, *team),
        nodes(system.nodes()) {}
  KnownSystems(const KnownSystems&) = delete;
  KnownSystems& operator=(const KnownSystems&) = delete;

  std::shared_ptr<const ThreadTeam> team;
  CellSystem cells;
  NodeSystem system;
  const CornerNodes& nodes;
};

/// Gives the oracle's number of each node, and none where they number different corners.
inline std::vector<std::size_t> slow_numbers(const CornerNodes& nodes, const SlowPotentials& slow) {
  constexpr std::size_t unknown = ~std::size_t{0};
  std::vector<std::size_t> numbers(nodes.nodes(), unknown);
  std::vector<std::size_t> back(slow.places.size(), unknown);
  bool are_alike = nodes.nodes() == slow.places.size();
  const Extent& n = slow.voxels.body.extent();
  std::size_t next = 0;
  for (std::int64_t z = 0; z < n.nz && are_alike; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      nodes.visit_row(y, z, [&](const CellCorners& at) {
        for (std::size_t i = 0; i < at.count; ++i) {
          are_alike = are_alike && at.first + i == next++;
          for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::size_t node = (corner % 2 == 0 ? at.left : at.right)[corner / 2] + i;
            const std::size_t slow_node = slow.elements[at.first + i][corner];
            if (numbers[node] == unknown) numbers[node] = slow_node;
            if (back[slow_node] == unknown) back[slow_node] = node;
            are_alike = are_alike && numbers[node] == slow_node && back[slow_node] == node;
          }
        }
      });
  are_alike = are_alike && next == slow.elements.size();
  return are_alike ? numbers : std::vector<std::size_t>{};
}

/// Gives what conducts through a face between the middles of both voxels, or from a middle to a face of the image: a
/// voxel whose face behind is closed resists a third, else a half. 0 between a voxel and itself.
inline double slow_conductance(const SlowFluxes& slow, const SlowFace& face) {
  if (face.below == face.above) return 0;
  const auto resistance = [&](int cell, std::size_t behind) {
    if (cell < 0) return 0.0;
    return slow.faces_of[static_cast<std::size_t>(cell)][face.axis][behind] < 0 ? 1.0 / 3 : 1.0 / 2;
  };
  return 1 / (resistance(face.below, 0) + resistance(face.above, 1));
}

/// Gives the flux through each face under a falling gradient 1 and a change of the potential of voxels.
inline Values slow_flux(const SlowFluxes& slow, const std::vector<float>& potential) {
  const auto axis = static_cast<std::size_t>(slow.voxels.body.along);
  Values flux = slow.falls({potential.begin(), potential.end()});
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const SlowFace& face = slow.faces[i];
    if (face.axis == axis) flux[i] += face.below < 0 || face.above < 0 ? 0.5 : 1;
    // A voxel that goes on as itself has the same potential at both ends, so that the gradient alone drives it.
    flux[i] *= face.below == face.above ? 1 : slow_conductance(slow, face);
  }
  return flux;
}

inline std::vector<float> draw_values(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = draw_value(random);
  return values;
}

}  // namespace perm
