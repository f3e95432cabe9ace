// SPDX-License-Identifier: Apache-2.0
// Writes label images and signed distances, plane by plane behind a header of some lines of text, or as TIFF. All files
// are staged next to their destination and moved there when they are complete (core/file_replacement.hpp).
// Longer than 300 lines: what says whose a file is stands beside what writes it.
#include "image/image_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "core/hashes.hpp"
#include "core/version.hpp"
#include "image/source/readable_file.hpp"
#include "image/tiff/tiff_writer.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

/// The facts that the text headers give.
struct Content {
  Extent extent;
  double spacing_m{0};
  std::string meta_type;  ///< MET_UCHAR or MET_FLOAT
  std::string nrrd_type;  ///< uint8 or float
  std::string sign{};     ///< of a file that a later run may replace: the header has it
  std::string meaning{};  ///< of the values of such a file
};

/// Gives the text by which a later run knows a file of this program, and what it was made from.
std::string sign_of(const std::string& made_from) {
  FnvHash hash;
  for (const char c : made_from) hash.add_byte(static_cast<unsigned char>(c));
  return fmt::format("permeability {}, recipe {:016x}", version(), hash.value());
}

/// Says whether a text that begins with a sign says that this was made from the same, by this version or another one.
bool is_sign(std::string_view text, const std::string& sign) {
  const std::string recipe = sign.substr(sign.find(','));
  return text.starts_with("permeability ") && text.find(recipe) != std::string_view::npos;
}

constexpr bool is_big_endian = std::endian::native == std::endian::big;

std::string meta_header(const Content& content, const std::string& data_file) {
  const Extent& n = content.extent;
  const double spacing = content.spacing_m > 0 ? content.spacing_m : 1.0;
  const std::string comment =
      content.sign.empty() ? "" : fmt::format("Comment = {}, {}\n", content.sign, content.meaning);
  return fmt::format(
      "ObjectType = Image\n{}NDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = {}\nCompressedData = False\n"
      "ElementSpacing = {} {} {}\nDimSize = {} {} {}\nElementNumberOfChannels = 1\nElementType = {}\n"
      "ElementDataFile = {}\n",
      comment, is_big_endian ? "True" : "False", spacing, spacing, spacing, n.nx, n.ny, n.nz, content.meta_type,
      data_file.empty() ? "LOCAL" : data_file);
}

std::string nrrd_header(const Content& content, const std::string& data_file) {
  const Extent& n = content.extent;
  std::string header = "NRRD0004\n";
  if (!content.sign.empty()) header += fmt::format("# {}\n", content.sign);
  header +=
      fmt::format("type: {}\ndimension: 3\nspace dimension: 3\nsizes: {} {} {}\n", content.nrrd_type, n.nx, n.ny, n.nz);
  const double spacing = content.spacing_m > 0 ? content.spacing_m : 1.0;
  header += fmt::format("space directions: ({0},0,0) (0,{0},0) (0,0,{0})\n", spacing);
  if (content.spacing_m > 0) header += "space units: \"m\" \"m\" \"m\"\n";
  header += fmt::format("endian: {}\nencoding: raw\n", is_big_endian ? "big" : "little");
  if (!content.sign.empty()) header += "pore:=0\nsolid:=1\n";
  if (!data_file.empty()) header += fmt::format("data file: {}\n", data_file);
  return header + "\n";
}

/// Gives the header of an array [z][y][x] of float32, format 1.0 (numpy.lib.format).
std::string npy_header(const Extent& n) {
  constexpr std::size_t before_text = 10;
  constexpr std::size_t alignment = 64;
  std::string text = fmt::format("{{'descr': '{}f4', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                                 is_big_endian ? '>' : '<', n.nz, n.ny, n.nx);
  text.append(alignment - (before_text + text.size()) % alignment - 1, ' ');
  text += '\n';
  const std::string magic{'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0};
  return magic + static_cast<char>(text.size() % 256) + static_cast<char>(text.size() / 256) + text;
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

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(fs::symlink_status(path, none));
}

bool is_empty_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && fs::file_size(path, none) == 0 && !none;
}

/// Gives the text at the start of a regular file, in which a header of this program ends.
std::string first_text(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return {};
  std::string text(4096, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// Gives the rest of the first line that begins so, behind the first one; no text where there is none.
std::string line_behind(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find("\n" + begin);
  if (at == std::string::npos) return {};
  const std::size_t first = at + 1 + begin.size();
  return text.substr(first, text.find('\n', first) - first);
}

/// Says whether a file that is there says that this program made it from the same, or is empty: there is nothing to
/// lose.
bool may_be_replaced(const fs::path& path, const std::string& sign) {
  if (is_empty_file(path)) return true;
  const std::string ending = ending_of(path);
  if (ending == ".tif" || ending == ".tiff") return is_sign(software_of_tiff(path), sign);
  if (ending == ".raw") return false;
  const std::string text = first_text(path);
  return is_sign(line_behind(text, text.starts_with("NRRD") ? "# " : "Comment = "), sign);
}

[[noreturn]] void refuse_to_replace(const fs::path& path) {
  throw InputError(fmt::format("Cannot write '{}'", path.string()),
                   ending_of(path) == ".raw" ? "it is there already, and a .raw file does not say who wrote it"
                                             : "it is there already, and nothing in it says that it is made from this",
                   "Choose another name, or add --overwrite");
}

/// Throws InputError when a file is there that this program did not make from the same.
void require_own_file(const fs::path& path, const std::string& sign) {
  if (is_there(path) && !may_be_replaced(path, sign)) refuse_to_replace(path);
}

/// Does the same for a header with its file of voxels.
void require_own_files(const fs::path& header, const std::string& data_file, const std::string& sign) {
  require_own_file(header, sign);
  const fs::path voxels = header.parent_path() / data_file;
  const std::string text = first_text(header);
  const bool names_it =
      line_behind(text, "ElementDataFile = ") == data_file || line_behind(text, "data file: ") == data_file;
  if (is_there(voxels) && !is_empty_file(voxels) && !names_it)
    throw InputError(fmt::format("Cannot write '{}'", header.string()),
                     fmt::format("its voxels would replace '{}', which belongs to something else", data_file),
                     "Choose another name, or add --overwrite");
}

/// Writes `header` and all planes: into one file, or the planes into `data_file` next to it.
template <class Value, class Plane>
void write_with_header(const fs::path& path, const Content& content, const std::string& header,
                       const std::string& data_file, const Plane& plane) {
  const std::string name = path.filename().string();
  FileReplacement replacement(path.parent_path());
  OutputFile voxels(replacement.stage(data_file.empty() ? name : data_file), path);
  if (data_file.empty()) voxels.write(header.data(), header.size());
  std::vector<Value> values(static_cast<std::size_t>(content.extent.plane_voxels()));
  for (std::int64_t z = 0; z < content.extent.nz; ++z) {
    plane(z, std::span(values));
    voxels.write(values.data(), values.size() * sizeof(Value));
  }
  voxels.close();
  if (!data_file.empty()) {  // moved last, so that it never names the voxels of another image
    OutputFile text(replacement.stage(name), path);
    text.write(header.data(), header.size());
    text.close();
  }
  replacement.commit();
}

void write_labels_tiff(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane,
                       const std::string& sign) {
  const std::string name = path.filename().string();
  FileReplacement replacement(path.parent_path());
  replacement.stage(name);
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(extent.voxels()));
  const auto plane_size = static_cast<std::size_t>(extent.plane_voxels());
  for (std::int64_t z = 0; z < extent.nz; ++z)
    plane(z, std::span(labels).subspan(static_cast<std::size_t>(z) * plane_size, plane_size));
  write_tiff(replacement.stage(name), extent, spacing_m, labels, sign);
  replacement.commit();
}

/// Throws InputError when a folder holds anything but slices, because it is replaced as a whole, or slices that this
/// program did not write, unless `overwrite` allows that.
void require_slices_only(const fs::path& folder, Overwrite overwrite, const std::string& sign) {
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
    if (overwrite == Overwrite::own_files && !may_be_replaced(entry.path(), sign))
      throw InputError(problem, fmt::format("nothing in its '{}' says that it is made from this", name),
                       "Name a new or empty folder, or add --overwrite");
  }
}

bool is_ending_of_files(const std::string& ending) {
  static const std::set<std::string> endings{".tif", ".tiff", ".mha", ".mhd", ".nrrd", ".nhdr", ".npy", ".raw", ".gz"};
  return endings.contains(ending);
}

/// Gives the folder that `path` names. Throws InputError for "a.tif/": a folder of that name is not read as an image.
fs::path slice_folder_of(const fs::path& path) {
  fs::path folder = fs::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // the path was "slices/"
  if (const std::string ending = ending_of(folder); is_ending_of_files(ending))
    throw InputError(fmt::format("Cannot write slices into '{}'", path.string()),
                     fmt::format("a folder of slices does not end in {}", ending),
                     fmt::format("Leave out {} for a folder, or the slash for a file", ending));
  return folder;
}

void write_labels_slices(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane,
                         Overwrite overwrite, const std::string& sign) {
  const fs::path folder = slice_folder_of(path);
  require_slices_only(folder, overwrite, sign);
  FileReplacement replacement(folder.parent_path());
  const fs::path staged = replacement.stage(folder.filename().string());
  std::error_code error;
  fs::create_directory(staged, error);
  if (error) throw InputError(fmt::format("Cannot write '{}'", path.string()), error.message(), "Choose another place");
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(extent.nz - 1).size());
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(extent.plane_voxels()));
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    plane(z, labels);
    write_tiff(staged / fmt::format("slice_{:0{}}.tif", z, digits), {extent.nx, extent.ny, 1}, spacing_m, labels, sign);
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

void write_labels(const fs::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane,
                  Overwrite overwrite, const std::string& made_from) {
  require_voxels(path, extent);
  const std::string sign = sign_of(made_from);
  const Content content{extent, spacing_m, "MET_UCHAR", "uint8", sign, "labels: pore=0 solid=1"};
  const std::string data_file = path.stem().string() + ".raw";
  const auto write = [&](const std::string& header, const std::string& beside) {
    write_with_header<std::uint8_t>(path, content, header, beside, plane);
  };
  const std::string ending = ending_of(path);
  if (ending.empty()) return write_labels_slices(path, extent, spacing_m, plane, overwrite, sign);
  if (overwrite == Overwrite::own_files && is_ending_of_files(ending)) {
    if (ending == ".mhd" || ending == ".nhdr")
      require_own_files(path, data_file, sign);
    else
      require_own_file(path, sign);
  }
  if (ending == ".tif" || ending == ".tiff") return write_labels_tiff(path, extent, spacing_m, plane, sign);
  if (ending == ".mha") return write(meta_header(content, ""), "");
  if (ending == ".mhd") return write(meta_header(content, data_file), data_file);
  if (ending == ".nrrd") return write(nrrd_header(content, ""), "");
  if (ending == ".nhdr") return write(nrrd_header(content, data_file), data_file);
  if (ending == ".raw") return write("", "");
  refuse_ending(path, ".tif .tiff .mha .mhd .nrrd .nhdr .raw, or none for a folder of slices");
}

void write_distances(const fs::path& path, const Extent& extent, double spacing_m, const FieldPlane& plane,
                     Overwrite overwrite, const std::string& made_from) {
  require_voxels(path, extent);
  const std::string sign = sign_of(made_from);
  const Content content{extent, spacing_m, "MET_FLOAT", "float", sign, "signed distances in voxels"};
  const std::string ending = ending_of(path);
  if (ending != ".npy" && ending != ".mha") refuse_ending(path, ".npy .mha");
  if (overwrite == Overwrite::own_files) require_own_file(path, sign);
  write_with_header<float>(path, content, ending == ".npy" ? npy_header(extent) : meta_header(content, ""), "", plane);
}

}  // namespace perm
