// SPDX-License-Identifier: Apache-2.0
// Fields as a header of text and raw values behind it: .vti of VTK (XML with appended data, header_type UInt64) and
// .npy of NumPy (format 1.0). Where each plane stands follows from the header alone, so that several quantities may be
// written into one file side by side.
#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/errors.hpp"
#include "image/fields/field_file.hpp"

namespace perm {
namespace {

constexpr bool is_big_endian = std::endian::native == std::endian::big;

/// Writes planes behind a header. Each quantity begins with its number of bytes where `has_lengths` says so.
enum class Lengths { none, before_each };

class RawFieldFile final : public FieldFile {
 public:
  RawFieldFile(const std::filesystem::path& path, const Extent& extent, const std::vector<FieldQuantity>& quantities,
               Lengths lengths, const std::string& header, std::string end)
      : path_(path), end_(std::move(end)), file_(path, std::ios::binary | std::ios::trunc) {
    require();
    put(header.data(), header.size());
    auto next = header.size();
    for (const FieldQuantity& quantity : quantities) {
      const std::size_t plane_bytes = quantity.voxel_bytes() * static_cast<std::size_t>(extent.plane_voxels());
      const std::uint64_t bytes = plane_bytes * static_cast<std::size_t>(extent.nz);
      if (lengths == Lengths::before_each) {
        seek(next);
        put(&bytes, sizeof bytes);
        next += sizeof bytes;
      }
      places_.push_back({next, plane_bytes});
      next += bytes;
    }
    end_at_ = next;
  }

  void write_plane(std::size_t quantity, std::int64_t z, std::span<const std::byte> values) override {
    const Place& place = places_.at(quantity);
    seek(place.begin + static_cast<std::size_t>(z) * place.plane_bytes);
    put(values.data(), values.size());
  }

  void close() override {
    seek(end_at_);
    put(end_.data(), end_.size());
    file_.close();
    require();
  }

 private:
  struct Place {
    std::size_t begin;
    std::size_t plane_bytes;
  };
  void require() const {
    if (!file_)
      throw InputError(fmt::format("Cannot write '{}'", path_.filename().string()),
                       std::generic_category().message(errno), "See that the disk has room");
  }
  void seek(std::size_t at) {
    file_.seekp(static_cast<std::streamoff>(at));
    require();
  }
  void put(const void* values, std::size_t bytes) {
    file_.write(static_cast<const char*>(values), static_cast<std::streamsize>(bytes));
    require();
  }

  std::filesystem::path path_;
  std::string end_;
  std::size_t end_at_{0};
  std::vector<Place> places_;
  std::ofstream file_;
};

const char* vtk_name(FieldType type) {
  return type == FieldType::float32 ? "Float32" : type == FieldType::uint8 ? "UInt8" : "UInt32";
}

/// Names the components of the faces of a voxel, which ParaView takes for a symmetric tensor otherwise.
std::string vtk_components(const FieldQuantity& quantity) {
  std::string names;
  if (quantity.components != 6) return names;
  for (int face = 0; face < 6; ++face)
    names += fmt::format(" ComponentName{}=\"{}{}\"", face, face % 2 == 0 ? '-' : '+', "xyz"[face / 2]);
  return names;
}

std::string numpy_name(FieldType type) {
  if (type == FieldType::uint8) return "|u1";
  return std::string(1, is_big_endian ? '>' : '<') + (type == FieldType::float32 ? "f4" : "u4");
}

std::string vti_header(const FieldGrid& grid, const std::vector<FieldQuantity>& quantities) {
  const Extent& n = grid.extent;
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", n.nx, n.ny, n.nz);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n"
      "<ImageData WholeExtent=\"{}\" Origin=\"{} {} {}\" Spacing=\"{} {} {}\">\n<Piece Extent=\"{}\">\n<CellData",
      is_big_endian ? "BigEndian" : "LittleEndian", extent, grid.origin[0], grid.origin[1], grid.origin[2],
      grid.spacing, grid.spacing, grid.spacing, extent);
  for (const FieldQuantity& quantity : quantities)
    if (quantity.components == 3) text += fmt::format(" Vectors=\"{}\"", quantity.name);
  text += ">\n";
  std::size_t offset = 0;
  for (const FieldQuantity& quantity : quantities) {
    text += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"{} format=\"appended\" offset=\"{}\">\n",
        vtk_name(quantity.type), quantity.name, quantity.components, vtk_components(quantity), offset);
    if (!quantity.unit.empty())
      text += fmt::format("<InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">{}</InformationKey>\n",
                          quantity.unit);
    text += "</DataArray>\n";
    offset += sizeof(std::uint64_t) + quantity.voxel_bytes() * static_cast<std::size_t>(n.voxels());
  }
  return text + "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_";
}

std::string npy_field_header(const Extent& n, const FieldQuantity& quantity) {
  constexpr std::size_t before_text = 10;
  constexpr std::size_t alignment = 64;
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}, {}{}), }}", numpy_name(quantity.type),
                  n.nz, n.ny, n.nx, quantity.components == 1 ? "" : fmt::format(", {}", quantity.components));
  text.append(alignment - (before_text + text.size()) % alignment - 1, ' ');
  text += '\n';
  const std::string magic{'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0};
  return magic + static_cast<char>(text.size() % 256) + static_cast<char>(text.size() / 256) + text;
}

}  // namespace

std::unique_ptr<FieldFile> open_vti(const std::filesystem::path& path, const FieldGrid& grid,
                                    const std::vector<FieldQuantity>& quantities) {
  return std::make_unique<RawFieldFile>(path, grid.extent, quantities, Lengths::before_each,
                                        vti_header(grid, quantities), "\n</AppendedData>\n</VTKFile>\n");
}

std::unique_ptr<FieldFile> open_npy_field(const std::filesystem::path& path, const FieldGrid& grid,
                                          const FieldQuantity& quantity) {
  return std::make_unique<RawFieldFile>(path, grid.extent, std::vector{quantity}, Lengths::none,
                                        npy_field_header(grid.extent, quantity), "");
}

}  // namespace perm
