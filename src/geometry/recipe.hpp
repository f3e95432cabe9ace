// SPDX-License-Identifier: Apache-2.0
// A recipe: what to generate, in one struct, as the command line, a geometries/*.ini file and the tests give it.
// Lengths in voxels.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "geometry/pore_space.hpp"

namespace perm {

enum class GeometryKind { sc, bcc, fcc, packing, overlap, tube, plates, duct, spheres };

/// Gives the kind of that name; throws InputError with the list of kinds otherwise.
GeometryKind parse_geometry_kind(const std::string& name);
std::string to_string(GeometryKind kind);

struct Recipe {
  GeometryKind kind{GeometryKind::sc};
  Extent extent{64, 64, 64};
  std::optional<double> porosity;      ///< target, pore voxels over all
  std::optional<double> radius;        ///< sphere or tube radius, voxels (mean radius of a distributed packing)
  double radius_spread{0};             ///< packing: standard deviation of the radius over its mean (log-normal)
  std::optional<double> gap;           ///< plates: distance between them; duct: its height
  std::optional<double> width;         ///< duct: its width (default: the height)
  Axis axis{Axis::x};                  ///< tube, plates, duct: the flow direction; plates are normal to the next axis
  std::uint64_t seed{1};               ///< packing, overlap
  std::filesystem::path centres;       ///< spheres: text file, "x y z radius" a line
  bool centres_hold_diameters{false};  ///< spheres: the fourth column is a diameter
  double box{1};                       ///< spheres: edge length of the periodic box in the file's unit (x; y, z alike)
};

/// Builds the pore space. Same recipe, same voxels, on every machine.
/// Throws InputError when the recipe contradicts itself or asks for the impossible, and says what is possible.
PoreSpace generate(const Recipe& recipe);

}  // namespace perm
