// SPDX-License-Identifier: Apache-2.0
#include "conduction/node_system.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr std::array<float, 32> ones = [] {
  std::array<float, 32> all{};
  for (float& one : all) one = 1;
  return all;
}();

}  // namespace

/// Gives the conductivities of consecutive cells.
const float* NodeSystem::weights(const CellCorners& at) const {
  return conductivity_.empty() ? ones.data() : conductivity_.data() + at.first;
}

NodeSystem::NodeSystem(CornerNodes nodes, CellSystem& cells, const ThreadTeam& team)
    : nodes_(std::move(nodes)),
      cells_(&cells),
      team_(&team),
      conductivity_(cells.graph().conductivity()),
      inverse_weight_(nodes_.nodes()),
      cell_flux_(cells.graph().nodes()),
      cell_potential_(cells.graph().nodes()) {
  sum_around(
      [this](const CellCorners& at, std::size_t, float* left, float* right) {
        const float* const weight = weights(at);
        for (std::uint32_t i = 0; i < at.count; ++i) right[i] += weight[i];
        for (std::uint32_t i = 0; i < at.count; ++i) left[i] += weight[i];
      },
      inverse_weight_.span());
  for_each_place(team, inverse_weight_.size(), [&](std::size_t i) { inverse_weight_[i] = 1 / inverse_weight_[i]; });
  const Domain& domain = nodes_.cells().domain();
  const auto keep = [&](std::uint32_t node) { inverse_weight_[node] = 0; };
  const Extent& corners = nodes_.corners();
  const auto is_kept = [&](Axis axis, std::int64_t at) {
    return (at == 0 && leads_outside(domain, axis, Side::low)) ||
           (at == corners.along(axis) - 1 && leads_outside(domain, axis, Side::high));
  };
  for (std::int64_t z = 0; z < corners.nz; ++z)
    for (std::int64_t y = 0; y < corners.ny; ++y) {
      const Range row = nodes_.nodes_of_row(y, z);
      if (is_kept(Axis::z, z) || is_kept(Axis::y, y))
        std::fill(inverse_weight_.begin() + row.first, inverse_weight_.begin() + row.last, 0.0F);
      for (const std::int64_t x : {std::int64_t{0}, corners.nx - 1})
        if (is_kept(Axis::x, x)) nodes_.visit_nodes_at(x, y, z, keep);
    }
}

template <class Add>
void NodeSystem::sum_around(const Add& add, std::span<float> sums) const {
  const Extent& corners = nodes_.corners();
  for_each_task(*team_, corners.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < corners.ny; ++y) {
        const Range row = nodes_.nodes_of_row(y, z);
        std::fill(sums.begin() + row.first, sums.begin() + row.last, 0.0F);
        nodes_.visit_around(y, z, [&](const CellCorners& at, std::size_t r) {
          add(at, r, sums.data() + at.left[r], sums.data() + at.right[r]);
        });
      }
    });
  });
}

void NodeSystem::apply(std::span<const float> x, std::span<float> y) const {
  // Of a corner, the element joins those across a face and the opposite one, each by -1/12, and itself by 4/12.
  sum_around(
      [this, x](const CellCorners& at, std::size_t r, float* left, float* right) {
        const float* const weight = weights(at);
        const float* const own = x.data() + at.left[r];
        const float* const own_right = x.data() + at.right[r];
        const float* const y_left = x.data() + at.left[r ^ 1U];
        const float* const y_right = x.data() + at.right[r ^ 1U];
        const float* const z_left = x.data() + at.left[r ^ 2U];
        const float* const z_right = x.data() + at.right[r ^ 2U];
        const float* const yz_left = x.data() + at.left[r ^ 3U];
        const float* const yz_right = x.data() + at.right[r ^ 3U];
#pragma GCC ivdep
        for (std::uint32_t i = 0; i < at.count; ++i)
          right[i] += weight[i] * (4 * own_right[i] - ((y_left[i] + z_left[i]) + (yz_left[i] + yz_right[i])));
#pragma GCC ivdep
        for (std::uint32_t i = 0; i < at.count; ++i)
          left[i] += weight[i] * (4 * own[i] - ((y_right[i] + z_right[i]) + (yz_left[i] + yz_right[i])));
      },
      y);
  for_each_place(*team_, y.size(), [&](std::size_t i) { y[i] = inverse_weight_[i] == 0 ? 0 : y[i]; });
}

void NodeSystem::drive(Axis along, std::span<float> driven) const {
  // A potential that falls by 1 along the axis is taken from the node at the low end and brought to the one at the high
  // end, through a quarter of the face.
  sum_around(
      [this, along](const CellCorners& at, std::size_t r, float* left, float* right) {
        const float* const weight = weights(at);
        const auto side = [&](bool is_high) { return is_high ? 3.0F : -3.0F; };
        const float of_left = along == Axis::x ? side(false) : side((along == Axis::y ? r & 1U : r & 2U) != 0);
        const float of_right = along == Axis::x ? side(true) : of_left;
        for (std::uint32_t i = 0; i < at.count; ++i) right[i] += weight[i] * of_right;
        for (std::uint32_t i = 0; i < at.count; ++i) left[i] += weight[i] * of_left;
      },
      driven);
  for_each_place(*team_, driven.size(), [&](std::size_t i) { driven[i] = inverse_weight_[i] == 0 ? 0 : driven[i]; });
}

void NodeSystem::precondition(std::span<const float> r, std::span<float> z) {
  for_each_place(*team_, r.size(), [&](std::size_t i) { z[i] = r[i] * inverse_weight_[i]; });
  const Extent n = nodes_.cells().own_extent();
  const auto units = static_cast<float>(cells_->graph().quanta_of_one() / 12);  // of what cells and nodes conduct
  for_each_task(*team_, n.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t plane) {
      for (std::int64_t y = 0; y < n.ny; ++y)
        nodes_.visit_row(y, plane, [&](const CellCorners& at) {
          float* const flux = cell_flux_.data() + at.first;
          const float* const weight = weights(at);
          std::fill(flux, flux + at.count, 0.0F);
          for (std::size_t row = 0; row < 4; ++row)
            for (std::uint32_t i = 0; i < at.count; ++i)
              flux[i] += units * weight[i] * (z[at.left[row] + i] + z[at.right[row] + i]);
        });
    });
  });
  cells_->precondition(cell_flux_.span(), cell_potential_.span());
  LargeArray<float> coarse(r.size());
  average(cell_potential_.span(), coarse.span());
  for_each_place(*team_, r.size(), [&](std::size_t i) { z[i] = Multigrid::damping / 4 * z[i] + coarse[i]; });
}

void NodeSystem::average(std::span<const float> of_cells, std::span<float> of_nodes) const {
  sum_around(
      [this, of_cells](const CellCorners& at, std::size_t, float* left, float* right) {
        const float* const weight = weights(at);
        const float* const cell = of_cells.data() + at.first;
        for (std::uint32_t i = 0; i < at.count; ++i) right[i] += weight[i] * cell[i];
        for (std::uint32_t i = 0; i < at.count; ++i) left[i] += weight[i] * cell[i];
      },
      of_nodes);
  for_each_place(*team_, of_nodes.size(), [&](std::size_t i) { of_nodes[i] *= inverse_weight_[i]; });
}

}  // namespace perm
