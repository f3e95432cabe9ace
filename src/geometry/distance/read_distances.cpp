// SPDX-License-Identifier: Apache-2.0
#include "geometry/distance/read_distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/errors.hpp"
#include "geometry/read_planes.hpp"

namespace perm {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

/// Keeps the least place of a value that is no finite number.
class Finite {
 public:
  void note(double value, std::int64_t place) {
    if (!std::isfinite(value)) keep_least(first_, place);
  }
  void require(const PlaneSource& image, const Communicator& processes) const {
    const std::int64_t first = -processes.max(-first_.load());
    if (first == none) return;
    const Extent n = image.extent();
    throw InputError(fmt::format("Cannot use the distances of {}", image.description()),
                     fmt::format("voxel ({}, {}, {}) is not a finite number", first % n.nx, first / n.nx % n.ny,
                                 first / n.plane_voxels()),
                     "Give every voxel its distance to the surface");
  }

 private:
  std::atomic<std::int64_t> first_{none};
};

void require_distance(const DistanceArray& distances, const PlaneSource& image) {
  const std::string problem = fmt::format("Cannot use the distances of {}", image.description());
  const ChangeOfDistance change = measure_change(distances);
  if (change.voxels == 0)
    throw InputError(problem, "no two neighbours have opposite signs, so there is no surface",
                     "Give the distance to the surface, above 0 in pores and below 0 in solid");
  constexpr double most_change = 1.25;  // distances are exact within a few per cent; those of voxels jump by 2 or more
  constexpr double most_outside = 0.2;
  if (change.mean < most_change && change.mean > 1 / most_change && change.outside < most_outside) return;
  const std::string why = fmt::format(
      "beside the surface they change by {:.3g} from voxel to voxel, and distances in voxels by 1", change.mean);
  if (change.outside >= most_outside)
    throw InputError(problem, why + ", and by much more here than there",
                     "Give distances to the surface, or use --walls voxels with the values that are pore, as in --pore "
                     "0:");
  constexpr double least_of_map =
      1.6;  // the difference of two maps of voxels jumps by 2 across faces, 2 sqrt(3) at most
  constexpr double most_of_map = 3.5;
  if (change.mean > least_of_map && change.mean < most_of_map)
    throw InputError(problem, why + "; so do those between centres of voxels, which tell no more than the voxels",
                     "Use --walls voxels --pore 0:, or give distances to the smooth surface");
  throw InputError(problem, why, "Divide them by the length of a voxel, if they are in another unit");
}

/// Calls visit(length of the gradient) for the voxels of a row that are pore and have solid beside them. Nothing is
/// looked at across the faces of the image, where it may not repeat: a voxel is its own neighbour there.
template <class Visit>
void for_each_change(const DistanceArray& distances, std::int64_t y, std::int64_t z, const Visit& visit) {
  constexpr double largest = 1000;
  const Extent& n = distances.image();
  const std::span<const float> row = distances.row(y, z);
  const auto row_in = [&](std::int64_t of_y, std::int64_t of_z) {
    return distances.row(std::clamp(of_y, std::int64_t{0}, n.ny - 1), std::clamp(of_z, std::int64_t{0}, n.nz - 1));
  };
  const std::array<std::array<std::span<const float>, 2>, 2> beside{
      {{row_in(y - 1, z), row_in(y + 1, z)}, {row_in(y, z - 1), row_in(y, z + 1)}}};
  for (std::size_t x = 0; x < row.size(); ++x) {
    const double here = row[x];
    if (here <= 0) continue;
    bool is_beside_solid = false;
    double square = 0;
    // In the middle of a narrow pore the distance falls on both sides, so the steeper one of both counts too.
    const auto add = [&](double before, double behind) {
      is_beside_solid |= before <= 0 || behind <= 0;
      const double change = std::max({std::abs(behind - before) / 2, here - before, here - behind});
      square += change * change;
    };
    add(row[x > 0 ? x - 1 : x], row[x + 1 < row.size() ? x + 1 : x]);
    for (const auto& [before, behind] : beside) add(before[x], behind[x]);
    if (is_beside_solid) visit(std::min(std::sqrt(square), largest));
  }
}

}  // namespace

void require_fractions(const PlaneSource& image) {
  const VoxelType type = image.type();
  if (type == VoxelType::float16 || type == VoxelType::float32 || type == VoxelType::float64) return;
  throw InputError(
      fmt::format("--walls sub-voxel cannot use {}", image.description()),
      fmt::format("its voxels are {}, and only an image of signed distances says where walls are between voxels",
                  name_of(type)),
      "Use --walls voxels, or give distances to the surface in voxels, float32, negative in solid");
}

DistanceArray read_distances(PlaneSource& image, FileAxes axes, const Communicator& processes) {
  require_fractions(image);
  const Extent file = image.extent();
  const Extent extent = extent_of_image(file, axes);
  const Range own = even_part(extent.nz, processes.rank(), processes.size());
  DistanceArray distances(extent, own, processes);
  Finite finite;
  with_type(image.type(), [&]<class T>(std::type_identity<T>) {
    const auto value_of_voxel = [](std::span<const std::byte> plane, std::int64_t i) {
      T voxel;
      std::memcpy(&voxel, plane.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
      if constexpr (std::is_same_v<T, Half>)
        return value_of(voxel);
      else
        return static_cast<float>(voxel);
    };
    const bool is_swapped = axes == FileAxes::zyx;
    read_parts(image, is_swapped ? Range{0, file.nz} : own,
               [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t z) {
                 source.read_plane(z, plane);
                 const Range columns = is_swapped ? own : Range{0, file.nx};
                 for (std::int64_t y = 0; y < file.ny; ++y)
                   for (std::int64_t x = columns.first; x < columns.last; ++x) {
                     const float value = value_of_voxel(plane, y * file.nx + x);
                     finite.note(value, file.index(x, y, z));
                     const auto at = static_cast<std::size_t>(is_swapped ? z : x);
                     distances.row(y, is_swapped ? x : z)[at] = value;
                   }
               });
  });
  finite.require(image, processes);
  require_distance(distances, image);
  return distances;
}

PoreSlab pores_of(const DistanceArray& distances) {
  PoreSlab slab = PoreSlab::even(distances.image(), distances.processes());
  const Range own = slab.planes();
  const Extent& n = distances.image();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = own.first; z < own.last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const float> row = distances.row(y, z);
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (row[static_cast<std::size_t>(x)] > 0) slab.pores().set_pore(x, y, z - own.first);
    }
  return slab;
}

ChangeOfDistance measure_change(const DistanceArray& distances) {
  const Communicator& processes = distances.processes();
  const Range own = distances.planes();
  std::optional<DistanceArray> fetched;
  if (!processes.is_alone()) fetched = distances.fetch(own.size() > 0 ? Range{own.first - 1, own.last + 1} : Range{});
  const DistanceArray& near = fetched ? *fetched : distances;
  const std::int64_t ny = near.image().ny;
  constexpr double unit = 1 << 20;  // whole numbers have the same sum on any number of processes and threads
  std::int64_t voxels = 0;
  std::int64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : voxels, sum)  // nothing in it throws
  for (std::int64_t z = own.first; z < own.last; ++z)
    for (std::int64_t y = 0; y < ny; ++y)
      for_each_change(near, y, z, [&](double change) {
        ++voxels;
        sum += std::llround(unit * change);
      });
  ChangeOfDistance result;
  result.voxels = processes.sum(voxels);
  if (result.voxels == 0) return result;
  result.mean = static_cast<double>(processes.sum(sum)) / unit / static_cast<double>(result.voxels);
  std::int64_t outside = 0;
#pragma omp parallel for schedule(static) reduction(+ : outside)  // nothing in it throws
  for (std::int64_t z = own.first; z < own.last; ++z)
    for (std::int64_t y = 0; y < ny; ++y)
      for_each_change(near, y, z, [&](double change) {
        if (change < result.mean / 2 || change > 1.5 * result.mean) ++outside;
      });
  result.outside = static_cast<double>(processes.sum(outside)) / static_cast<double>(result.voxels);
  return result;
}

}  // namespace perm
