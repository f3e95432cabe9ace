// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertia_list.hpp"

#include <iterator>
#include <utility>

namespace perm::validation {

std::vector<InertiaCase> inertia_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<InertiaCase> cases;
  const auto add = [&](std::vector<InertiaCase> more) {
    for (InertiaCase& one : more)
      if (selection.wants(one.name, one.group)) cases.push_back(std::move(one));
  };
  if (selection.part.starts_with(thermal_group)) add(gas_cases(thoroughness));
  if (!selection.part.starts_with(inertia_group)) return cases;
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
