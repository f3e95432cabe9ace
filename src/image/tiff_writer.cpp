// SPDX-License-Identifier: Apache-2.0
#include "image/tiff_writer.hpp"

#include <itkTIFFImageIO.h>

#include <array>

#include "core/errors.hpp"
#include "image/itk_bridge.hpp"

namespace perm {

void write_tiff(const std::filesystem::path& path, const Extent& extent, double spacing_m,
                std::span<const std::uint8_t> labels) {
  const QuietStandardError quiet;
  try {
    const auto io = itk::TIFFImageIO::New();
    const std::array<std::int64_t, 3> size{extent.nx, extent.ny, extent.nz};
    const unsigned axes = extent.nz > 1 ? 3 : 2;
    io->SetFileName(path.string());
    io->SetNumberOfDimensions(axes);
    itk::ImageIORegion all(axes);
    for (unsigned axis = 0; axis < axes; ++axis) {
      io->SetDimensions(axis, static_cast<itk::SizeValueType>(size[axis]));
      all.SetSize(axis, static_cast<itk::SizeValueType>(size[axis]));
      io->SetSpacing(axis, spacing_m * 1000.0);  // ITK makes millimetres into dots per inch, and 0 into no tag
    }
    io->SetIORegion(all);
    io->SetComponentType(itk::IOComponentEnum::UCHAR);
    io->SetPixelType(itk::IOPixelEnum::SCALAR);
    io->SetNumberOfComponents(1);
    io->SetCompressionToPackBits();
    io->Write(labels.data());
  } catch (const std::exception& problem) {
    throw InputError("Cannot write '" + path.filename().string() + "'", reason_in(problem.what()),
                     "See that the disk has room");
  }
}

}  // namespace perm
