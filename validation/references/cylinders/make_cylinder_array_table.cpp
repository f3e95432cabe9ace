// SPDX-License-Identifier: Apache-2.0
// Writes cylinder_array_forces.cpp to standard output. The command is
//   cmake --build build --target make_cylinder_array_table
//   build/validation/references/make_cylinder_array_table > forces.cpp
//   mv forces.cpp validation/references/cylinders/cylinder_array_forces.cpp
// It takes some seconds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "validation/references/cylinders/cylinder_array_flow.hpp"
#include "validation/references/cylinders/cylinder_array_table.hpp"

namespace perm::reference {
namespace {

StoredForce solve(CylinderLattice lattice, double aspect, double radius) {
  const CylinderCell cell = cylinder_cell(lattice, aspect);
  const double solid_fraction = std::numbers::pi * radius * radius / cell.area_for_each();
  const CylinderArrayPermeability solution = solve_cylinder_array(lattice, solid_fraction, aspect);
  return {cell.area_for_each() / (solution.permeability_over_radius2 * radius * radius), solution.error};
}

/// Gives the places halfway between the nodes, and between them and the ends of the range.
std::vector<double> halfway(const NodeRange& range) {
  std::vector<double> ends = place_nodes(range), places;
  ends.insert(ends.begin(), range.first);
  ends.push_back(range.last);
  for (std::size_t j = 1; j < ends.size(); ++j) places.push_back((ends[j - 1] + ends[j]) / 2);
  return places;
}

/// Gives StoredForces::between.
double compare_between(CylinderLattice lattice, const StoredForces& stored) {
  double largest = 0;
  for (const double aspect : halfway(stored.aspects))
    for (const double place : halfway(stored.places)) {
      const CylinderCell cell = cylinder_cell(lattice, aspect);
      const double radius = radius_at(stored.form, cell, place);
      const double solved = solve(lattice, aspect, radius).force;
      largest = std::max(largest, std::abs(interpolate(stored, cell, radius).force / solved - 1));
    }
  return largest;
}

std::string format_range(const NodeRange& range) {
  return fmt::format("{{{:.17g}, {:.17g}, {}}}", range.first, range.last, range.count);
}

constexpr const char* head =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// Forces on cylinders in square and hexagonal arrays as solve_cylinder_array gave them. This file is a list of\n"
    "// numbers that a program wrote: do not change it by hand. Make it anew with the commands in the head of\n"
    "// make_cylinder_array_table.cpp.\n"
    "#include \"validation/references/cylinders/cylinder_array_table.hpp\"\n"
    "\n"
    "namespace perm::reference {\n"
    "namespace {\n"
    "\n"
    "// clang-format off\n"
    "// force, relative error\n";

constexpr const char* tail =
    "const std::array<StoredForces, 2>& stored_forces(CylinderLattice lattice) {\n"
    "  return lattice == CylinderLattice::square ? square : hexagonal;\n"
    "}\n"
    "\n"
    "}  // namespace perm::reference\n";

/// Gives the ranges of a lattice without solutions. The close one of the square lattice ends where
/// solve_cylinder_array does. That of the hexagonal lattice ends where, at the largest aspect, neighbours along the
/// width touch.
std::vector<StoredForces> place_ranges(CylinderLattice lattice) {
  const bool is_square = lattice == CylinderLattice::square;
  const NodeRange aspects = is_square ? NodeRange{1, 1, 1} : NodeRange{1.69, 1.775, 6};
  const CylinderCell cell = cylinder_cell(lattice, aspects.last);
  const double largest = std::sqrt(0.999) * touching_radius(cell);
  const double first = place_of(ForceForm::close, cell, largest);
  const double last = place_of(ForceForm::close, cell, smallest_close_radius);
  return {{ForceForm::dilute, {0, smallest_close_radius * smallest_close_radius, 10}, aspects, {}, 0},
          {ForceForm::close, {first, last, 24}, aspects, {}, 0}};
}

void write_table() {
  std::vector<std::vector<StoredForce>> solutions(4);  // their places do not change: spans point to them
  std::vector<StoredForces> all;
  std::string text = head, lists;
  for (const CylinderLattice lattice : {CylinderLattice::square, CylinderLattice::hexagonal}) {
    const char* name = lattice == CylinderLattice::square ? "square" : "hexagonal";
    lists += fmt::format("constexpr std::array<StoredForces, 2> {}{{{{\n", name);
    for (StoredForces stored : place_ranges(lattice)) {
      const std::string form = stored.form == ForceForm::dilute ? "dilute" : "close";
      std::vector<StoredForce>& of_range = solutions[all.size()];
      for (const double aspect : place_nodes(stored.aspects))
        for (const double place : place_nodes(stored.places))
          of_range.push_back(solve(lattice, aspect, radius_at(stored.form, cylinder_cell(lattice, aspect), place)));
      stored.solutions = of_range;
      stored.between = compare_between(lattice, stored);
      text += fmt::format("constexpr StoredForce {}_{}[] = {{\n", name, form);
      for (const StoredForce& node : of_range)
        text += fmt::format("    {{{:.17g}, {:.17g}}},\n", node.force, node.error);
      text += "};\n";
      lists += fmt::format("    {{ForceForm::{0}, {1}, {2}, {3}_{0}, {4:.17g}}},\n", form, format_range(stored.places),
                           format_range(stored.aspects), name, stored.between);
      all.push_back(stored);
    }
    lists += "}};\n";
  }
  text += lists + "// clang-format on\n\n}  // namespace\n\n";
  text += fmt::format("const std::uint64_t stored_forces_checksum = 0x{:016x};\n\n{}", checksum(all), tail);
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
