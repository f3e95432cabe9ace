// SPDX-License-Identifier: Apache-2.0
// Writes label images and float fields, plane by plane behind a header of a few lines of text, or as TIFF. All files
// are staged next to their destination and moved there when they are complete (core/file_replacement.hpp).
#include "image/image_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "image/source/readable_file.hpp"
#include "image/tiff/tiff_writer.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

/// The facts that the text headers give.
struct Content {
  Extent extent;
  double spacing_m{0};
  int components{1};
  std::string meta_type;  ///< MET_UCHAR or MET_FLOAT
  std::string nrrd_type;  ///< uint8 or float
  bool has_labels{false};
};

/// MetaImage has no field for this; its comment is for anybody, so the sentence begins with the name of the program.
constexpr const char* meaning_of_labels = "permeability labels: pore=0 solid=1";

constexpr bool is_big_endian = std::endian::native == std::endian::big;

std::string meta_header(const Content& content, const std::string& data_file) {
  const Extent& n = content.extent;
  const double spacing = content.spacing_m > 0 ? content.spacing_m : 1.0;
  return fmt::format(
      "ObjectType = Image\n{}NDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = {}\nCompressedData = False\n"
      "ElementSpacing = {} {} {}\nDimSize = {} {} {}\nElementNumberOfChannels = {}\nElementType = {}\n"
      "ElementDataFile = {}\n",
      content.has_labels ? fmt::format("Comment = {}\n", meaning_of_labels) : "", is_big_endian ? "True" : "False",
      spacing, spacing, spacing, n.nx, n.ny, n.nz, content.components, content.meta_type,
      data_file.empty() ? "LOCAL" : data_file);
}

std::string nrrd_header(const Content& content, const std::string& data_file) {
  const Extent& n = content.extent;
  std::string header = fmt::format("NRRD0004\ntype: {}\ndimension: 3\nspace dimension: 3\nsizes: {} {} {}\n",
                                   content.nrrd_type, n.nx, n.ny, n.nz);
  const double spacing = content.spacing_m > 0 ? content.spacing_m : 1.0;
  header += fmt::format("space directions: ({0},0,0) (0,{0},0) (0,0,{0})\n", spacing);
  if (content.spacing_m > 0) header += "space units: \"m\" \"m\" \"m\"\n";
  header += fmt::format("endian: {}\nencoding: raw\n", is_big_endian ? "big" : "little");
  if (content.has_labels) header += "pore:=0\nsolid:=1\n";
  if (!data_file.empty()) header += fmt::format("data file: {}\n", data_file);
  return header + "\n";
}

[[noreturn]] void fail(const fs::path& path) {
  throw InputError(fmt::format("Cannot write '{}'", path.string()), std::generic_category().message(errno),
                   "See that the disk has room");
}

class OutputFile {
 public:
  explicit OutputFile(const fs::path& staged, fs::path shown)
      : file_(staged, std::ios::binary | std::ios::trunc), shown_(std::move(shown)) {
    if (!file_) fail(shown_);
  }
  void write(const void* data, std::size_t bytes) {
    if (!file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes))) fail(shown_);
  }
  void close() {
    file_.close();
    if (!file_) fail(shown_);
  }

 private:
  std::ofstream file_;
  fs::path shown_;
};

/// Writes `header` and all planes: into one file, or the planes into `data_file` next to it.
template <class Value, class Plane>
void write_with_header(const fs::path& path, const Content& content, const std::string& header,
                       const std::string& data_file, const Plane& plane) {
  const std::string name = path.filename().string();
  std::error_code ignored;
  if (!data_file.empty() && !fs::exists(path, ignored) && fs::exists(path.parent_path() / data_file, ignored))
    throw InputError(fmt::format("Cannot write '{}'", path.string()),
                     fmt::format("its voxels would replace '{}', which belongs to something else", data_file),
                     "Choose another name");
  FileReplacement replacement(path.parent_path());
  if (!data_file.empty()) {
    OutputFile text(replacement.stage(name), path);
    text.write(header.data(), header.size());
    text.close();
  }
  OutputFile voxels(replacement.stage(data_file.empty() ? name : data_file), path);
  if (data_file.empty()) voxels.write(header.data(), header.size());
  std::vector<Value> values(static_cast<std::size_t>(content.extent.plane_voxels() * content.components));
  for (std::int64_t z = 0; z < content.extent.nz; ++z) {
    plane(z, std::span(values));
    voxels.write(values.data(), values.size() * sizeof(Value));
  }
  voxels.close();
  replacement.commit();
}

void write_labels_tiff(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane) {
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(extent.voxels()));
  const auto plane_size = static_cast<std::size_t>(extent.plane_voxels());
  for (std::int64_t z = 0; z < extent.nz; ++z)
    plane(z, std::span(labels).subspan(static_cast<std::size_t>(z) * plane_size, plane_size));
  FileReplacement replacement(path.parent_path());
  write_tiff(replacement.stage(path.filename().string()), extent, spacing_m, labels);
  replacement.commit();
}

/// Throws InputError when a folder holds anything but slices of an earlier run, because it is replaced as a
/// whole.
void require_slices_only(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  const std::string problem = fmt::format("Cannot write slices into '{}'", folder.string());
  if (!fs::is_directory(status)) throw InputError(problem, "it is a file", "Name a new or empty folder");
  fs::directory_iterator entries(folder, error);
  if (error) throw InputError(problem, error.message(), "Check its permissions");
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("slice_") || !name.ends_with(".tif"))
      throw InputError(problem, fmt::format("it holds other files: '{}'", name), "Name a new or empty folder");
  }
}

void write_labels_slices(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane) {
  fs::path folder = fs::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // the path was "slices/"
  require_slices_only(folder);
  FileReplacement replacement(folder.parent_path());
  const fs::path staged = replacement.stage(folder.filename().string());
  std::error_code error;
  fs::create_directory(staged, error);
  if (error) throw InputError(fmt::format("Cannot write '{}'", path.string()), error.message(), "Choose another place");
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(extent.nz - 1).size());
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(extent.plane_voxels()));
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    plane(z, labels);
    write_tiff(staged / fmt::format("slice_{:0{}}.tif", z, digits), {extent.nx, extent.ny, 1}, spacing_m, labels);
  }
  replacement.commit();
}

void require_voxels(const fs::path& path, const Extent& extent) {
  if (extent.nx < 1 || extent.ny < 1 || extent.nz < 1)
    throw InputError(fmt::format("Cannot write '{}'", path.string()), "the image is " + to_string(extent),
                     "Give three positive sizes");
}

[[noreturn]] void refuse_ending(const fs::path& path, const std::string& endings) {
  throw InputError(fmt::format("Cannot write '{}'", path.string()), "its ending is not known", "Use one of " + endings);
}

}  // namespace

void write_labels(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane) {
  require_voxels(path, extent);
  const Content content{extent, spacing_m, 1, "MET_UCHAR", "uint8", true};
  const std::string data_file = path.stem().string() + ".raw";
  const auto write = [&](const std::string& header, const std::string& beside) {
    write_with_header<std::uint8_t>(path, content, header, beside, plane);
  };
  const std::string ending = ending_of(path);
  if (ending.empty()) return write_labels_slices(path, extent, spacing_m, plane);
  if (ending == ".tif" || ending == ".tiff") return write_labels_tiff(path, extent, spacing_m, plane);
  if (ending == ".mha") return write(meta_header(content, ""), "");
  if (ending == ".mhd") return write(meta_header(content, data_file), data_file);
  if (ending == ".nrrd") return write(nrrd_header(content, ""), "");
  if (ending == ".nhdr") return write(nrrd_header(content, data_file), data_file);
  if (ending == ".raw") return write("", "");
  refuse_ending(path, ".tif .tiff .mha .mhd .nrrd .nhdr .raw, or none for a folder of slices");
}

void write_field(const fs::path& path, const Extent& extent, double spacing_m, int components,
                 const FieldPlane& plane) {
  require_voxels(path, extent);
  const Content content{extent, spacing_m, components, "MET_FLOAT", "float"};
  const std::string data_file = path.stem().string() + ".raw";
  const std::string ending = ending_of(path);
  if (ending == ".mha") return write_with_header<float>(path, content, meta_header(content, ""), "", plane);
  if (ending == ".mhd")
    return write_with_header<float>(path, content, meta_header(content, data_file), data_file, plane);
  refuse_ending(path, ".mha .mhd");
}

}  // namespace perm
