// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/cylinder_array_table.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <stdexcept>

#include "validation/references/cylinders/cylinder_array_flow.hpp"

namespace perm::reference {
namespace {

using std::numbers::pi;

/// Gives the radius at which the neighbours touch that block the flow: diagonal ones, or those above and below.
double blocking_radius(const CylinderCell& cell) {
  return cell.centred ? std::sqrt(1 + cell.height * cell.height) / 4 : cell.height / 2;
}

/// Gives the share of each node's value in that at `at`: Lagrange's polynomials.
std::vector<double> shares_of(const std::vector<double>& nodes, double at) {
  std::vector<double> shares;
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    double share = 1;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k != j) share *= (at - nodes[k]) / (nodes[j] - nodes[k]);
    shares.push_back(share);
  }
  return shares;
}

bool contains(const NodeRange& range, double value) { return value >= range.first && value <= range.last; }

}  // namespace

std::vector<double> place_nodes(const NodeRange& range) {
  std::vector<double> nodes;
  for (std::size_t j = 0; j < range.count; ++j) {
    const double angle = pi * (static_cast<double>(j) + 0.5) / static_cast<double>(range.count);
    nodes.push_back(range.first + (range.last - range.first) * (1 - std::cos(angle)) / 2);
  }
  return nodes;
}

double radius_at(ForceForm form, const CylinderCell& cell, double place) {
  return form == ForceForm::dilute ? std::sqrt(place) : (1 - place * place) * blocking_radius(cell);
}

double place_of(ForceForm form, const CylinderCell& cell, double radius) {
  return form == ForceForm::dilute ? radius * radius : std::sqrt(1 - radius / blocking_radius(cell));
}

InterpolatedForce interpolate(const StoredForces& stored, const CylinderCell& cell, double radius) {
  const double place = place_of(stored.form, cell, radius);
  const std::vector<double> places = place_nodes(stored.places), aspects = place_nodes(stored.aspects);
  const std::vector<double> place_shares = shares_of(places, place), aspect_shares = shares_of(aspects, cell.height);
  double sum = 0, error = 0;
  for (std::size_t i = 0; i < aspects.size(); ++i)
    for (std::size_t j = 0; j < places.size(); ++j) {
      const StoredForce& node = stored.solutions[i * places.size() + j];
      const double share = aspect_shares[i] * place_shares[j];
      if (stored.form == ForceForm::dilute) {
        sum += share * (4 * pi / node.force + std::log(places[j]) / 2);
        error += std::abs(share) * 4 * pi / node.force * node.error;
      } else {
        const double value = node.force * std::pow(places[j], 5);
        sum += share * value;
        error += std::abs(share) * value * node.error;
      }
    }
  if (stored.form == ForceForm::dilute) {
    const double inverse = sum - std::log(radius);  // 4 pi/F
    return {4 * pi / inverse, error / inverse + stored.between};
  }
  return {sum / std::pow(place, 5), error / sum + stored.between};
}

std::optional<InterpolatedPermeability> stored_permeability(CylinderLattice lattice, double solid_fraction,
                                                            double aspect) {
  const CylinderCell cell = cylinder_cell(lattice, aspect);
  const double radius = cylinder_radius(cell, solid_fraction);
  if (!(solid_fraction < largest_solid_fraction(lattice, aspect)))
    throw std::domain_error(fmt::format("solid fraction {} is within 0.1 % of touching cylinders", solid_fraction));
  const auto& [dilute, close] = stored_forces(lattice);
  const StoredForces& stored = radius < smallest_close_radius ? dilute : close;
  if (!contains(stored.places, place_of(stored.form, cell, radius))) return {};
  if (lattice == CylinderLattice::hexagonal && !contains(stored.aspects, aspect)) return {};
  const InterpolatedForce interpolated = interpolate(stored, cell, radius);
  return InterpolatedPermeability{permeability_from_force(cell, solid_fraction, interpolated.force),
                                  interpolated.error};
}

InterpolatedPermeability cylinder_array_permeability(CylinderLattice lattice, double solid_fraction, double aspect) {
  if (const auto stored = stored_permeability(lattice, solid_fraction, aspect)) return *stored;
  const CylinderArrayPermeability solved = solve_cylinder_array(lattice, solid_fraction, aspect);
  return {solved.permeability_over_radius2, solved.error};
}

std::uint64_t checksum(std::span<const StoredForces> ranges) {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&sum](double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) sum = (sum ^ (bits >> shift & 0xff)) * 0x100000001b3;
  };
  for (const StoredForces& range : ranges) {
    for (const NodeRange& nodes : {range.places, range.aspects})
      for (const double number : {nodes.first, nodes.last, static_cast<double>(nodes.count)}) add(number);
    add(range.between);
    for (const StoredForce& node : range.solutions)
      for (const double number : {node.force, node.error}) add(number);
  }
  return sum;
}

}  // namespace perm::reference
