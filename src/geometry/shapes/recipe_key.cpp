// SPDX-License-Identifier: Apache-2.0
// The key of a recipe, by which an image that was made or solved before is known again.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

/// Tells when a file of centres was last written, in ticks of the file system's clock; 0 without a file.
std::int64_t time_of(const std::filesystem::path& file) {
  std::error_code none;
  const auto time = std::filesystem::last_write_time(file, none);
  return none ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

}  // namespace

// The binding names every field, so that a new field does not compile until somebody has added it here.
std::string key_of(const Recipe& recipe) {
  const auto& [kind, extent, porosity, radius, inner_radius, radius_spread, gap, width, axis, shift, seed, moves,
               centres, centres_hold_diameters, box, orientation, length, persistence_length, second_radius,
               second_share, overlap] = recipe;
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "-"; };
  return fmt::format(
      "{} {} porosity {} radius {} inner {} spread {} gap {} width {} axis {} seed {} moves {} centres '{}' of {} {} "
      "box {} shift {},{},{} {} length {} persistence {} second {} share {} overlap {}",
      to_string(kind), to_string(extent), number(porosity), number(radius), number(inner_radius), radius_spread,
      number(gap), number(width), axis_letter(axis_of(recipe)), seed, moves, centres.string(), time_of(centres),
      centres_hold_diameters ? "diameters" : "radii", box, shift.x, shift.y, shift.z, to_string(orientation),
      number(length), number(persistence_length), number(second_radius), number(second_share), to_string(overlap));
}

}  // namespace perm
