// SPDX-License-Identifier: Apache-2.0
// What the user says of an image counts; where the image itself makes it doubtful, that is worth a warning. A wrong
// unit is the commonest error, and makes K wrong by millions.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "geometry/pore_slab.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Gives the warning, a line without its end, where `notes` contradict voxels of these edges (in metres, along the axes
/// of the file), or where the file has voxels that are no cubes and the user has said cubes.
std::optional<std::string> describe_contradiction(const ImageNotes& notes, const std::array<double, 3>& edges_m);

/// Gives the warning for the voxels of a raw file that seem to be in another order than its dimensions say: then
/// neighbours across rows or planes are strangers to each other. Collective.
std::optional<std::string> describe_doubtful_order(const PoreSlab& pores);

}  // namespace perm
