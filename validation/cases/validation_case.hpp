// SPDX-License-Identifier: Apache-2.0
// A case of validation: a flow whose permeability is known by other means, the images that represent it at several
// resolutions, and the limits that the results must keep, each with its reason.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "core/range.hpp"
#include "darcy/flow_options.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm::validation {

/// The value that a case is compared with.
struct Reference {
  double permeability{0};    ///< in the unit below
  double relative_error{0};  ///< error of the reference itself
  std::string unit;          ///< "cell side squared"
  std::string source;        ///< how it is known: author, year, equation; or the method of validation/references
};

/// A flow with inertia depends on the relaxation time and on the force, so its trial sets both. Lattice units.
struct Inertia {
  double tau{1};
  double force{0};
};

/// A box of an image file that a user keeps (option --images).
struct ImagePart {
  std::string file;                         ///< name of the file or the folder
  std::string pore;                         ///< grey values that are pore, as for --pore
  std::optional<std::array<Range, 3>> box;  ///< along x, y, z; empty: the whole image
};

/// One image, and how it is solved.
struct Trial {
  Recipe recipe;  ///< where `image` is given, its extent only
  Axis direction{Axis::x};
  Goal goal{Goal::permeability};
  std::optional<Inertia> inertia{};  ///< empty: creeping flow, at any relaxation time and force
  std::optional<ImagePart> image{};  ///< empty: the recipe makes the image
  BoundaryChoice boundary{};
  Walls walls{Walls::voxels};  ///< between voxels they have two relaxation times, and float32 at least

  /// Gives `options` with what this trial sets.
  FlowOptions set_in(FlowOptions options) const;
};

/// Holds [row i: component of the flow][column j: direction of the force] of nu <u>_i / g_j, in voxel^2.
using TensorRows = std::array<std::array<double, 3>, 3>;

/// What the program's scheme gives on the voxels of a level when it is solved without error, known apart from the run
/// (scheme_values.hpp).
struct SchemeValue {
  double permeability{0};    ///< mean over the placements, in the unit of the case's reference
  double relative_error{0};  ///< of the stored value
};

/// A case at one resolution: several placements of the same geometry on the grid, whose mean counts.
struct Level {
  std::int64_t resolution{0};  ///< voxels along the length that Case::resolution_is names
  double unit_voxel2{1};       ///< one unit of the reference in voxel^2
  std::vector<Trial> trials;
  std::optional<SchemeValue> of_scheme{};
  std::optional<TensorRows> tensor{};  ///< known tensor; the trials are then flows along x, y and z
};

/// The quantity that a limit is set to.
enum class Quantity {
  error,             ///< |K/reference - 1| at a resolution, K averaged over placements
  observed_order,    ///< from the three finest resolutions, where it is defined
  order_of_error,    ///< order at which the error against the reference falls, over all resolutions
  richardson_error,  ///< |Richardson value/reference - 1|, where the observed order lies from 0.7 to 2.3
  two_term_error,    ///< as richardson_error, but extrapolated with a first and a second order term
  permeability,      ///< K at a resolution, in the reference's unit
  scheme_error,      ///< |K/K of the scheme - 1| at a resolution
  tensor_error       ///< largest |K_ij - known K_ij| over the largest known component, at a resolution
};

/// A limit holds when low <= value <= high. The mean over placements is known to its standard error only, so `error`
/// breaks a limit only when it is beyond it by more than twice the standard error. The scheme's own values are for the
/// very same placements, so `scheme_error` and `tensor_error` get the iteration error that the flows state, and no
/// more.
struct Limit {
  Quantity of{Quantity::error};
  std::int64_t resolution{0};  ///< only for error and permeability
  double low{0};
  double high{0};
  std::string reason;
};

/// Says what a reference is: an exact solution, what another program computed on the same image, correlations for media
/// of this kind, a slow step of the program's own scheme, or what was measured on a sample of the material. Their
/// errors mean different things, so they are never counted together.
enum class Part { exact, programs, correlations, own_scheme, measured };

}  // namespace perm::validation

template <>
inline constexpr std::array perm::names_of<perm::validation::Part>{
    perm::NamedValue{perm::validation::Part::exact, "exact"},
    perm::NamedValue{perm::validation::Part::programs, "other programs"},
    perm::NamedValue{perm::validation::Part::correlations, "correlations"},
    perm::NamedValue{perm::validation::Part::own_scheme, "own scheme"},
    perm::NamedValue{perm::validation::Part::measured, "measured"}};

namespace perm::validation {

/// A second reference, from a series in powers of the radius.
struct SeriesValue {
  double permeability{0};  ///< in the unit of the first
  std::string source;
};

struct Case {
  std::string name{};   ///< short, without blanks: "sc-0.5236"
  std::string group{};  ///< channels, cylinder arrays, sphere arrays, packings, inertia
  std::string title{};
  std::string resolution_is{};  ///< "voxels along the unit cell"
  Reference reference{};
  Part part{Part::exact};
  std::optional<SeriesValue> series{};
  std::optional<double> solid_fraction{};  ///< of the geometry, where cases form a curve over it
  /// Gives the reference, in the same unit, for the geometry scaled to another solid fraction, from which the error at
  /// equal volume follows; empty when such a scaling has no meaning.
  std::function<double(double solid_fraction)> at_solid_fraction{};
  std::vector<Level> levels{};
  std::vector<Limit> limits{};

  /// Tells whether K of each level is compared with one permeability. Flows with inertia are judged as a whole
  /// (validation/inertia): their reference has a source only, and they have no levels.
  bool compares_permeability() const { return reference.permeability > 0; }
};

/// How thorough a validation is: brief solves 32 voxels, quick 64 too, standard up to 128, full up to 256.
enum class Thoroughness { brief, quick, standard, full };
std::string to_string(Thoroughness thoroughness);

/// Gives the resolutions in voxels: 32, 64, 128 ...
std::vector<std::int64_t> resolutions(Thoroughness thoroughness);

/// Selects the cases to make by a part of their name or group; an empty part selects all. References take seconds, so
/// cases that are not wanted are not made.
struct Selection {
  std::string part;
  bool wants(const std::string& name, const std::string& group) const {
    return name.find(part) != std::string::npos || group.find(part) != std::string::npos;
  }
};

/// Gives the number of placements that a resolution is averaged over. Two suffice where voxels are fine: the spread
/// between placements falls faster than the error.
int placements(std::int64_t resolution);

/// Gives the displacement of placement `i` in voxels, each from 0 to 1. The placements are evenly spread over the voxel
/// for any number of them (additive recurrence of Roberts 2018, in three dimensions).
Shift placement_shift(int i);

}  // namespace perm::validation
