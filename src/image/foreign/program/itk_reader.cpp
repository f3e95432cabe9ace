// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/program/itk_reader.hpp"

#include <fmt/format.h>
#include <itkBMPImageIO.h>
#include <itkGDCMImageIO.h>
#include <itkGiplImageIO.h>
#include <itkJPEG2000ImageIO.h>
#include <itkJPEGImageIO.h>
#include <itkMRCImageIO.h>
#include <itkMetaDataObject.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>

#include "image/foreign/program/itk_checks.hpp"
#include "image/source/image_header.hpp"
#include "image/source/readable_file.hpp"

namespace perm::foreign {
namespace {

constexpr double millimetre = 1e-3;
constexpr double angstrom = 1e-10;
constexpr const char* lossy = "its compression loses detail, which moves grey values; threshold it with care";

itk::MetaDataDictionary& entries_of(itk::ImageIOBase& io) { return io.GetMetaDataDictionary(); }

std::string entry(itk::ImageIOBase& io, const std::string& key) {
  std::string value;
  itk::ExposeMetaData<std::string>(entries_of(io), key, value);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\0')) value.pop_back();
  return value;
}

void take_notes_of_dicom(itk::ImageIOBase& io, FileFacts& facts) {
  if (entry(io, "0028|0004") == "MONOCHROME1")
    facts.notes.warnings.emplace_back(
        "its smallest stored value is white (MONOCHROME1); values count as shown, white is large");
  const bool tells_size = !entry(io, "0028|0030").empty() || !entry(io, "0018|1164").empty();
  if (!tells_size) facts.notes.spacing = {};
  if (tells_size) facts.notes.spacing_unit_m = millimetre;
}

void no_check(const std::string&) {}

/// Gives the bits that a voxel takes in the file.
std::int64_t bits_of_dicom(itk::ImageIOBase& io) {
  const std::string text = entry(io, "0028|0100");
  std::int64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (error != std::errc{} || bits < 1 || bits > 64)
    throw Refusal(fmt::format("its pixels have '{}' bits", text), "The header must be damaged");
  return bits;
}

struct ItkFormat {
  std::string_view endings;  ///< each with a blank behind it
  const char* name;
  itk::ImageIOBase::Pointer (*make)();
  void (*check_before)(const std::string&);
  void (*check_after)(const std::string&, itk::ImageIOBase&, FileFacts&);
  void (*check_voxels)(const std::string&){no_check};
};

template <class Io>
itk::ImageIOBase::Pointer make() {
  return Io::New().GetPointer();
}

void no_spacing(const std::string&, itk::ImageIOBase&, FileFacts& facts) { facts.notes.spacing = {}; }
void no_spacing_and_lossy(const std::string&, itk::ImageIOBase&, FileFacts& facts) {
  facts.notes.spacing = {};
  facts.notes.warnings.emplace_back(lossy);
}

constexpr std::array<ItkFormat, 6> formats{{
    {".bmp ", "BMP", make<itk::BMPImageIO>, check_bmp, no_spacing},
    {".jpg .jpeg ", "JPEG", make<itk::JPEGImageIO>, check_jpeg, no_spacing_and_lossy, check_jpeg_voxels},
    {".jp2 .j2k ", "JPEG 2000", make<itk::JPEG2000ImageIO>, check_jpeg_2000, no_spacing_and_lossy},
    {".mrc .rec ", "MRC", make<itk::MRCImageIO>, check_mrc,
     [](const std::string&, itk::ImageIOBase&, FileFacts& facts) {
       facts.notes.spacing_unit_m = angstrom;
       if (size_of(facts.type) == 1)
         facts.notes.warnings.push_back(
             fmt::format("MRC does not say whether bytes have a sign; they are taken as {}", name_of(facts.type)));
     }},
    {".gipl ", "GIPL", make<itk::GiplImageIO>, no_check,
     [](const std::string& path, itk::ImageIOBase&, FileFacts& facts) { check_gipl(path, facts); }},
    {".dcm .dicom ", "DICOM", make<itk::GDCMImageIO>, check_dicom,
     [](const std::string& path, itk::ImageIOBase& io, FileFacts& facts) {
       check_dicom_length(path, facts, bits_of_dicom(io));
       take_notes_of_dicom(io, facts);
     }},
}};

const ItkFormat& format_of(const std::string& path) {
  const std::string ending = ending_of(path) + ' ';
  for (const ItkFormat& format : formats)
    if (ending.size() > 2 && format.endings.find(ending) != std::string_view::npos) return format;
  return formats.back();
}

VoxelType type_of(itk::ImageIOBase& io) {
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
  throw Refusal("its voxels are of an unknown type", "Save it with one of " + voxel_type_names());
}

}  // namespace

FileFacts facts_of(itk::ImageIOBase& io) {
  FileFacts facts;
  std::array<std::int64_t, 3> size{1, 1, 1};
  const unsigned axes = io.GetNumberOfDimensions();
  for (unsigned axis = 0; axis < axes; ++axis) {
    const auto n = static_cast<std::int64_t>(io.GetDimensions(axis));
    if (n < 1 || (axis >= size.size() && n != 1))
      throw Refusal(fmt::format("axis {} of its {} axes has size {}", axis + 1, axes, n),
                    "An image has up to three axes, each of one voxel or more");
    if (axis >= size.size()) continue;
    size[axis] = n;
    facts.notes.spacing[axis] = io.GetSpacing(axis);
  }
  if (axes < 1) throw Refusal("it is damaged, or of another format than its name says");
  require_one_number(io.GetNumberOfComponents());
  facts.extent = {size[0], size[1], size[2]};
  facts.type = type_of(io);
  if (!is_addressable(facts.extent, size_of(facts.type)))
    throw Refusal("its header says " + to_string(facts.extent), "The header must be damaged");
  return facts;
}

ItkReader::ItkReader(const std::string& path) : path_(path), check_voxels_(format_of(path).check_voxels) {
  const ItkFormat& format = format_of(path);
  format.check_before(path);
  io_ = format.make();
  io_->SetFileName(path);
  io_->ExpandRGBPaletteOff();
  io_->ReadImageInformation();
  facts_ = facts_of(*io_);
  format.check_after(path, *io_, facts_);
  facts_.format = fmt::format("{}, {}", format.name, name_of(facts_.type));
}

void ItkReader::read_all(std::span<std::byte> voxels) {
  const unsigned axes = io_->GetNumberOfDimensions();
  itk::ImageIORegion region(axes);
  for (unsigned axis = 0; axis < axes; ++axis) region.SetSize(axis, io_->GetDimensions(axis));
  io_->SetIORegion(region);
  if (static_cast<std::size_t>(io_->GetImageSizeInBytes()) != voxels.size())
    throw Refusal("its header and its voxels say different sizes");
  check_voxels_(path_);
  io_->Read(voxels.data());
}

}  // namespace perm::foreign
