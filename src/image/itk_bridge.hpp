// SPDX-License-Identifier: Apache-2.0
// The readers that use ITK share this file. It turns ITK's headers into an extent and a voxel type, and ITK's
// exceptions into an InputError of one line. It keeps off the terminal what ITK and the libraries below it print.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/extent.hpp"
#include "image/plane_source.hpp"
#include "image/voxel_type.hpp"

namespace itk {
class ImageIOBase;
}

namespace perm {

/// Sends the standard error of this process to /dev/null while this object lives. libtiff, MetaIO and NrrdIO print
/// messages there that ITK throws as well, or that no user needs.
class QuietStandardError {
 public:
  QuietStandardError();
  ~QuietStandardError();
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  int saved_{-1};
};

/// Gives the one line of an ITK exception that says what is wrong.
std::string reason_in(const std::string& itk_text);

/// Runs `read`, which calls ITK or libtiff for `path`, quietly; any exception becomes an InputError about `path`.
template <class Read>
auto with_itk(const std::filesystem::path& path, Read&& read) {
  const QuietStandardError quiet;
  try {
    return read();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& problem) {
    throw InputError("Cannot read '" + path.string() + "'", "damaged or incomplete: " + reason_in(problem.what()),
                     "Copy or export the image again and see that other programs open it");
  }
}

/// The facts that an image file gives in its header.
struct ImageHeader {
  Extent extent;
  VoxelType type{VoxelType::uint8};
  std::int64_t bytes() const { return extent.voxels() * size_of(type); }
};

/// Reads the header of `path` through `io`. 2-D images get nz = 1. Throws InputError for colours, vectors and complex
/// numbers, and for sizes that are not 1 to 3 positive numbers.
ImageHeader read_header(itk::ImageIOBase& io, const std::filesystem::path& path);

/// Throws InputError with `remedy` when the voxels of `header`, in their own type, would not fit in memory.
void require_memory(const ImageHeader& header, const std::filesystem::path& path, const std::string& remedy);

/// Reads all voxels of `path` through `io`, whose header has been read. Throws InputError also when the voxels would
/// not fit in memory.
std::vector<std::byte> read_voxels(itk::ImageIOBase& io, const ImageHeader& header, const std::filesystem::path& path);

/// An image held in memory in its own type, for formats that cannot be read plane by plane.
class WholeImage final : public PlaneSource {
 public:
  WholeImage(const ImageHeader& header, std::vector<std::byte> voxels, std::string description)
      : header_(header), voxels_(std::move(voxels)), description_(std::move(description)) {}
  Extent extent() const override { return header_.extent; }
  void read_plane(std::int64_t z, std::span<double> grey) override;
  std::string description() const override { return description_; }

 private:
  ImageHeader header_;
  std::vector<std::byte> voxels_;
  std::string description_;
};

}  // namespace perm
