// SPDX-License-Identifier: Apache-2.0
// In which words and units a conductivity is told: the same numbers serve what diffuses, electric current and heat.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/named_values.hpp"

namespace perm {

/// What is conducted.
enum class Conduction { diffusion, current, heat };

template <>
inline constexpr std::array names_of<Conduction>{NamedValue{Conduction::diffusion, "diffusion"},
                                                 NamedValue{Conduction::current, "current"},
                                                 NamedValue{Conduction::heat, "heat"}};

/// Gives the name of the effective quantity: "effective diffusivity".
constexpr const char* effective_quantity(Conduction conduction) {
  switch (conduction) {
    case Conduction::diffusion:
      return "effective diffusivity";
    case Conduction::current:
      return "effective conductivity";
    case Conduction::heat:
      break;
  }
  return "effective thermal conductivity";
}

/// What conducts where there is no solid: a diffusivity or a conductivity with its unit, as the user gave it.
struct Bulk {
  double value{1};
  std::string unit;
};

struct ConductWords {
  Conduction of{Conduction::diffusion};
  std::optional<Bulk> bulk;  ///< absent: conductivities are relative
};

}  // namespace perm
