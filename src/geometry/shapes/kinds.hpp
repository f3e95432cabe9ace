// SPDX-License-Identifier: Apache-2.0
// The table of the kinds of geometry: all that the program knows of a kind stands in its row. Command lines, recipe
// files, help texts and messages are made from it. src/geometry/README.md says how a kind is added.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/named_values.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// The options that a recipe may hold besides its kind and its size.
enum class RecipeOption {
  porosity,
  radius,
  radius_spread,
  inner_radius,
  gap,
  width,
  axis,
  shift,
  centres,
  diameters,
  seed,
  moves,
  box,
  orientation,
  length,
  persistence_length,
  second_radius,
  second_share,
  overlap
};
template <>
inline constexpr std::array names_of<RecipeOption>{NamedValue{RecipeOption::porosity, "porosity"},
                                                   NamedValue{RecipeOption::radius, "radius"},
                                                   NamedValue{RecipeOption::radius_spread, "radius-spread"},
                                                   NamedValue{RecipeOption::inner_radius, "inner-radius"},
                                                   NamedValue{RecipeOption::gap, "gap"},
                                                   NamedValue{RecipeOption::width, "width"},
                                                   NamedValue{RecipeOption::axis, "axis"},
                                                   NamedValue{RecipeOption::shift, "shift"},
                                                   NamedValue{RecipeOption::centres, "centres"},
                                                   NamedValue{RecipeOption::diameters, "diameters"},
                                                   NamedValue{RecipeOption::seed, "seed"},
                                                   NamedValue{RecipeOption::moves, "moves"},
                                                   NamedValue{RecipeOption::box, "box"},
                                                   NamedValue{RecipeOption::orientation, "orientation"},
                                                   NamedValue{RecipeOption::length, "length"},
                                                   NamedValue{RecipeOption::persistence_length, "persistence-length"},
                                                   NamedValue{RecipeOption::second_radius, "second-radius"},
                                                   NamedValue{RecipeOption::second_share, "second-share"},
                                                   NamedValue{RecipeOption::overlap, "overlap"}};

/// One row of the table.
struct KindRow {
  GeometryKind kind;
  std::string_view name;                   ///< as a user writes it
  std::string_view words;                  ///< what it is, for the help; rows side by side may share their words
  std::span<const RecipeOption> options;   ///< the options that it takes, in the order in which a message lists them
  void (*draw)(PoreSlab&, const Recipe&);  ///< makes the geometry in a slab that is all solid; collective
  /// Throws InputError for a size that draw refuses, without drawing; null where only drawing shows it.
  void (*check)(const Recipe&){nullptr};
  /// Gives the extent that one number stands for; null stands for a cube.
  Extent (*unit_cell)(Axis axis, std::int64_t side){nullptr};
  Axis axis{Axis::x};  ///< axis of a recipe that gives none
  /// Gives the spheres that draw draws, without the shift; null where it draws something else. Collective.
  std::vector<Sphere> (*spheres)(const Recipe&, const Communicator&){nullptr};

  /// Gives the surface that draw draws voxels of, with the shift, where it is not one of spheres; null where voxels are
  /// all that there is. Collective.
  std::shared_ptr<const Surface> (*surface)(const Recipe&, const Communicator&){nullptr};

  /// Gives the porosity of a recipe with a radius, where it is known before drawing; null where it is not.
  double (*porosity)(const Recipe&){nullptr};
  /// Gives the porosity from which on hardly a pore is isolated; null where none ever is.
  double (*connected_from)(const Recipe&){nullptr};

  bool takes(RecipeOption option) const;
};

/// Says whether a table has a row for every kind, in the order of GeometryKind.
constexpr bool has_row_of_every_kind(const auto& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind != static_cast<GeometryKind>(i)) return false;
  return rows.back().kind == last_kind;
}

/// Gives all rows, in the order of GeometryKind.
std::span<const KindRow> kind_table();
const KindRow& row_of(GeometryKind kind);

/// Gives the porosity that a recipe asks for, or the one that follows from its radius; absent where neither is known
/// before drawing.
std::optional<double> nominal_porosity(const Recipe& recipe);

/// Says whether hardly a pore of the recipe's geometry is isolated at this porosity.
bool is_well_connected(const Recipe& recipe, double porosity);

/// Gives the names of the kinds that take an option, "packing overlap fibres".
std::string kinds_with(RecipeOption option, std::string_view separator = " ");
/// Gives the names of all kinds.
std::string list_kinds();

/// Throws InputError for an option that is given and that the kind does not take; the message names the options that it
/// takes. A seed and a box are not refused here, because every recipe has them.
void refuse_foreign_options(const Recipe& recipe);
/// Throws what that throws for this option.
[[noreturn]] void refuse_option(GeometryKind kind, RecipeOption option);

}  // namespace perm
