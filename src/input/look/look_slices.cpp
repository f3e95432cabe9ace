// SPDX-License-Identifier: Apache-2.0
#include "input/look/look_slices.hpp"

#include <algorithm>

#include "geometry/connectivity/linked_runs.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

/// Calls visit(y, z, run, number of the run) for all runs.
template <class Visit>
void for_each_run_of(const PoreSpace& pores, const Visit& visit) {
  std::uint32_t node = 0;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y)
      for_each_run(pores.row(y, z), [&](const Run& run) { visit(y, z, run, node++); });
}

/// Gives the number of each part, as a PoreSlice has it, at its root.
std::vector<std::uint8_t> number_parts(const PoreSpace& pores, PeriodicUnionFind& nodes) {
  std::vector<std::int64_t> voxels(nodes.size(), 0);
  for_each_run_of(pores, [&](std::int64_t, std::int64_t, const Run& run, std::uint32_t node) {
    voxels[nodes.find(node).root] += run.length();
  });
  std::vector<std::uint32_t> connected;
  for (std::uint32_t node = 0; node < voxels.size(); ++node)
    if (voxels[node] > 0 &&
        std::ranges::any_of(all_axes, [&](Axis axis) { return nodes.ends(node).contains_both(axis); }))
      connected.push_back(node);
  std::ranges::stable_sort(connected, [&](std::uint32_t a, std::uint32_t b) { return voxels[a] > voxels[b]; });
  std::vector<std::uint8_t> numbers(voxels.size(), PoreSlice::isolated);
  for (std::size_t i = 0; i < connected.size(); ++i)
    numbers[connected[i]] = static_cast<std::uint8_t>(i == 0 ? 1 : std::min<std::size_t>(i + 2, PoreSlice::most_parts));
  return numbers;
}

}  // namespace

SliceFrame SliceFrame::middle(const Extent& extent, Axis normal) {
  SliceFrame slice;
  slice.normal = normal;
  slice.index = extent.along(normal) / 2;
  slice.axes =
      normal == Axis::x ? std::array{Axis::y, Axis::z} : std::array{Axis::x, normal == Axis::y ? Axis::z : Axis::y};
  const std::int64_t across = extent.along(slice.axes[0]);
  const std::int64_t down = extent.along(slice.axes[1]);
  slice.voxels_a_pixel = (std::max(across, down) - 1) / most_pixels + 1;
  slice.width = (across - 1) / slice.voxels_a_pixel + 1;
  slice.height = (down - 1) / slice.voxels_a_pixel + 1;
  return slice;
}

std::vector<PoreSlice> slices_of(const PoreSlab& slab, const LinkRules& rules) {
  const PoreSpace& pores = slab.pores();
  LinkedRuns linked = link_runs(slab, rules, count_runs_before(pores));
  if (!rules.closed.contains(Axis::z))
    RunLinker(pores.extent(), rules, linked.nodes).link_planes(linked.last, linked.first, 1);
  const std::vector<std::uint8_t> numbers = number_parts(pores, linked.nodes);
  std::vector<PoreSlice> slices;
  for (const Axis normal : {Axis::z, Axis::y, Axis::x}) {
    slices.push_back({SliceFrame::middle(slab.image(), normal), {}});
    slices.back().parts.resize(slices.back().pixels());
  }
  PoreSlice& across_z = slices[0];
  PoreSlice& across_y = slices[1];
  PoreSlice& across_x = slices[2];
  const auto put_row = [](PoreSlice& slice, std::int64_t row, const Run& run, std::uint8_t part) {
    for (std::int64_t i = (run.begin + slice.voxels_a_pixel - 1) / slice.voxels_a_pixel;
         i * slice.voxels_a_pixel < run.end; ++i)
      slice.parts[static_cast<std::size_t>(row / slice.voxels_a_pixel * slice.width + i)] = part;
  };
  for_each_run_of(pores, [&](std::int64_t y, std::int64_t z, const Run& run, std::uint32_t node) {
    const std::uint8_t part = numbers[linked.nodes.find(node).root];
    if (z == across_z.index && y % across_z.voxels_a_pixel == 0) put_row(across_z, y, run, part);
    if (y == across_y.index && z % across_y.voxels_a_pixel == 0) put_row(across_y, z, run, part);
    const std::int64_t step = across_x.voxels_a_pixel;
    if (y % step == 0 && z % step == 0 && run.begin <= across_x.index && across_x.index < run.end)
      across_x.parts[static_cast<std::size_t>(z / step * across_x.width + y / step)] = part;
  });
  return slices;
}

}  // namespace perm
