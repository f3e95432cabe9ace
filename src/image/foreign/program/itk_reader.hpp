// SPDX-License-Identifier: Apache-2.0
// One file that ITK reads: its facts, and its voxels.
#pragma once

#include <itkImageIOBase.h>

#include <span>
#include <string>

#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {

/// Gives the facts of a file whose header `io` has read. Throws Refusal for colours, vectors and sizes that are none.
FileFacts facts_of(itk::ImageIOBase& io);

class ItkReader {
 public:
  /// Chooses ITK's reader by the ending, and reads the header. What has no ending is DICOM.
  explicit ItkReader(const std::string& path);
  const FileFacts& facts() const { return facts_; }
  itk::ImageIOBase& io() { return *io_; }
  /// Fills `voxels` with all of the image.
  void read_all(std::span<std::byte> voxels);

 private:
  std::string path_;
  void (*check_voxels_)(const std::string& path);
  itk::ImageIOBase::Pointer io_;
  FileFacts facts_;
};

}  // namespace perm::foreign
