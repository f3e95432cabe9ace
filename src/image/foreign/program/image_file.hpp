// SPDX-License-Identifier: Apache-2.0
// What permeability-read-image opens: an image of any format, which gives its facts and its planes. Only this folder
// names libpng, ITK and HDF5. A build without one of them has the same functions, which refuse.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/extent.hpp"
#include "image/source/plane_source.hpp"

namespace perm::foreign {

/// Why a file is not read, in the words of the parent's errors: "problem (why). remedy". The parent knows the problem.
class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const std::string& why,
                   std::string remedy = "Copy or export the image again and see that other programs open it")
      : std::runtime_error(why), remedy_(std::move(remedy)) {}
  const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// The facts that are known before a voxel is read.
struct FileFacts {
  Extent extent;
  VoxelType type{VoxelType::uint8};
  std::int64_t memory_bytes{0};  ///< what reading the planes takes, besides the plane that is asked for
  ImageNotes notes{};
  std::string format;
  std::int64_t plane_bytes() const { return extent.plane_voxels() * size_of(type); }
};

class ImageFile {
 public:
  virtual ~ImageFile() = default;
  const FileFacts& facts() const { return facts_; }
  /// Fills `voxels` with plane z, in this machine's byte order.
  virtual void read_plane(std::int64_t z, std::span<std::byte> voxels) = 0;

 protected:
  FileFacts facts_;
};

/// Refuses what has not one number a voxel.
inline void require_one_number(std::int64_t numbers) {
  if (numbers != 1)
    throw Refusal(fmt::format("it has {} numbers a voxel: colours, vectors or transparency", numbers),
                  "Save it with one grey value or label a voxel");
}

/// Opens a file by its ending.
std::unique_ptr<ImageFile> open_file(const std::string& path);
std::unique_ptr<ImageFile> open_png_file(const std::string& path);
std::unique_ptr<ImageFile> open_itk_file(const std::string& path);
/// Opens the slices of these names in `folder`, in this order.
std::unique_ptr<ImageFile> open_slices(const std::string& folder, const std::vector<std::string>& names);
/// Opens the one DICOM series in `folder`, in the order of positions.
std::unique_ptr<ImageFile> open_dicom_series(const std::string& folder);
/// Opens a dataset of an HDF5 file; without a name the only one of two or three axes.
std::unique_ptr<ImageFile> open_dataset(const std::string& path, const std::string& dataset);

}  // namespace perm::foreign
