// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertia_list.hpp"

#include <iterator>
#include <utility>

namespace perm::validation {

std::vector<InertiaCase> inertia_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<InertiaCase> cases;
  if (!selection.part.starts_with(inertia_group)) return cases;
  const auto add = [&](std::vector<InertiaCase> more) {
    for (InertiaCase& one : more)
      if (selection.wants(one.name, inertia_group)) cases.push_back(std::move(one));
  };
  add(straight_flow_cases(thoroughness));
  add(array_cases(thoroughness));
  add(packing_drag_cases(thoroughness));
  add(forchheimer_cases(thoroughness));
  add(cavity_cases(thoroughness));
  add(cylinder_drag_cases(thoroughness));
  add(sphere_drag_cases(thoroughness));
  return cases;
}

}  // namespace perm::validation
