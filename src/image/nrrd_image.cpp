// SPDX-License-Identifier: Apache-2.0
// NRRD (.nrrd, .nhdr) with ITK, which reads the format only whole.
#include <fmt/format.h>
#include <itkNrrdImageIO.h>

#include "image/formats.hpp"
#include "image/itk_bridge.hpp"

namespace perm {

std::unique_ptr<PlaneSource> open_nrrd(const std::filesystem::path& path) {
  const auto io = itk::NrrdImageIO::New();
  const ImageHeader header = read_header(*io, path);
  return std::make_unique<WholeImage>(header, read_voxels(*io, header, path),
                                      fmt::format("{} (NRRD, {})", path.string(), name_of(header.type)));
}

}  // namespace perm
