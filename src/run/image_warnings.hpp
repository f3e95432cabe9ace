// SPDX-License-Identifier: Apache-2.0
// What a reader of K has to know of an image before any flow is solved, and what the program makes of its faces. All
// commands say the same, because they ask here.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "geometry/measures/seam.hpp"
#include "run/run.hpp"

namespace perm {

/// Gives the facts of an image, but for what of it is connected. Collective.
ImageReport facts_of(const PoreSlab& pores, const ImageOrigin& origin);

/// Gives one line for voxels of 1 mm and more, or nothing: micrometres that were given as millimetres make K a million
/// times too large, and nothing else shows it.
std::optional<std::string> describe_voxel_size(const std::optional<double>& voxel_size_m);

/// Gives one line about an image that does not repeat, under periodic boundaries, or nothing where it repeats along
/// every axis.
std::optional<std::string> describe_seams(const std::array<Seam, 3>& seams);

/// Gives the warnings of the files that an image came from, and of the size of its voxels.
std::vector<std::string> warnings_of(const ImageOrigin& origin);

/// What the faces of an image become.
struct FaceChoice {
  Boundary boundary{Boundary::periodic};
  std::string why_sealed;              ///< why the program chose sealed; empty when it did not
  std::optional<std::string> warning;  ///< of faces that do not match, or that were closed for it
  std::optional<bool> repeat;          ///< whether opposite faces match, where anybody looked
};

/// Looks at the faces of an image that is to be solved under `asked`, as `seams` says. `directions` are those of the
/// flow. Collective, like measure_seams.
FaceChoice choose_faces(const PoreSlab& pores, const ImageOrigin& origin, Boundary asked, SeamCheck seams,
                        std::size_t directions);

}  // namespace perm
