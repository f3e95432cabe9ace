// SPDX-License-Identifier: Apache-2.0
// A recipe: what to generate, in one struct, as the command line, a geometries/*.ini file and the tests give it.
// Lengths in voxels.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/named_values.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"
#include "geometry/shapes/solids/shift.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/surface.hpp"

namespace perm {

enum class GeometryKind {
  sc,
  bcc,
  fcc,
  cylinders_square,
  cylinders_hexagonal,
  packing,
  overlap,
  noise,
  fibres,
  tube,
  annulus,
  plates,
  duct,
  spheres
};
inline constexpr GeometryKind last_kind = GeometryKind::spheres;

/// Where fibres point: every way, across one axis, or along it.
enum class Orientation { isotropic, planar, aligned };
template <>
inline constexpr std::array names_of<Orientation>{NamedValue{Orientation::isotropic, "isotropic"},
                                                  NamedValue{Orientation::planar, "planar"},
                                                  NamedValue{Orientation::aligned, "aligned"}};

/// Whether fibres may overlap each other.
enum class FibreOverlap { yes, no };
template <>
inline constexpr std::array names_of<FibreOverlap>{NamedValue{FibreOverlap::yes, "yes"},
                                                   NamedValue{FibreOverlap::no, "no"}};

/// Gives the kind of that name; throws InputError with the list of kinds otherwise.
GeometryKind parse_geometry_kind(const std::string& name);
std::string to_string(GeometryKind kind);

/// A kind takes the options named with it and refuses the others that are given.
struct Recipe {
  GeometryKind kind{GeometryKind::sc};
  Extent extent{64, 64, 64};           ///< sc, bcc, fcc: a cube, the unit cell; cylinders: see unit_cell_of
  std::optional<double> porosity;      ///< target, pore voxels over all: sc, bcc, fcc and cylinders (or radius),
                                       ///< packing (default 0.4), overlap, noise, fibres
  std::optional<double> radius;        ///< of spheres, cylinders, fibres or tube, voxels; packing: the mean. Default
                                       ///< for packing and overlap: a tenth of the smallest extent, from 1 to 12
                                       ///< voxels; for fibres see choose_fibre_radius.
                                       ///< spheres: of all spheres of a file without radii, in the file's unit
  std::optional<double> inner_radius;  ///< annulus: of the rod, voxels
  double radius_spread{0};             ///< packing: standard deviation of the radius over its mean (log-normal)
  std::optional<double> gap;           ///< plates: distance between them; duct: its height; whole voxels
  std::optional<double> width;         ///< duct: its width (default: the height); whole voxels
  std::optional<Axis> axis;            ///< tube, annulus, plates, duct: the flow direction, x unless given; plates are
                                       ///< normal to the next axis. cylinders: theirs, z unless given.
                                       ///< fibres: see Orientation, z unless given
  Shift shift;                         ///< not for overlap, fibres, plates, duct: those have no places between voxels
  std::uint64_t seed{1};               ///< packing, overlap, noise, fibres
  std::int64_t moves{0};               ///< packing: moves at random of each sphere, see PackingRequest
  std::filesystem::path centres;       ///< spheres: text file, see geometry/shapes/sphere_list.hpp
  bool centres_hold_diameters{false};  ///< spheres: the fourth column is a diameter (or its header says so)
  double box{1};                       ///< spheres: edge of the periodic box along x in the file's unit; the edges
                                       ///< along y and z follow from the extents
  Orientation orientation{Orientation::isotropic};  ///< fibres
  std::optional<double> length;              ///< fibres: of the centre line, voxels; the longest extent if absent
  std::optional<double> persistence_length;  ///< fibres: of curved ones, voxels; absent: they are straight
  std::optional<double> second_radius;       ///< fibres: of the others when there are two, voxels
  std::optional<double> second_share;        ///< fibres: of the second radius in the volume of all
  FibreOverlap overlap{FibreOverlap::yes};   ///< fibres
};

/// Gives the axis of the recipe, or that of its kind when the recipe gives none.
Axis axis_of(const Recipe& recipe);

/// Gives the extent that one number stands for: a cube, or for cylinders one voxel of their unit cell.
Extent unit_cell_of(const Recipe& recipe, std::int64_t side);

/// Throws InputError for a radius or a porosity that the kind cannot have, as far as that shows without drawing.
void check_size(const Recipe& recipe);

/// Builds the pore space. The same recipe gives the same voxels on every machine. A shift by whole voxels gives the
/// same image, shifted, to the last bit. The porosity of sc, bcc, fcc, cylinders and packing is exact for the solids;
/// the porosity of the voxels comes nearer to it as they get smaller. With overlap it is the porosity of the voxels
/// themselves, to within half a sphere, and with fibres to within half of a very short one. Overlapping spheres may
/// have porosity 1. Throws InputError when the recipe contradicts itself or asks for the impossible, and says what is
/// possible.
PoreSpace generate(const Recipe& recipe);
/// Gives this process its planes of the same image; collective. Every process packs all spheres of a packing.
PoreSlab generate(const Recipe& recipe, const Communicator& processes);
/// Gives the spheres that a recipe which can be generated is made of, in the order in which they are placed, within the
/// image and after the shift; none where its kind has no spheres. Collective.
std::vector<Sphere> spheres_of(const Recipe& recipe, const Communicator& processes);

/// Gives what makes the surface that a recipe draws voxels of: that of its spheres, fibres, cylinders or walls; empty
/// where voxels are all that there is (noise). Where bodies are placed at random, they are placed again.
SurfaceMaker surface_maker(const Recipe& recipe);

struct ImageWithSurface {
  PoreSlab pores;
  SurfaceMaker surface;
};
/// Gives the same image as generate() and the same surface as surface_maker(), but spheres are placed once. Collective.
ImageWithSurface generate_with_surface(const Recipe& recipe, const Communicator& processes);

/// Gives everything that decides the voxels of a recipe's image, in one line.
std::string key_of(const Recipe& recipe);

}  // namespace perm
