// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/threshold_slope.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "core/stop_check.hpp"
#include "darcy/flow_lattice.hpp"
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
      : ny_(slab.image().ny), first_(slab.planes().first - beyond), words_(slab.pores().words_per_row()) {
    const Range& own = slab.planes();
    const bool has_planes = own.size() > 0;
    below_ = slab.fetch_planes(has_planes ? Range{own.first - beyond, own.first} : Range{});
    above_ = slab.fetch_planes(has_planes ? Range{own.last, own.last + beyond} : Range{});
    for (const std::span<const std::uint32_t> planes :
         {std::span<const std::uint32_t>(below_), slab.pores().words(), std::span<const std::uint32_t>(above_)})
      for (std::size_t word = 0; word < planes.size(); word += static_cast<std::size_t>(words_))
        rows_.push_back(&planes[word]);
  }

  /// Gives a row of a plane, which may be up to `beyond` outside of the slab.
  std::span<const std::uint32_t> row(std::int64_t y, std::int64_t z) const {
    return {rows_[static_cast<std::size_t>((z - first_) * ny_ + y)], static_cast<std::size_t>(words_)};
  }
  bool is_marked(const Voxel& v) const {
    constexpr std::uint64_t bits = PoreSpace::word_bits;
    const auto x = static_cast<std::uint64_t>(v.x);
    return (row(v.y, v.z)[x / bits] >> x % bits & 1U) != 0;
  }

 private:
  std::int64_t ny_;
  std::int64_t first_;
  std::int64_t words_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> above_;
  std::vector<const std::uint32_t*> rows_;
};

/// Finds the parts of the cells of one row after another.
class WallFinder {
 public:
  WallFinder(const PoreSlab& pores, const PoreSlab& moving, const AxisSet& closed)
      : n_(pores.image()), closed_(closed), pores_(pores, 2), moving_(moving, 1) {}

  /// Writes the parts of the pores of a row.
  void write_row(std::int64_t y, std::int64_t z, std::uint32_t* part) const {
    constexpr std::int64_t bits = PoreSpace::word_bits;
    const std::span<const std::uint32_t> row = pores_.row(y, z);
    for (std::size_t word = 0; word < row.size(); ++word) {
      if (row[word] == 0) continue;
      std::array<std::uint32_t, 6> solid = beside(pores_, y, z, word, true);
      for (std::uint32_t& side : solid) side = ~side;
      const std::array<std::uint32_t, 6> moving = beside(moving_, y, z, word, false);
      std::uint32_t moved = moving_.row(y, z)[word];
      for (std::size_t side = 0; side < solid.size(); ++side) moved |= solid[side] & moving[side];
      for (std::uint32_t left = row[word]; left != 0; left &= left - 1, ++part) {
        const int bit = std::countr_zero(left);
        std::uint32_t faces = 0;
        for (const std::uint32_t side : solid) faces += side >> bit & 1U;
        const bool is_moved = (moved >> bit & 1U) != 0;
        *part = is_moved ? part_of({static_cast<std::int64_t>(word) * bits + bit, y, z}) : WallParts::part(faces, 0);
      }
    }
  }

 private:
  /// Gives the marks of the voxels at each of the six faces of those of a word; beyond a closed face of the image
  /// they are `beyond`.
  std::array<std::uint32_t, 6> beside(const DeepSlab& slab, std::int64_t y, std::int64_t z, std::size_t word,
                                      bool beyond) const {
    const std::span<const std::uint32_t> row = slab.row(y, z);
    const std::size_t last = row.size() - 1;
    const int last_bit = static_cast<int>((n_.nx - 1) % PoreSpace::word_bits);
    const std::uint32_t fill = beyond ? ~0U : 0U;
    const bool ends = closed_.contains(Axis::x);
    const std::uint32_t before = word > 0 ? row[word - 1] >> 31U : (ends ? fill : row[last] >> last_bit) & 1U;
    const std::uint32_t behind = word < last ? row[word + 1] << 31U : ((ends ? fill : row[0]) & 1U) << last_bit;
    const auto of_row = [&](Axis axis, std::int64_t place, std::int64_t row_y, std::int64_t row_z) {
      return is_beyond(axis, place) ? fill : slab.row(wrapped(row_y, n_.ny), row_z)[word];
    };
    return {row[word] << 1U | before,         row[word] >> 1U | behind,         of_row(Axis::y, y - 1, y - 1, z),
            of_row(Axis::y, y + 1, y + 1, z), of_row(Axis::z, z - 1, y, z - 1), of_row(Axis::z, z + 1, y, z + 1)};
  }

  /// Calls visit(voxel) for the voxels of the image at the faces of a voxel.
  template <class Visit>
  void for_each_neighbour(const Voxel& v, const Visit& visit) const {
    for (const std::int64_t step : {std::int64_t{-1}, std::int64_t{1}}) {
      if (const std::int64_t x = v.x + step; !is_beyond(Axis::x, x)) visit(Voxel{wrapped(x, n_.nx), v.y, v.z});
      if (const std::int64_t y = v.y + step; !is_beyond(Axis::y, y)) visit(Voxel{v.x, wrapped(y, n_.ny), v.z});
      if (const std::int64_t z = v.z + step; !is_beyond(Axis::z, z)) visit(Voxel{v.x, v.y, z});
    }
  }
  static std::int64_t wrapped(std::int64_t place, std::int64_t length) {
    return place < 0 ? length - 1 : place < length ? place : 0;
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
  const auto of_pores = find_wall_parts(pores, moving, backend.domain().rules().closed(), planes);
  const auto of_cells = std::make_shared<const CellParts>(
      fetch_parts(WallParts::parts, of_pores.span(), pores, planes, backend.domain()));
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

LargeArray<std::uint32_t> find_wall_parts(const PoreSlab& pores, const PoreSlab& moving, const AxisSet& closed,
                                          const Range& planes) {
  const WallFinder finder(pores, moving, closed);
  const std::int64_t ny = pores.image().ny;
  const std::int64_t first = common(pores.planes(), planes).first;
  const std::vector<std::size_t> before = pores.pores_before_rows(planes);
  const std::size_t rows = before.size() - 1;
  LargeArray<std::uint32_t> parts(before.back());  // which the threads touch first: that takes longest
#pragma omp parallel for schedule(dynamic, 16)     // nothing in it throws
  for (std::size_t row = 0; row < rows; ++row) {
    const auto number = static_cast<std::int64_t>(row);
    finder.write_row(number % ny, first + number / ny, parts.data() + before[row]);
  }
  return parts;
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
  constexpr std::int64_t parts = 4;  // of the image, one after another, so that the lists take little memory
  for (std::int64_t part = 0; part < parts; ++part) {
    check_for_stop(pores.processes());
    const SpeedSums of_part = sum_speeds(backend, pores, moving.voxels, even_part(pores.image().nz, part, parts));
    sums[0] += of_part.walls;
    sums[1] += of_part.moved;
  }
  pores.processes().broadcast(std::span<double>(sums));
  if (!std::isfinite(sums[0] + sums[1])) return {};

  const double nu_over_force = viscosity(backend.settings().tau) / result.force;
  const double to_share = of_shear * nu_over_force * nu_over_force /
                          (static_cast<double>(pores.sample_voxels()) * *result.permeability_voxel2);
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
