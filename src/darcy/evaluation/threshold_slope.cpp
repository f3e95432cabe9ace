// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/threshold_slope.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "darcy/flow_lattice.hpp"
#include "geometry/bit_count.hpp"
#include "lattice/cell_parts.hpp"
#include "solver/cell/settings.hpp"

namespace perm {
namespace {

constexpr double of_shear = 4;  ///< the squared shear at a flat wall over u^2 half a voxel from it
constexpr double of_width = 1.0 / 6;
constexpr double of_moving = 1.2;
constexpr double of_moving_in_width = 0.23;
constexpr double of_blur = 1.4;

struct Voxel {
  std::int64_t x, y, z;
};

/// The marks of a slab and of `beyond` planes below and above it.
class DeepSlab {
 public:
  DeepSlab(const PoreSlab& slab, std::int64_t beyond)
      : slab_(slab),
        first_(slab.planes().first - beyond),
        below_(slab.fetch_planes(wanted(slab, -beyond, 0))),
        above_(slab.fetch_planes(wanted(slab, 0, beyond))) {}

  /// Gives a row of a plane, which may be up to `beyond` outside of the slab.
  std::span<const std::uint32_t> row(std::int64_t y, std::int64_t z) const {
    const Range& own = slab_.planes();
    if (own.contains(z)) return slab_.pores().row(y, z - own.first);
    const std::vector<std::uint32_t>& planes = z < own.first ? below_ : above_;
    const std::int64_t plane = z < own.first ? z - first_ : z - own.last;
    const auto words = static_cast<std::size_t>(slab_.pores().words_per_row());
    return std::span(planes).subspan(static_cast<std::size_t>(plane * slab_.image().ny + y) * words, words);
  }
  bool is_marked(const Voxel& v) const {
    constexpr std::int64_t bits = PoreSpace::word_bits;
    return (row(v.y, v.z)[static_cast<std::size_t>(v.x / bits)] >> (v.x % bits) & 1U) != 0;
  }

 private:
  static Range wanted(const PoreSlab& slab, std::int64_t before, std::int64_t behind) {
    const Range& own = slab.planes();
    if (own.size() == 0) return {};
    return before < 0 ? Range{own.first + before, own.first} : Range{own.last, own.last + behind};
  }

  const PoreSlab& slab_;
  std::int64_t first_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> above_;
};

/// Finds the parts of the cells of one row after another.
class WallFinder {
 public:
  WallFinder(const PoreSlab& pores, const PoreSlab& moving, const AxisSet& closed)
      : n_(pores.image()), closed_(closed), pores_(pores, 2), moving_(moving, 1) {}

  /// Adds the parts of a row to `parts`, which has room for them.
  void add_parts_of_row(std::int64_t y, std::int64_t z, std::vector<std::uint32_t>& parts) const {
    constexpr std::int64_t bits = PoreSpace::word_bits;
    const std::span<const std::uint32_t> row = pores_.row(y, z);
    for (std::size_t word = 0; word < row.size(); ++word) {
      const std::uint32_t inside = row[word] == 0 ? 0 : amid_pores(row, word, y, z);
      for (std::uint32_t left = row[word]; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        const Voxel cell{static_cast<std::int64_t>(word) * bits + bit, y, z};
        parts.push_back((inside >> bit & 1U) != 0 ? 0 : part_of(cell));
      }
    }
  }

 private:
  /// Gives a bit for each voxel of a word whose neighbours across the faces are all pore in the slab. The ends of a row
  /// have none: they are looked at one by one.
  std::uint32_t amid_pores(std::span<const std::uint32_t> row, std::size_t word, std::int64_t y, std::int64_t z) const {
    if (y == 0 || y == n_.ny - 1 || z == 0 || z == n_.nz - 1) return 0;
    const std::uint32_t before = word > 0 ? row[word - 1] >> 31U : 0;
    const std::uint32_t behind = word + 1 < row.size() ? row[word + 1] << 31U : 0;
    return (row[word] << 1U | before) & (row[word] >> 1U | behind) & pores_.row(y - 1, z)[word] &
           pores_.row(y + 1, z)[word] & pores_.row(y, z - 1)[word] & pores_.row(y, z + 1)[word];
  }

  /// Calls visit(voxel) for the voxels of the image at the faces of a voxel.
  template <class Visit>
  void for_each_neighbour(const Voxel& v, const Visit& visit) const {
    for (const std::int64_t step : {std::int64_t{-1}, std::int64_t{1}}) {
      if (const std::int64_t x = v.x + step; !is_beyond(Axis::x, x)) visit(Voxel{(x + n_.nx) % n_.nx, v.y, v.z});
      if (const std::int64_t y = v.y + step; !is_beyond(Axis::y, y)) visit(Voxel{v.x, (y + n_.ny) % n_.ny, v.z});
      if (const std::int64_t z = v.z + step; !is_beyond(Axis::z, z)) visit(Voxel{v.x, v.y, z});
    }
  }
  bool is_beyond(Axis axis, std::int64_t place) const {
    return closed_.contains(axis) && (place < 0 || place >= n_.along(axis));
  }

  std::uint32_t part_of(const Voxel& cell) const {
    std::uint32_t solid = 0;
    std::uint32_t weight = 0;
    for_each_neighbour(cell, [&](const Voxel& v) {
      if (pores_.is_marked(v)) return;
      ++solid;
      if (!moving_.is_marked(v)) return;
      std::uint32_t open = 0;  // faces of a voxel that becomes pore, among them that to this cell
      for_each_neighbour(v, [&](const Voxel& beside) { open += pores_.is_marked(beside) ? 1 : 0; });
      weight += WallParts::whole / open;
    });
    if (moving_.is_marked(cell)) weight += WallParts::whole * (solid * (solid + 1) / 2);
    return WallParts::part(solid, weight);
  }

  Extent n_;
  AxisSet closed_;
  DeepSlab pores_;
  DeepSlab moving_;
};

/// Sums of the squared speeds of cells, weighed.
struct SpeedSums {
  double walls{0};  ///< by q over 4
  double moved{0};  ///< by what a cell stands for of Q
};

/// Sums over the cells of some planes. Gives zeros to all processes but the first.
SpeedSums sum_speeds(const Backend& backend, const PoreSlab& pores, const PoreSlab& moving, const Range& planes) {
  const auto found = find_wall_parts(pores, moving, backend.domain().rules().closed(), planes);
  const std::vector<CellParts::Row> rows(found.begin(), found.end());
  const auto of_cells =
      std::make_shared<const CellParts>(fetch_parts(WallParts::parts, rows, pores, planes, backend.domain()));
  const std::vector<double> squares = backend.sum_squared_speeds(of_cells);
  SpeedSums sums;
  for (std::size_t part = 0; part < squares.size(); ++part) {
    const auto solid = static_cast<double>(part % WallParts::faces);
    sums.walls += solid * (solid + 1) / 2 * squares[part];
    const std::size_t weight = part / WallParts::faces;
    sums.moved += static_cast<double>(weight) / WallParts::whole * squares[part];
  }
  return sums;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> find_wall_parts(const PoreSlab& pores, const PoreSlab& moving,
                                                        const AxisSet& closed, const Range& planes) {
  const WallFinder finder(pores, moving, closed);
  const std::int64_t ny = pores.image().ny;
  const std::int64_t first = std::max(planes.first, pores.planes().first);
  const std::int64_t count = std::max<std::int64_t>(0, std::min(planes.last, pores.planes().last) - first);
  std::vector<std::vector<std::uint32_t>> rows(static_cast<std::size_t>(ny * count));
  for (std::size_t row = 0; row < rows.size(); ++row) {  // here, so that no thread takes memory of its own
    const auto number = static_cast<std::int64_t>(row);
    const std::int64_t z = first + number / ny - pores.planes().first;
    rows[row].reserve(static_cast<std::size_t>(count_bits(pores.pores().row(number % ny, z))));
  }
#pragma omp parallel for schedule(dynamic, 16)  // nothing in it throws
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto number = static_cast<std::int64_t>(row);
    finder.add_parts_of_row(number % ny, first + number / ny, rows[row]);
  }
  return rows;
}

BlurBias find_blur_bias(const ThresholdSlope& slope, const EstimateBasis& chords) {
  const double moved = of_blur * slope.of_voxel() * slope.blur * slope.blur;
  const auto inside = [&](double chord) { return chord > 0 ? moved * 4 / (3 * chord) : 0; };
  return {inside(chords.solid_chord), inside(chords.pore_chord)};
}

std::optional<ThresholdSlope> measure_threshold_slope(const SolvedFlow& flow, const PoreSlab& pores,
                                                      const MovingVoxels& moving) {
  const FlowResult& result = flow.result();
  if (!result.permeability_voxel2 || !(*result.permeability_voxel2 > 0)) return {};
  const Backend& backend = *flow.lattice()->backend;
  std::array<double, 2> sums{};
  constexpr std::int64_t parts = 16;  // of the image, one after another, so that the lists take little memory
  for (std::int64_t part = 0; part < parts; ++part) {
    const SpeedSums of_part = sum_speeds(backend, pores, moving.voxels, even_part(pores.image().nz, part, parts));
    sums[0] += of_part.walls;
    sums[1] += of_part.moved;
  }
  pores.processes().broadcast(std::span<double>(sums));
  if (!std::isfinite(sums[0] + sums[1])) return {};

  const double nu_over_force = viscosity(backend.settings().tau) / result.force;
  const double to_share = of_shear * nu_over_force * nu_over_force /
                          (static_cast<double>(pores.image().voxels()) * *result.permeability_voxel2);
  const double of_walls = to_share * sums[0];
  ThresholdSlope slope;
  slope.per_voxel_of_wall = of_walls * (1 + of_width * of_walls);
  slope.grey_values = moving.grey_values;
  slope.grey_values_a_voxel = moving.a_voxel;
  slope.blur = moving.blur;
  slope.per_grey_value =
      of_moving * to_share * sums[1] * (1 + of_moving_in_width * of_walls) / (2 * moving.grey_values);
  return slope;
}

}  // namespace perm
