// SPDX-License-Identifier: Apache-2.0
// Files of quantities that every voxel has: velocity, pressure, the number of a part. They are written plane by plane,
// so that no process ever holds a whole field. Each format names its units and where the image lies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "core/named_values.hpp"

namespace perm {

enum class FieldFormat { vti, npy, h5, tif };
template <>
inline constexpr std::array names_of<FieldFormat>{
    NamedValue{FieldFormat::vti, "vti"}, NamedValue{FieldFormat::npy, "npy"}, NamedValue{FieldFormat::h5, "h5"},
    NamedValue{FieldFormat::tif, "tif"}};

enum class FieldType { float32, uint8, uint32 };
constexpr std::size_t size_of(FieldType type) { return type == FieldType::uint8 ? 1 : 4; }

/// A quantity of every voxel.
struct FieldQuantity {
  std::string name;
  std::string unit;  ///< empty where it has none
  FieldType type{FieldType::float32};
  int components{1};  ///< 3 for a vector, 6 for faces; those of a voxel beside each other

  std::size_t voxel_bytes() const { return size_of(type) * static_cast<std::size_t>(components); }
};

/// The voxels of an image in space.
struct FieldGrid {
  Extent extent;
  double spacing{1};                 ///< edge of a voxel, in metres or voxels
  std::array<double, 3> origin{};    ///< low corner of the first voxel, in the same unit
  std::string length_unit{"voxel"};  ///< "m" or "voxel"
};

/// A file that is being written. Errors are InputErrors; what is half written is left to its folder's owner.
class FieldFile {
 public:
  virtual ~FieldFile() = default;
  /// Writes plane z of a quantity, by its number in the list: nx*ny voxels, x fastest, in this machine's byte order.
  /// The planes of each quantity come in order.
  virtual void write_plane(std::size_t quantity, std::int64_t z, std::span<const std::byte> values) = 0;
  /// Comes last: the file is complete once it returns.
  virtual void close() = 0;
};

/// Say whether this program was built with the libraries that the two functions of their names need.
bool has_hdf5_fields();
bool has_tiff_fields();

/// Opens an image of VTK (.vti): XML, then raw values; all quantities belong to cells.
std::unique_ptr<FieldFile> open_vti(const std::filesystem::path& path, const FieldGrid& grid,
                                    const std::vector<FieldQuantity>& quantities);
/// Opens an array of NumPy, [z][y][x] or [z][y][x][component].
std::unique_ptr<FieldFile> open_npy_field(const std::filesystem::path& path, const FieldGrid& grid,
                                          const FieldQuantity& quantity);
/// Opens a file of HDF5 with a dataset [z][y][x] or [z][y][x][component] for each quantity and its unit as an
/// attribute. Spacing and origin are attributes x, y, z of the file.
std::unique_ptr<FieldFile> open_hdf5_fields(const std::filesystem::path& path, const FieldGrid& grid,
                                            const std::vector<FieldQuantity>& quantities);
/// Opens a stack of pages of float32, one component, which ImageJ opens with its voxel size.
std::unique_ptr<FieldFile> open_tiff_field(const std::filesystem::path& path, const FieldGrid& grid,
                                           const FieldQuantity& quantity);

}  // namespace perm
