// SPDX-License-Identifier: Apache-2.0
// One pass of a distance map along lines of voxels: each value is replaced by the least of value(q) + (x - q)^2 over
// all positions q of its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/row_runs.hpp"

namespace perm {

/// How a line of voxels goes on beyond its ends.
enum class LineEnds { ring, nothing, solid };

LineEnds line_ends(const FaceRules& rules, Axis axis);

/// Finds distances along x, from the runs of a row.
class RowDistances {
 public:
  RowDistances(std::int64_t nx, LineEnds ends);

  /// Sets the squared distances of the pore voxels; those of solid voxels are not touched.
  void find(std::span<const std::uint32_t> row, SquaredDistance* distances);

 private:
  std::int64_t nx_;
  LineEnds ends_;
  std::vector<SquaredDistance> rising_;   ///< squares of 0, 1, ... nx
  std::vector<SquaredDistance> falling_;  ///< squares of nx, nx - 1, ... 0
  std::vector<Run> runs_;
};

/// Computes the lower envelopes of the parabolas along a line in a time that is linear in its length, whatever the
/// values are (Meijster, Roerdink and Hesselink 2000; Felzenszwalb and Huttenlocher 2012).
class LineTransform {
 public:
  LineTransform(std::int64_t length, LineEnds ends);

  /// Replaces value(x) by the least of value(q) + (x - q)^2.
  void apply(std::span<SquaredDistance> line);

 private:
  /// The parabola with its lowest point at `site` is the lowest one from `begin` on.
  struct Piece {
    std::int64_t site{0};
    std::int64_t begin{0};
  };

  void apply_to_ring(std::span<SquaredDistance> line);
  void apply_between(std::span<SquaredDistance> line);

  LineEnds ends_;
  std::vector<SquaredDistance> line_;
  std::vector<SquaredDistance> values_;
  std::vector<Piece> envelope_;
};

/// Transforms parallel lines, as many at once as a cache line holds values. Pores are narrow, so that the least value
/// is mostly found a few steps away, for several lines at once; lines in which it may be farther than `most_steps` are
/// given to LineTransform.
class SheetTransform {
 public:
  SheetTransform(std::int64_t length, LineEnds ends);

  /// Transforms the lines x = 0..nx-1, which are `stride` apart in memory from voxel to voxel; *sheet is the first
  /// voxel.
  void apply(SquaredDistance* sheet, std::int64_t nx, std::int64_t stride);

 private:
  static constexpr std::int64_t most_steps = 128;
  static constexpr std::int64_t width = 64 / sizeof(SquaredDistance);

  /// One value of each of `width` lines. A value is stored less 2^15, because processors compare signed numbers
  /// fastest.
  struct alignas(64) Values {
    std::int16_t of_line[width];
  };

  void load(const SquaredDistance* sheet, std::int64_t lines, std::int64_t stride);
  /// Finds all values of the block that was loaded; gives false where one may be missed.
  bool search();
  void store(SquaredDistance* sheet, std::int64_t lines, std::int64_t stride) const;
  void apply_to_each(SquaredDistance* sheet, std::int64_t lines, std::int64_t stride);

  std::int64_t length_;
  LineEnds ends_;
  std::int64_t enough_steps_;  ///< no value is farther away
  std::int64_t steps_;         ///< that are searched
  std::vector<Values> given_;  ///< with steps_ rows before the first and as many after the last voxel
  std::vector<Values> found_;
  std::vector<SquaredDistance> line_;
  LineTransform transform_;
};

}  // namespace perm
