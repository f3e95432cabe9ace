// SPDX-License-Identifier: Apache-2.0
// NIfTI 1 and 2 (nifti.nimh.nih.gov) in one file, .nii or .nii.gz: a header of 348 or 540 bytes, perhaps extensions,
// and the voxels, x first. The byte order is that of the first number, the length of the header.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "image/headers/formats.hpp"
#include "image/headers/text_header.hpp"
#include "image/headers/voxel_layout.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {
namespace {

/// Where the fields of a version lie.
struct NiftiFields {
  std::int32_t header_bytes;
  std::size_t magic;
  std::size_t type;
  std::size_t bits;
  std::size_t sizes;
  std::size_t spacing;
  std::size_t voxels;
  std::size_t slope;
  std::size_t units;
};
constexpr NiftiFields version_1{348, 344, 70, 72, 40, 76, 108, 112, 123};
constexpr NiftiFields version_2{540, 4, 12, 14, 16, 104, 168, 176, 500};

struct NiftiType {
  std::int16_t code;
  VoxelType type;
};
constexpr std::array<NiftiType, 10> type_codes_of_nifti{{{2, VoxelType::uint8},
                                                         {4, VoxelType::int16},
                                                         {8, VoxelType::int32},
                                                         {16, VoxelType::float32},
                                                         {64, VoxelType::float64},
                                                         {256, VoxelType::int8},
                                                         {512, VoxelType::uint16},
                                                         {768, VoxelType::uint32},
                                                         {1024, VoxelType::int64},
                                                         {1280, VoxelType::uint64}}};

class NiftiHeader {
 public:
  NiftiHeader(const TextHeader& text, std::vector<std::byte> bytes) : text_(text), bytes_(std::move(bytes)) {
    constexpr std::endian other = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
    for (const std::endian order : {std::endian::native, other})
      for (const NiftiFields* fields : {&version_1, &version_2}) {
        order_ = order;
        fields_ = fields;
        if (number<std::int32_t>(0) == fields->header_bytes) return;
      }
    text.refuse("it does not begin as a NIfTI file does");
  }

  bool is_big_endian() const { return order_ == std::endian::big; }
  std::int32_t length() const { return fields_->header_bytes; }
  void take(std::vector<std::byte> bytes) { bytes_ = std::move(bytes); }

  void require_one_file() const {
    const std::array<char, 4> expected{'n', '+', is_first() ? '1' : '2', '\0'};
    if (std::memcmp(&bytes_[fields_->magic], expected.data(), expected.size()) != 0)
      text_.refuse("its voxels are in another file, or it is no NIfTI", "Save it as one .nii file");
  }
  std::vector<std::int64_t> sizes() const {
    constexpr std::int64_t most_axes = 7;
    const std::int64_t axes = size(0);
    if (axes < 1 || axes > most_axes) text_.refuse(fmt::format("its header says {} axes", axes));
    std::vector<std::int64_t> sizes;
    for (std::int64_t axis = 1; axis <= axes; ++axis) {
      sizes.push_back(size(static_cast<std::size_t>(axis)));
      constexpr std::int64_t most = std::int64_t{1} << 40;
      if (sizes.back() < 1 || sizes.back() > most)
        text_.refuse(fmt::format("axis {} of its {} axes has size {}", axis, axes, sizes.back()));
    }
    return sizes;
  }
  VoxelType type() const {
    const auto code = number<std::int16_t>(fields_->type);
    const auto found = std::ranges::find(type_codes_of_nifti, code, &NiftiType::code);
    if (found == type_codes_of_nifti.end())
      text_.refuse(fmt::format("its datatype is {}: colours, complex or other numbers", code),
                   "Save it with one of " + voxel_type_names());
    const auto bits = number<std::int16_t>(fields_->bits);
    if (bits != 0 && bits != 8 * size_of(found->type))
      text_.refuse(
          fmt::format("its bitpix is {}, and its datatype {} has {} bits", bits, code, 8 * size_of(found->type)),
          "The file is damaged; save it again");
    return found->type;
  }
  std::vector<double> spacing() const {
    std::vector<double> spacing;
    for (std::size_t axis = 1; axis <= 3; ++axis) spacing.push_back(std::abs(real(fields_->spacing, axis)));
    return spacing;
  }
  std::optional<double> unit_m() const {
    const int units = is_first() ? std::to_integer<int>(bytes_[fields_->units]) : number<std::int32_t>(fields_->units);
    constexpr std::array<double, 3> metres{1, 1e-3, 1e-6};
    const int unit = units & 7;
    return unit >= 1 && unit <= 3 ? std::optional(metres[static_cast<std::size_t>(unit - 1)]) : std::nullopt;
  }
  std::int64_t offset() const {
    constexpr double most = 1 << 26;  // extensions are texts
    const double offset =
        is_first() ? number<float>(fields_->voxels) : static_cast<double>(number<std::int64_t>(fields_->voxels));
    if (!(offset >= fields_->header_bytes && offset <= most) || offset != std::floor(offset))
      text_.refuse(fmt::format("its voxels begin at byte {}", offset));
    return static_cast<std::int64_t>(offset);
  }
  /// Says how values are shown that are not shown as they are stored; empty where they are.
  std::string scaling() const {
    const double slope = real(fields_->slope, 0);
    const double shift = real(fields_->slope, 1);
    if (std::isnan(slope) || slope == 0 || (slope == 1 && shift == 0)) return {};
    if (!std::isfinite(slope) || !std::isfinite(shift))
      text_.refuse(fmt::format("its values are to be shown times {} plus {}", slope, shift), "Save it again");
    return fmt::format("other programs show its values times {} plus {}; here they count as stored", slope, shift);
  }

 private:
  bool is_first() const { return fields_ == &version_1; }
  std::int64_t size(std::size_t axis) const {
    return is_first() ? number<std::int16_t>(fields_->sizes + 2 * axis)
                      : number<std::int64_t>(fields_->sizes + 8 * axis);
  }
  double real(std::size_t at, std::size_t index) const {
    return is_first() ? number<float>(at + 4 * index) : number<double>(at + 8 * index);
  }
  template <class T>
  T number(std::size_t at) const {
    std::array<std::byte, sizeof(T)> bytes{};
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), sizeof(T), bytes.begin());
    if (order_ != std::endian::native) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
  }

  const TextHeader& text_;
  std::vector<std::byte> bytes_;
  std::endian order_{std::endian::native};
  const NiftiFields* fields_{&version_1};
};

/// Gives the first `count` bytes of what gzip has compressed in `path`, or of the file itself.
std::vector<std::byte> first_bytes(const std::filesystem::path& path, bool is_gzipped, std::int32_t count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count));
  if (!is_gzipped) {
    ReadableFile(path).read_at(0, bytes);
    return bytes;
  }
  // They are taken for the first plane of an image that has more, so that what follows them is no fault.
  const ImageHeader header{{count, 1, 2}, VoxelType::uint8, {}};
  open_zlib_planes({{{path, 0}}, false}, 0, header, {})->read_plane(0, bytes);
  return bytes;
}

}  // namespace

std::unique_ptr<PlaneSource> open_nifti(const std::filesystem::path& path) {
  const bool is_gzipped = ending_of(path) == ".gz";
  const TextHeader text({}, path.string());
  NiftiHeader nifti(text, first_bytes(path, is_gzipped, version_1.header_bytes));
  nifti.take(first_bytes(path, is_gzipped, nifti.length()));
  nifti.require_one_file();
  ImageHeader header = make_header(text, nifti.sizes(), nifti.type());
  header.notes.spacing = make_spacing(text, nifti.spacing(), 3);
  header.notes.spacing_unit_m = nifti.unit_m();
  if (const std::string scaling = nifti.scaling(); !scaling.empty()) header.notes.warnings.push_back(scaling);
  const std::int64_t offset = nifti.offset();
  std::string description =
      fmt::format("{} (NIfTI, {}{})", path.string(), name_of(header.type), is_gzipped ? ", compressed" : "");
  if (is_gzipped) return open_zlib_planes({{{path, 0}}, nifti.is_big_endian()}, offset, header, std::move(description));
  if (const std::int64_t bytes = ReadableFile(path).bytes() - offset; bytes != header.bytes())
    text.refuse(fmt::format("{} of {} need {} bytes, it holds {}", to_string(header.extent), name_of(header.type),
                            header.bytes(), bytes),
                "The file is cut short or damaged; save it again");
  return open_raw_planes({{{path, offset}}, nifti.is_big_endian()}, header, std::move(description));
}

}  // namespace perm
