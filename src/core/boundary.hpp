// SPDX-License-Identifier: Apache-2.0
// This header says what the faces of an image do to a flow. A user makes a choice; from it follows the rule for the two
// faces across each axis.
#pragma once

#include <array>
#include <cstddef>

#include "core/extent.hpp"
#include "core/named_values.hpp"

namespace perm {

/// periodic: fluid that leaves through a face enters through the opposite one. mirror: every face is a mirror. sealed:
/// the side faces are walls, the faces across the flow are mirrors. pressure: densities are prescribed at the faces
/// across the flow; they drive it in place of a force.
enum class Boundary { periodic, mirror, sealed, pressure };
/// Says what the side faces do under Boundary::pressure.
enum class Sides { sealed, mirror };

/// Says whether the faces across the flow do what the boundary says, or are joined. Joined ones belong to an image that
/// is followed by its mirror image along the flow (geometry/mirror_image.hpp): what an image between mirrors does to a
/// creeping flow, that image does to a flow with inertia too.
enum class AcrossFlow { as_chosen, joined };

struct BoundaryChoice {
  Boundary boundary{Boundary::periodic};
  Sides sides{Sides::sealed};
  AcrossFlow across_flow{AcrossFlow::as_chosen};

  /// Gives the boundary without prescribed densities that other faces are held against.
  Boundary without_pressure() const {
    if (boundary != Boundary::pressure) return boundary;
    return sides == Sides::mirror ? Boundary::mirror : Boundary::sealed;
  }
};

template <>
inline constexpr std::array names_of<Boundary>{
    NamedValue{Boundary::periodic, "periodic"}, NamedValue{Boundary::mirror, "mirror"},
    NamedValue{Boundary::sealed, "sealed"}, NamedValue{Boundary::pressure, "pressure"}};
template <>
inline constexpr std::array names_of<Sides>{NamedValue{Sides::sealed, "sealed"}, NamedValue{Sides::mirror, "mirror"}};

/// The rule for both faces across one axis. All rules except the first close the axis: no link wraps around.
enum class FaceRule {
  periodic,
  symmetric,      ///< beyond it is the mirror image of the flow
  antisymmetric,  ///< beyond it is the mirror image of the flow, turned round: velocity goes on, density changes its
                  ///< sign
  sealed,         ///< beyond it is solid
  pressure        ///< like antisymmetric, but about a prescribed density
};

/// Holds one rule for each axis.
class FaceRules {
 public:
  constexpr FaceRules() = default;
  constexpr explicit FaceRules(const std::array<FaceRule, 3>& across) : across_(across) {}

  constexpr FaceRule across(Axis axis) const { return across_[static_cast<std::size_t>(axis)]; }
  constexpr bool is_closed(Axis axis) const { return across(axis) != FaceRule::periodic; }
  constexpr AxisSet closed() const {
    AxisSet axes;
    for (const Axis axis : all_axes)
      if (is_closed(axis)) axes.insert(axis);
    return axes;
  }
  /// Tells whether a face is a wall. Without one only solid voxels resist a flow.
  constexpr bool has_walls() const {
    for (const FaceRule rule : across_)
      if (rule == FaceRule::sealed) return true;
    return false;
  }

  friend constexpr bool operator==(const FaceRules&, const FaceRules&) = default;

 private:
  std::array<FaceRule, 3> across_{};
};

/// Gives the rules for a flow along `flow` through an image of this extent. An axis of one voxel gets no walls,
/// whatever the choice: a slice is two-dimensional, and walls before and behind it would make it a gap of one voxel.
/// There it is periodic, which is the same as a mirror. The faces across the flow do not depend on the extent.
FaceRules face_rules(const BoundaryChoice& choice, Axis flow, const Extent& image);

}  // namespace perm
