// SPDX-License-Identifier: Apache-2.0
// Writes files for tests with ITK, in formats that are too much to write by hand: one 7 x 5 slice as JPEG and as JPEG
// 2000, and DICOM series of the same. `itk_writer FOLDER`
#include <itkGDCMImageIO.h>
#include <itkJPEG2000ImageIO.h>
#include <itkJPEGImageIO.h>
#include <itkMetaDataObject.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Slice {
  int z{0};
  unsigned width{7};
  std::string position{};  ///< none where it is empty
  std::string series{"1.2.3.4"};
};

void write(itk::ImageIOBase& io, const fs::path& path, const Slice& slice) {
  constexpr unsigned height = 5;
  std::vector<std::uint8_t> voxels(std::size_t{slice.width} * height);
  for (std::size_t i = 0; i < voxels.size(); ++i)
    voxels[i] = static_cast<std::uint8_t>(i + 35U * static_cast<unsigned>(slice.z));
  io.SetFileName(path.string());
  io.SetNumberOfDimensions(2);
  io.SetPixelType(itk::IOPixelEnum::SCALAR);
  io.SetComponentType(itk::IOComponentEnum::UCHAR);
  io.SetNumberOfComponents(1);
  itk::ImageIORegion region(2);
  const std::array<unsigned, 2> size{slice.width, height};
  for (unsigned axis = 0; axis < 2; ++axis) {
    io.SetDimensions(axis, size[axis]);
    io.SetSpacing(axis, 0.5);
    io.SetOrigin(axis, 0);
    region.SetSize(axis, size[axis]);
  }
  io.SetIORegion(region);
  io.WriteImageInformation();
  io.Write(voxels.data());
}

void write_dicom(const fs::path& path, const Slice& slice) {
  fs::create_directories(path.parent_path());
  const auto io = itk::GDCMImageIO::New();
  io->SetKeepOriginalUID(true);
  auto& entries = io->GetMetaDataDictionary();
  const auto put = [&](const char* key, const std::string& value) {
    itk::EncapsulateMetaData<std::string>(entries, key, value);
  };
  put("0008|0016", "1.2.840.10008.5.1.4.1.1.2");
  put("0008|0018", slice.series + "." + std::to_string(slice.z + 1));
  put("0008|0060", "CT");
  put("0020|000d", "1.2.3");
  put("0020|000e", slice.series);
  put("0020|0013", std::to_string(slice.z + 1));
  put("0028|0004", "MONOCHROME2");
  if (!slice.position.empty()) {
    put("0020|0032", "0\\0\\" + slice.position);
    put("0020|0037", "1\\0\\0\\0\\1\\0");
  }
  write(*io, path, slice);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path folder = argv[1];
  write(*itk::JPEGImageIO::New(), folder / "a.jpg", Slice{});
  write(*itk::JPEG2000ImageIO::New(), folder / "a.jp2", Slice{});
  // Names are in another order than positions.
  write_dicom(folder / "series/c.dcm", {0, 7, "10.0"});
  write_dicom(folder / "series/a.dcm", {1, 7, "10.5"});
  write_dicom(folder / "series/b.dcm", {2, 7, "11.0"});
  for (const int z : {0, 1, 2}) {
    const std::string name = std::to_string(z) + ".dcm";
    write_dicom(folder / "no_ending" / ("IM" + std::to_string(z)), {z, 7, std::to_string(z)});
    write_dicom(folder / "two" / name, {z, 7, std::to_string(z), z == 2 ? "1.2.3.5" : "1.2.3.4"});
    write_dicom(folder / "sizes" / name, {z, z == 2 ? 6U : 7U, std::to_string(z)});
    write_dicom(folder / "twice" / name, {z, 7, std::to_string(z == 2 ? 1 : z)});
    write_dicom(folder / "white" / name, {z, 7, std::to_string(z)});
  }
  for (const int z : {0, 1, 3}) write_dicom(folder / "gap" / (std::to_string(z) + ".dcm"), {z, 7, std::to_string(z)});
  return 0;
}
