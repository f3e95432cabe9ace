// SPDX-License-Identifier: Apache-2.0
// Spheres from a text file, as packing codes and experiments write them, placed into a periodic image.
//   line     [index] x y z [radius]; blanks, tabs, commas or semicolons between; empty lines and # lines are skipped
//   header   an optional first line of names; a last name that is d or begins with diam says that the last column
//            holds diameters
//   index    of 5 columns the first one, which must count 1, 2, 3, ... or 0, 1, 2, ...
//            of 4 columns the first one where it counts so over two lines or more, unless a header calls it x; such a
//            file has no radii
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

/// All lengths except those of `extent` are in the unit of the file.
struct SphereListRequest {
  std::filesystem::path file;
  Extent extent{64, 64, 64};     ///< image, voxels
  double box{1};                 ///< edge of the periodic box along x; those along y and z follow from the extents
  bool holds_diameters{false};   ///< the last column holds diameters whatever the header says
  std::optional<double> radius;  ///< of all spheres, for a file without radii
  /// The file is in voxels: nobody can give another box or a radius, and messages name none.
  bool is_in_voxels{false};
};

/// Gives the spheres in voxels: lengths times nx / box. The list is taken as periodic; coordinates may start anywhere.
/// Throws InputError when the file cannot be read, for a malformed line (with its number), for radii that are given
/// twice or not at all, when the centres span more than the box and when a sphere is wider than the box; and, on all
/// processes alike, when one of them reads other spheres. Collective.
std::vector<Sphere> read_sphere_list(const SphereListRequest& request, const Communicator& processes = {});

/// Draws the spheres of a recipe's file. Throws InputError also when it names no file and when no voxel is solid.
void draw_sphere_list(PoreSlab& slab, const Recipe& recipe);

/// Gives these spheres, before they are shifted.
std::vector<Sphere> spheres_of_list(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
