// SPDX-License-Identifier: Apache-2.0
// Tells which fibres of a periodic box a new one would overlap, and how it must move to part from them. The pieces of
// the centre lines lie in a list of cells. Lengths are in voxels.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/shapes/solids/fibre.hpp"

namespace perm {

/// Gives the shortest vector from a point of the straight line between `c` and `d` to a point of that between `a` and
/// `b`. Method: both points are clamped to their lines in turn (Ericson 2004, Real-Time Collision Detection, 5.1.9).
Vector shortest_between(const Vector& a, const Vector& b, const Vector& c, const Vector& d);

/// Fibres that do not overlap each other.
class FibreContacts {
 public:
  /// `cell` is the least edge of a cell.
  FibreContacts(const Extent& box, double cell);

  /// Moves the fibre until its centre line is nowhere nearer to that of another fibre, or to a periodic image of it,
  /// than the sum of their radii: it parts from the deepest overlap, at most `most_moves` times. Gives false when some
  /// overlap is left. A fibre is not compared with itself. `comparisons` is lowered by the pairs of pieces looked at;
  /// the fibre moves no more when none are left.
  bool part(Fibre& fibre, int most_moves, std::int64_t& comparisons) const;
  void add(const Fibre& fibre);

 private:
  struct Piece {
    Vector begin{};
    Vector end{};
    double radius{0};
  };

  /// Gives the move that undoes the deepest overlap; zero where there is none.
  Vector undo_deepest(const Fibre& fibre, std::int64_t& comparisons) const;
  template <typename Visit>
  void for_each_near(const Piece& piece, Visit&& visit) const;
  std::size_t cell_at(const std::array<std::int64_t, 3>& place) const;

  Vector box_{};
  std::array<std::int64_t, 3> cells_{1, 1, 1};
  std::vector<std::vector<std::uint32_t>> members_;  // pieces whose middle is in the cell
  std::vector<Piece> pieces_;                        // their middles are in the box
  double largest_radius_{0};
  double longest_half_{0};  // half of the longest piece
};

}  // namespace perm
