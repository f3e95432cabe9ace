// SPDX-License-Identifier: Apache-2.0
// Writes sphere_array_drags.cpp to standard output. The command is
//   cmake --build build --target make_sphere_array_table
//   build/validation/references/make_sphere_array_table > validation/references/spheres/sphere_array_drags.cpp
// It takes a minute or two.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "validation/references/spheres/sphere_array_flow.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm::reference {
namespace {

/// Gives the ends of the range and the extrema of a Chebyshev polynomial between them, to six digits.
std::vector<double> place_nodes(double first, double last, int steps) {
  std::vector<double> nodes;
  for (int j = 0; j <= steps; ++j) {
    const double place = (1 - std::cos(std::numbers::pi * j / steps)) / 2;
    nodes.push_back(std::round(1e6 * (first + (last - first) * place)) / 1e6);
  }
  return nodes;
}

StoredDrag solve(SphereLattice lattice, double chi) {
  if (chi == 0) return {0, 1, 0};
  const SphereArrayDrag solution = solve_sphere_array(lattice, chi);
  return {chi, solution.drag, solution.error};
}

/// Gives StoredRange::between, from points halfway between the nodes.
double compare_between(SphereLattice lattice, std::span<const StoredDrag> nodes) {
  const StoredRange range{nodes, 0};
  double largest = 0;
  for (std::size_t j = 1; j < nodes.size(); ++j) {
    const double chi = (nodes[j - 1].chi + nodes[j].chi) / 2;
    const InterpolatedDrag interpolated = interpolate(range, chi);
    const double difference = std::abs(interpolated.drag / solve_sphere_array(lattice, chi).drag - 1);
    largest = std::max(largest, difference / interpolated.error);
  }
  return largest;
}

std::string format_rows(const std::string& name, std::span<const StoredDrag> nodes) {
  std::string text = fmt::format("constexpr StoredDrag {}[] = {{\n", name);
  for (const StoredDrag& node : nodes)
    text += fmt::format("    {{{:.6f}, {:.17g}, {:.17g}}},\n", node.chi, node.drag, node.error);
  return text + "};\n";
}

constexpr const char* head =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// Drags on spheres in cubic arrays as solve_sphere_array gave them. This file is a list of numbers that a "
    "program\n"
    "// wrote: do not change it by hand. Make it anew with\n"
    "//   cmake --build build --target make_sphere_array_table\n"
    "//   build/validation/references/make_sphere_array_table > validation/references/spheres/sphere_array_drags.cpp\n"
    "#include <stdexcept>\n"
    "\n"
    "#include \"validation/references/spheres/sphere_array_table.hpp\"\n"
    "\n"
    "namespace perm::reference {\n"
    "namespace {\n"
    "\n"
    "// clang-format off\n"
    "// chi, drag, relative error\n";

constexpr const char* tail =
    "const StoredRanges& stored_drags(SphereLattice lattice) {\n"
    "  switch (lattice) {\n"
    "    case SphereLattice::sc:\n"
    "      return sc;\n"
    "    case SphereLattice::bcc:\n"
    "      return bcc;\n"
    "    case SphereLattice::fcc:\n"
    "      return fcc;\n"
    "  }\n"
    "  throw std::domain_error(\"no such sphere lattice\");\n"
    "}\n"
    "\n"
    "}  // namespace perm::reference\n";

void write_table() {
  const std::vector<double> lower = place_nodes(0, 0.4, 12), upper = place_nodes(0.4, 1, 24);
  const std::pair<SphereLattice, const char*> lattices[] = {
      {SphereLattice::sc, "sc"}, {SphereLattice::bcc, "bcc"}, {SphereLattice::fcc, "fcc"}};
  std::vector<std::vector<StoredDrag>> rows;
  std::vector<StoredRanges> stored;
  std::string text = head, ranges;
  for (const auto& [lattice, name] : lattices) {
    StoredRanges of_lattice{};
    for (std::size_t i = 0; i < 2; ++i) {
      rows.emplace_back();
      for (const double chi : i == 0 ? lower : upper) rows.back().push_back(solve(lattice, chi));
      of_lattice[i].nodes = rows.back();
      of_lattice[i].between = compare_between(lattice, of_lattice[i].nodes);
      text += format_rows(fmt::format("{}_{}", name, i == 0 ? "lower" : "upper"), rows.back());
    }
    ranges += fmt::format("constexpr StoredRanges {0}{{{{{{{0}_lower, {1:.17g}}}, {{{0}_upper, {2:.17g}}}}}}};\n", name,
                          of_lattice[0].between, of_lattice[1].between);
    stored.push_back(of_lattice);
  }
  text += ranges + "// clang-format on\n\n}  // namespace\n\n";
  text += fmt::format("const std::uint64_t stored_checksum = 0x{:016x};\n\n{}", checksum(stored), tail);
  std::fputs(text.c_str(), stdout);
}

}  // namespace
}  // namespace perm::reference

int main() {
  try {
    perm::reference::write_table();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
