// SPDX-License-Identifier: Apache-2.0
// A GPU bounds what conducts with the bits of the CPU.
#include "conduction/cuda/bounds_cuda.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conduction/cuda/corner_table.hpp"
#include "conduction/flux_routing.hpp"
#include "conduction/known_systems.hpp"
#include "conduction/lower_bound.hpp"
#include "conduction/upper_bound.hpp"

namespace perm {
namespace {

using laplace_cuda::ImageOnGpu;
using laplace_cuda::on_gpu;

/// Draws what each cell conducts, or nothing where all conduct 1.
LargeArray<float> draw_conductivity(std::size_t cells, unsigned seed) {
  if (seed % 3 == 0) return {};
  std::mt19937 random(seed);
  LargeArray<float> conductivity(cells);
  for (float& of_cell : conductivity) of_cell = static_cast<float>(1 + random() % 1000) / 1000;
  return conductivity;
}

cuda::Array<float> on_gpu(std::span<const float> values) { return on_gpu(values.data(), values.size()); }

/// The fluxes through the faces of cells, as bound_by_fluxes makes them: along each axis at the low ends of all cells,
/// and then at the high ends.
std::vector<float> fluxes_of(const CellSystem& system, Axis along, const std::vector<float>& potential,
                             const FluxRouting& routing) {
  const CellGraph& graph = system.graph();
  const std::size_t cells = graph.nodes();
  const Extent& n = graph.cells().domain().image();
  std::vector<float> fluxes(6 * cells);
  if (n.along(along) == 1 && !graph.rules().is_closed(along))
    for (const std::size_t end : {std::size_t{0}, std::size_t{3}})
      for (std::size_t cell = 0; cell < cells; ++cell)
        fluxes[(end + static_cast<std::size_t>(along)) * cells + cell] =
            graph.conductivity().empty() ? 1 : graph.conductivity()[cell];
  for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
    graph.visit_links(
        row % n.ny, row / n.ny,
        [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
          const double conductance = static_cast<double>(quanta) / graph.quanta_of_one();
          const double gradient = step.along(along);
          const double fall = cell == neighbour ? gradient / 2 + double{potential[cell]}
                                                : gradient + double{potential[cell]} - double{potential[neighbour]};
          const double out = conductance * fall + routing.flux(cell, neighbour, static_cast<double>(quanta));
          const std::size_t axis = step.x != 0 ? 0 : step.y != 0 ? 1 : 2;
          const bool is_high = step.x + step.y + step.z > 0;
          fluxes[(axis + (is_high ? 3 : 0)) * cells + cell] = static_cast<float>(is_high ? out : -out);
        });
  return fluxes;
}

/// The potentials at the corners of each voxel of the image; NaN in solid, where nobody may ask for them.
std::vector<float> corners_of(const CornerNodes& nodes, const std::vector<float>& potential) {
  const Extent& n = nodes.cells().domain().image();
  std::vector<float> corners(static_cast<std::size_t>(8 * n.voxels()), std::numeric_limits<float>::quiet_NaN());
  for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
    nodes.visit_row(row % n.ny, row / n.ny, [&](const CellCorners& at) {
      for (std::size_t i = 0; i < at.count; ++i)
        for (std::size_t corner = 0; corner < 8; ++corner)
          corners[8 * (static_cast<std::size_t>(row * n.nx + at.x) + i) + corner] =
              potential[(corner % 2 == 0 ? at.left : at.right)[corner / 2] + i];
    });
  return corners;
}

void expect_same_bounds(const Body& body, unsigned seed) {
  const auto team = team_of(1);
  const DomainCells own(cells_of(body));
  const CellSystem system(cells_of(body), team, draw_conductivity(own.cells(), seed));
  const Domain& domain = own.domain();
  const ImageOnGpu image(own);
  const std::span<const float> conductivity = system.graph().conductivity();
  const cuda::Array<float> conductivity_on_gpu = on_gpu(conductivity);
  const float* const known = conductivity.empty() ? nullptr : conductivity_on_gpu.data();

  const std::vector<float> potential = draw_values(own.cells(), seed);
  const FluxRouting routing(system, *team, find_left(system, *team, body.along, potential));
  const FluxBound lower = bound_by_fluxes(system, *team, body.along, potential, routing);
  const cuda::Array<float> fluxes = on_gpu(fluxes_of(system, body.along, potential, routing));
  const FluxBound lower_on_gpu =
      bound_of(conduction_cuda::sum_flux(domain, image, fluxes.data(), known), domain.image(), body.along);
  EXPECT_EQ(lower.lower, lower_on_gpu.lower);
  EXPECT_EQ(lower.flux, lower_on_gpu.flux);

  const CornerNodes nodes(own, *team);
  const std::vector<float> at_nodes = draw_values(nodes.nodes(), seed);
  const PotentialBound upper = bound_by_potential(nodes, *team, body.along, at_nodes, conductivity);
  const cuda::Array<float> corners = on_gpu(corners_of(nodes, at_nodes));
  const PotentialBound upper_on_gpu =
      bound_of(sum_potential_of_table(domain, image, body.along, known, corners.data()), domain.image());
  EXPECT_EQ(upper.upper, upper_on_gpu.upper);
  EXPECT_EQ(upper.gain_of_walls, upper_on_gpu.gain_of_walls);
}

TEST(BoundsCuda, have_the_bits_of_the_cpu_for_small_bodies) { for_each_small_body(60, expect_same_bounds); }

TEST(BoundsCuda, have_them_for_long_rows) {
  for_each_long_body([](const Body& body, unsigned seed) {
    if (body.pores.count_pores() > 0) expect_same_bounds(body, seed);
  });
}

TEST(BoundsCuda, have_them_for_bodies_of_many_blocks) {
  const OneThread one_thread;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Body body = percolating(draw_body(seed, 70));
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(body));
    if (body.pores.count_pores() > 0) expect_same_bounds(body, seed);
  }
}

}  // namespace
}  // namespace perm
