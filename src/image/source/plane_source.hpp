// SPDX-License-Identifier: Apache-2.0
// An image as the rest of the program sees it: planes of voxels that are read one after another, so that the whole
// image need not be in memory, and what its file says of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "image/source/voxel_type.hpp"

namespace perm {

/// What a file says besides the values of its voxels, as far as it says it.
struct ImageNotes {
  std::array<double, 3> spacing{};       ///< the distance of voxels along x, y, z; 0 where the file does not say
  std::optional<double> spacing_unit_m;  ///< metres in the unit of `spacing`, where the file names one
  std::string pore_values;               ///< the grey values that are pore, in the words of --pore; may be empty
  std::vector<std::string> warnings;     ///< what a reader of the results has to know, as sentences
};

/// Gives the planes of a voxel image.
class PlaneSource {
 public:
  virtual ~PlaneSource() = default;
  virtual Extent extent() const = 0;
  virtual VoxelType type() const = 0;
  /// Fills `voxels` with plane z: nx*ny voxels of type(), x fastest, in this machine's byte order. Planes may be asked
  /// for in any order; the order of z is fastest. Throws InputError when the file fails.
  virtual void read_plane(std::int64_t z, std::span<std::byte> voxels) = 0;
  /// Gives a second source of the same image, which another thread may read at the same time. Gives nothing where the
  /// planes can only be read one after another.
  virtual std::unique_ptr<PlaneSource> for_another_thread() const { return nullptr; }
  /// Names the path and the format, for the report.
  virtual std::string description() const = 0;
  virtual const ImageNotes& notes() const = 0;

  std::int64_t plane_bytes() const { return extent().plane_voxels() * size_of(type()); }
};

/// Fills `grey` (nx*ny values) with the values of plane z as doubles.
void read_grey_plane(PlaneSource& image, std::int64_t z, std::span<double> grey);

}  // namespace perm
