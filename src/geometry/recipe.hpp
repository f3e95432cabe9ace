// SPDX-License-Identifier: Apache-2.0
// A recipe: what to generate, in one struct, as the command line, a geometries/*.ini file and the tests give it.
// Lengths in voxels.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

enum class GeometryKind { sc, bcc, fcc, packing, overlap, tube, plates, duct, spheres };

/// Gives the kind of that name; throws InputError with the list of kinds otherwise.
GeometryKind parse_geometry_kind(const std::string& name);
std::string to_string(GeometryKind kind);

/// A kind takes the options named with it and refuses the others that are given.
struct Recipe {
  GeometryKind kind{GeometryKind::sc};
  Extent extent{64, 64, 64};           ///< sc, bcc, fcc: a cube, the unit cell
  std::optional<double> porosity;      ///< target, pore voxels over all: sc, bcc, fcc (or radius), packing (default
                                       ///< 0.4), overlap
  std::optional<double> radius;        ///< sphere or tube radius, voxels; packing: the mean. Default for packing
                                       ///< and overlap: a tenth of the smallest extent, from 1 to 12 voxels.
                                       ///< spheres: of all spheres of a file without radii, in the file's unit
  double radius_spread{0};             ///< packing: standard deviation of the radius over its mean (log-normal)
  std::optional<double> gap;           ///< plates: distance between them; duct: its height; whole voxels
  std::optional<double> width;         ///< duct: its width (default: the height); whole voxels
  Axis axis{Axis::x};                  ///< tube, plates, duct: the flow direction; plates are normal to the next axis
  std::uint64_t seed{1};               ///< packing, overlap
  std::filesystem::path centres;       ///< spheres: text file, see geometry/sphere_list.hpp
  bool centres_hold_diameters{false};  ///< spheres: the fourth column is a diameter (or its header says so)
  double box{1};                       ///< spheres: edge of the periodic box along x in the file's unit; the edges
                                       ///< along y and z follow from the extents
};

/// Builds the pore space. Same recipe, same voxels, on every machine.
/// The porosity of sc, bcc, fcc and packing is exact for the spheres; voxels approach it as they get smaller. That of
/// overlap is the voxels' own, to within half a sphere. Overlapping spheres may have porosity 1.
/// Throws InputError when the recipe contradicts itself or asks for the impossible, and says what is possible.
PoreSpace generate(const Recipe& recipe);
/// The planes of this process of the same image; collective. Where spheres are packed, every process packs all of them.
PoreSlab generate(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
