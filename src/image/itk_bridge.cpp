// SPDX-License-Identifier: Apache-2.0
#include "image/itk_bridge.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <itkImageIOBase.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <limits>
#include <sstream>

#include "core/memory_limits.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

VoxelType voxel_type_of(const itk::ImageIOBase& io, const std::filesystem::path& path) {
  using itk::IOComponentEnum;
  static_assert(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8);
  switch (io.GetComponentType()) {
    case IOComponentEnum::UCHAR:
      return VoxelType::uint8;
    case IOComponentEnum::CHAR:
      return VoxelType::int8;
    case IOComponentEnum::USHORT:
      return VoxelType::uint16;
    case IOComponentEnum::SHORT:
      return VoxelType::int16;
    case IOComponentEnum::UINT:
      return VoxelType::uint32;
    case IOComponentEnum::INT:
      return VoxelType::int32;
    case IOComponentEnum::ULONG:
    case IOComponentEnum::ULONGLONG:
      return VoxelType::uint64;
    case IOComponentEnum::LONG:
    case IOComponentEnum::LONGLONG:
      return VoxelType::int64;
    case IOComponentEnum::FLOAT:
      return VoxelType::float32;
    case IOComponentEnum::DOUBLE:
      return VoxelType::float64;
    default:
      break;
  }
  throw InputError(fmt::format("Cannot read '{}'", path.string()), "its voxels are of an unknown type",
                   "Use one of " + voxel_type_names());
}

}  // namespace

QuietStandardError::QuietStandardError() {
  std::cerr.flush();
  std::fflush(stderr);
  saved_ = ::dup(STDERR_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  if (saved_ >= 0) ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

QuietStandardError::~QuietStandardError() {
  std::cerr.flush();
  std::fflush(stderr);
  if (saved_ < 0) return;
  ::dup2(saved_, STDERR_FILENO);
  ::close(saved_);
}

std::string reason_in(const std::string& itk_text) {
  std::istringstream lines(itk_text);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  // The text is "ITK ERROR: TIFFImageIO(0x55..): reason" or "[nrrd] _nrrdEncodingRaw_read: reason".
  for (const char* mark : {"): ", "] "})
    if (const auto at = last.find(mark); at != std::string::npos)
      last.erase(0, at + std::char_traits<char>::length(mark));
  if (last.starts_with("_nrrd"))
    if (const auto at = last.find(": "); at != std::string::npos) last.erase(0, at + 2);
  return last;
}

ImageHeader read_header(itk::ImageIOBase& io, const std::filesystem::path& path) {
  return with_itk(path, [&] {
    io.SetFileName(path.string());
    io.ReadImageInformation();
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
      throw InputError(fmt::format("Cannot use '{}'", path.string()), why, remedy);
    };
    if (io.GetNumberOfComponents() != 1)
      refuse(fmt::format("it has {} numbers a voxel: colours or vectors", io.GetNumberOfComponents()),
             "Save it with one grey value or label a voxel");
    std::array<std::int64_t, 3> size{1, 1, 1};
    for (unsigned axis = 0; axis < io.GetNumberOfDimensions(); ++axis) {
      const auto n = static_cast<std::int64_t>(io.GetDimensions(axis));
      if (axis < size.size()) size[axis] = n;
      if (n < 1 || (axis >= size.size() && n != 1))
        refuse(fmt::format("axis {} of its {} axes has size {}", axis + 1, io.GetNumberOfDimensions(), n),
               "An image has up to three axes, each of one voxel or more");
    }
    const ImageHeader header{{size[0], size[1], size[2]}, voxel_type_of(io, path)};
    if (!is_addressable(header.extent, size_of(header.type)))
      refuse("its header says " + to_string(header.extent), "The header must be damaged");
    return header;
  });
}

}  // namespace perm
