// SPDX-License-Identifier: Apache-2.0
#include "core/boundary.hpp"

namespace perm {

FaceRules face_rules(const BoundaryChoice& choice, Axis flow, const Extent& image) {
  if (choice.boundary == Boundary::periodic) return {};
  const bool mirrors =
      choice.boundary == Boundary::mirror || (choice.boundary == Boundary::pressure && choice.sides == Sides::mirror);
  std::array<FaceRule, 3> across{};
  across.fill(mirrors ? FaceRule::symmetric : FaceRule::sealed);
  across[static_cast<std::size_t>(flow)] = choice.across_flow == AcrossFlow::joined ? FaceRule::periodic
                                           : choice.boundary == Boundary::pressure  ? FaceRule::pressure
                                                                                    : FaceRule::antisymmetric;
  for (const Axis axis : all_axes)
    if (FaceRule& rule = across[static_cast<std::size_t>(axis)]; rule == FaceRule::sealed && image.along(axis) == 1)
      rule = FaceRule::periodic;
  return FaceRules(across);
}

}  // namespace perm
