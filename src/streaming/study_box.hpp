// SPDX-License-Identifier: Apache-2.0
// The boxes that speeds are measured in.
#pragma once

#include <cstdint>
#include <string>

#include "core/named_values.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// overlap: spheres at random that overlap. noise: obstacles of one voxel. packing: spheres that do not overlap. duct:
/// a square pipe along x. empty: no solid at all.
enum class BoxKind { overlap, noise, packing, duct, empty };
template <>
inline constexpr std::array names_of<BoxKind>{
    NamedValue{BoxKind::overlap, "overlap"}, NamedValue{BoxKind::noise, "noise"},
    NamedValue{BoxKind::packing, "packing"}, NamedValue{BoxKind::duct, "duct"}, NamedValue{BoxKind::empty, "empty"}};

struct StudyBox {
  BoxKind kind{BoxKind::overlap};
  Extent extent{256, 256, 256};
  double porosity{0.2};  ///< pore voxels over all; 1 makes an empty box of every kind but duct
  double radius{12};     ///< of spheres, voxels
  std::uint64_t seed{1};
  std::string image{};  ///< the name of an image that is measured in place of a kind; empty: none

  friend bool operator==(const StudyBox&, const StudyBox&) = default;
  bool is_image() const { return !image.empty(); }
  std::string name() const { return is_image() ? image : to_string(kind); }
  bool has_spheres() const {
    return !is_image() && (kind == BoxKind::overlap || kind == BoxKind::packing) && porosity < 1;
  }
};

/// Gives the box to the processes in even slabs; collective. A duct has the whole numbers of voxels for sides that come
/// nearest to the porosity, and a wall of a voxel at least. Throws InputError where it cannot be made.
PoreSlab make_study_box(const StudyBox& box, const Communicator& processes);

}  // namespace perm
