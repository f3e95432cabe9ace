// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_array_table.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <stdexcept>

namespace perm::reference {

InterpolatedDrag interpolate(const StoredRange& range, double chi) {
  const std::span<const StoredDrag> nodes = range.nodes;
  if (!(chi >= nodes.front().chi && chi <= nodes.back().chi))
    throw std::domain_error(fmt::format("chi is {}, not in [{}, {}]", chi, nodes.front().chi, nodes.back().chi));
  double inverse = 0, error = 0;
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    double share = 1;  // Lagrange's polynomial: 1 at node j, 0 at the others
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k != j) share *= (chi - nodes[k].chi) / (nodes[j].chi - nodes[k].chi);
    inverse += share / nodes[j].drag;
    error += std::abs(share) / nodes[j].drag * nodes[j].error;
  }
  return {1 / inverse, error / inverse * (1 + range.between)};
}

InterpolatedDrag sphere_array_drag(SphereLattice lattice, double chi) {
  if (!(chi > 0 && chi <= 1)) throw std::domain_error(fmt::format("chi is {}, not in (0, 1]", chi));
  const auto& [lower, upper] = stored_drags(lattice);
  return interpolate(chi < upper.nodes.front().chi ? lower : upper, chi);
}

std::uint64_t checksum(std::span<const StoredRanges> lattices) {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&sum](double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) sum = (sum ^ (bits >> shift & 0xff)) * 0x100000001b3;
  };
  for (const StoredRanges& ranges : lattices)
    for (const StoredRange& range : ranges) {
      add(range.between);
      for (const StoredDrag& node : range.nodes)
        for (const double number : {node.chi, node.drag, node.error}) add(number);
    }
  return sum;
}

}  // namespace perm::reference
