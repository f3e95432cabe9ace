// SPDX-License-Identifier: Apache-2.0
#include "geometry/sample/column_maps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include "core/range.hpp"

namespace perm {
namespace {

constexpr double largest_level = 65535;

/// Turns grey values into levels: values of up to 16 bits as they are, others by the range that some planes have.
class Levels {
 public:
  Levels(PlaneSource& image, std::span<std::byte> plane) : type_(image.type()) {
    if (size_of(type_) <= 2 && type_ != VoxelType::float16) {
      low_ = type_ == VoxelType::int8 ? -128 : type_ == VoxelType::int16 ? -32768 : 0;
      return;
    }
    constexpr std::int64_t planes_looked_at = 8;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const std::int64_t planes = image.extent().nz;
    for (std::int64_t i = 0; i < std::min(planes, planes_looked_at); ++i) {
      read(image, plane, (2 * i + 1) * planes / (2 * std::min(planes, planes_looked_at)));
      for (const double value : grey_)
        if (std::isfinite(value)) {
          low = std::min(low, value);
          high = std::max(high, value);
        }
    }
    if (!(high > low)) return;
    low_ = low;
    scale_ = largest_level / (high - low);
  }

  /// Reads a plane and gives the levels of its voxels. What is not a number has level 0.
  const std::vector<std::uint16_t>& read_levels(PlaneSource& image, std::span<std::byte> plane, std::int64_t z) {
    read(image, plane, z);
    levels_.resize(grey_.size());
    for (std::size_t i = 0; i < grey_.size(); ++i) {
      const double level = (grey_[i] - low_) * scale_;
      levels_[i] = level > 0 ? static_cast<std::uint16_t>(std::lrint(std::min(level, largest_level))) : 0;
    }
    return levels_;
  }

 private:
  void read(PlaneSource& image, std::span<std::byte> plane, std::int64_t z) {
    image.read_plane(z, plane);
    grey_.resize(plane.size() / static_cast<std::size_t>(size_of(type_)));
    convert_to_grey(type_, plane, grey_);
  }

  VoxelType type_;
  double low_{0};
  double scale_{1};
  std::vector<double> grey_;
  std::vector<std::uint16_t> levels_;
};

/// Sums of levels, of their squares and of their changes, by column.
class ColumnSums {
 public:
  explicit ColumnSums(std::int64_t columns) : sums_(static_cast<std::size_t>(columns * 3)) {}

  /// Adds a voxel, and how far it is from the one before it in the column.
  void add(std::int64_t column, std::int64_t level, std::int64_t before) {
    std::int64_t* const sums = &sums_[static_cast<std::size_t>(3 * column)];
    sums[0] += level;
    sums[1] += level * level;
    sums[2] += std::abs(level - before);
  }

  /// Gives the map of these columns, which are `length` voxels long. Collective.
  ColumnMap map_of(Axis axis, const Extent& n, const Communicator& processes) {
    processes.sum(std::span(sums_));
    ColumnMap map{axis, axis == Axis::x ? n.ny : n.nx, axis == Axis::z ? n.ny : n.nz, {}};
    const auto length = static_cast<double>(n.along(axis));
    for (std::size_t i = 0; i < sums_.size(); i += 3) {
      const double mean = static_cast<double>(sums_[i]) / length;
      const double variance = static_cast<double>(sums_[i + 1]) / length - mean * mean;
      map.looks.push_back({static_cast<float>(mean), static_cast<float>(std::sqrt(std::max(0.0, variance))),
                           static_cast<float>(static_cast<double>(sums_[i + 2]) / length)});
    }
    return map;
  }

 private:
  std::vector<std::int64_t> sums_;
};

}  // namespace

std::array<ColumnMap, 3> map_columns(PlaneSource& image, const Communicator& processes) {
  const Extent n = image.extent();
  ColumnSums along_x(n.ny * n.nz);
  ColumnSums along_y(n.nx * n.nz);
  ColumnSums along_z(n.nx * n.ny);
  std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
  Levels levels(image, plane);
  const Range own = even_part(n.nz, processes.rank(), processes.size());
  std::vector<std::uint16_t> below;  // the levels of the plane before
  if (own.size() > 0) below = levels.read_levels(image, plane, std::max<std::int64_t>(0, own.first - 1));
  for (std::int64_t z = own.first; z < own.last; ++z) {
    const std::vector<std::uint16_t>& level = levels.read_levels(image, plane, z);
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const auto at = static_cast<std::size_t>(y * n.nx + x);
        const std::int64_t value = level[at];
        along_x.add(z * n.ny + y, value, x > 0 ? level[at - 1] : value);
        along_y.add(z * n.nx + x, value, y > 0 ? level[at - static_cast<std::size_t>(n.nx)] : value);
        along_z.add(y * n.nx + x, value, below[at]);
      }
    below = level;
  }
  return {along_x.map_of(Axis::x, n, processes), along_y.map_of(Axis::y, n, processes),
          along_z.map_of(Axis::z, n, processes)};
}

}  // namespace perm
