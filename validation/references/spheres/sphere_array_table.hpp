// SPDX-License-Identifier: Apache-2.0
// The drag on spheres in cubic arrays at once, by interpolation between stored solutions (sphere_array_drags.cpp).
// solve_sphere_array gives the same drag within the errors of both and takes up to some seconds.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

/// A solution of solve_sphere_array. At chi = 0 it is Stokes's law for one sphere: drag 1, error 0.
struct StoredDrag {
  double chi;
  double drag;
  double error;  ///< relative
};

/// Solutions for a range of chi, from the first to the last.
struct StoredRange {
  std::span<const StoredDrag> nodes;
  /// Largest difference between interpolation and solution that was found between the nodes, over what the errors of
  /// the nodes alone can make.
  double between;
};

/// The range below chi = 0.4 and the one above. The lower one is separate because solutions are better there by
/// several digits, and one interpolation would carry the larger errors over.
using StoredRanges = std::array<StoredRange, 2>;

/// Gives what is stored for a lattice.
const StoredRanges& stored_drags(SphereLattice lattice);

/// The checksum of all stored numbers when they were written.
extern const std::uint64_t stored_checksum;

struct InterpolatedDrag {
  double drag;   ///< K = F/(6 pi mu a U), as in SphereArrayDrag
  double error;  ///< bound of its relative error, from the errors of the solutions
};

/// Interpolates 1/drag by a polynomial in chi. That is a power series for small chi (Hasimoto 1959) and smooth up to
/// touching, and polynomials converge faster to it than to the drag. The error is what the errors of the nodes can make
/// at most, and the part `between` of it in addition. A call takes microseconds. Throws std::domain_error unless chi
/// lies in the range.
InterpolatedDrag interpolate(const StoredRange& range, double chi);

/// Gives the drag on a sphere of the array, for flow along a side of the cube. Throws std::domain_error unless
/// 0 < chi <= 1.
InterpolatedDrag sphere_array_drag(SphereLattice lattice, double chi);

/// Gives the checksum (FNV-1a, 64 bits) of the numbers of these ranges, by their bits: it is another one when a single
/// number is.
std::uint64_t checksum(std::span<const StoredRanges> lattices);

}  // namespace perm::reference
