// SPDX-License-Identifier: Apache-2.0
// VTK's legacy format: four lines that say what it is, lines that begin with a keyword, and the voxels, as text or as
// numbers in big-endian order. Voxels are points or cells; of cells there is one less than points along each axis.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image/headers/formats.hpp"
#include "image/headers/text_header.hpp"
#include "image/headers/text_voxels.hpp"
#include "image/headers/voxel_layout.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_of_axis = std::int64_t{1} << 40;

constexpr std::array<VoxelTypeName, 13> type_names{{{"unsigned_char", VoxelType::uint8},
                                                    {"char", VoxelType::int8},
                                                    {"signed_char", VoxelType::int8},
                                                    {"unsigned_short", VoxelType::uint16},
                                                    {"short", VoxelType::int16},
                                                    {"unsigned_int", VoxelType::uint32},
                                                    {"int", VoxelType::int32},
                                                    {"unsigned_long", VoxelType::uint64},
                                                    {"long", VoxelType::int64},
                                                    {"vtktypeuint64", VoxelType::uint64},
                                                    {"vtktypeint64", VoxelType::int64},
                                                    {"float", VoxelType::float32},
                                                    {"double", VoxelType::float64}}};

/// Has what the lines before the voxels say. Keywords may be in capitals or not.
class VtkHeader {
 public:
  explicit VtkHeader(TextHeader& text) : text_(text) {
    std::string line = next_line();
    constexpr std::string_view begin = "# vtk datafile version";
    if (!in_lower_case(line).starts_with(begin))
      text.refuse("it does not begin with '# vtk DataFile Version'", "Save it again as legacy VTK");
    const std::string_view version = without_blanks_around(std::string_view(line).substr(begin.size()));
    if (version.size() < 3 || version[0] < '1' || version[0] > '5' || version[1] != '.')
      text.refuse(fmt::format("its version is {}, and 1.0 to 5.9 are read", in_quotes(version)),
                  "Save it again as legacy VTK");
    text.next_line(line);  // the title
    const std::string format = in_lower_case(without_blanks_around(next_line()));
    if (format != "ascii" && format != "binary")
      text.refuse(fmt::format("its third line is {}, and neither ASCII nor BINARY", in_quotes(format)));
    is_text_ = format == "ascii";
    const std::string grid = in_lower_case(without_blanks_around(next_line()));
    if (grid != "dataset structured_points")
      text.refuse(fmt::format("its fourth line is {}, and not DATASET STRUCTURED_POINTS", in_quotes(grid)),
                  "Save it as an image: in ParaView, Resample To Image");
    while (type_name_.empty()) read_line(next_line());
    if (!is_colour_) skip_lookup_table();
    constexpr std::int64_t lookup_table = 64;  // one that would be seen in part is longer than this line
    if (text.position() + lookup_table > std::int64_t{TextHeader::most_bytes})
      text.refuse(fmt::format("its header is longer than {} bytes", TextHeader::most_bytes - lookup_table));
  }

  bool is_text() const { return is_text_; }
  /// Says whether uint8 is written as VTK does: as text in parts of 255.
  bool is_colour() const { return is_colour_; }
  const std::vector<double>& spacing() const { return spacing_; }
  std::vector<std::int64_t> sizes() const {
    if (points_.size() != 3) text_.refuse("its header names no DIMENSIONS of three numbers");
    std::vector<std::int64_t> sizes = points_;
    if (of_cells_)
      for (std::int64_t& size : sizes) size = std::max<std::int64_t>(1, size - 1);
    return sizes;
  }
  VoxelType type() const {
    if (const auto type = find_voxel_type(type_names, type_name_)) return *type;
    text_.refuse(fmt::format("its type is {}, which is none of numbers", in_quotes(type_name_)),
                 "Save it with one of " + voxel_type_names());
  }
  void require_count(std::int64_t voxels) const {
    if (count_ != voxels)
      text_.refuse(fmt::format("its {} is {}, and its DIMENSIONS make {}", of_cells_ ? "CELL_DATA" : "POINT_DATA",
                               count_.value_or(0), voxels));
  }

 private:
  std::string next_line() {
    std::string line;
    if (!text_.next_text_line(line)) text_.refuse("it ends within its header");
    return line;
  }

  void read_line(const std::string& line) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) return;
    const std::string keyword = in_lower_case(words[0]);
    const std::string_view rest = without_blanks_around(line).substr(words[0].size());
    if (keyword == "dimensions") {
      points_ = text_.integers("DIMENSIONS", rest, 1, most_of_axis);
    } else if (keyword == "spacing" || keyword == "aspect_ratio") {
      spacing_ = text_.reals("SPACING", rest);
    } else if (keyword == "point_data" || keyword == "cell_data") {
      if (count_) text_.refuse("it has data of points and of cells", "Save it with one of them");
      of_cells_ = keyword == "cell_data";
      count_ = text_.integer(keyword == "cell_data" ? "CELL_DATA" : "POINT_DATA", rest, 0, most_of_axis);
    } else if (keyword == "scalars") {
      if (words.size() < 3 || words.size() > 4 || (words.size() == 4 && words[3] != "1"))
        text_.refuse(fmt::format("its line {} is not one number a voxel", in_quotes(line)),
                     "Save it with one grey value or label a voxel");
      type_name_ = in_lower_case(words[2]);
    } else if (keyword == "color_scalars") {
      if (words.size() != 3 || words[2] != "1")
        text_.refuse(fmt::format("its line {} is not one number a voxel", in_quotes(line)),
                     "Save it with one grey value or label a voxel");
      type_name_ = "unsigned_char";
      is_colour_ = true;
    } else if (keyword != "origin") {
      text_.refuse(fmt::format("its line {} is none that an image has", in_quotes(line)),
                   "Save it with one array of scalars, or as Meta Image (.mhd)");
    }
  }

  /// A line that names a table may stand between the line SCALARS and the voxels.
  void skip_lookup_table() {
    TextHeader ahead = text_;
    std::string line;
    if (!ahead.next_line(line) || !in_lower_case(line).starts_with("lookup_table")) return;
    if (in_lower_case(without_blanks_around(line.substr(12))) != "default")
      text_.refuse("its values are numbers of a table of colours", "Save it with one grey value or label a voxel");
    text_.next_line(line);
  }

  TextHeader& text_;
  bool is_text_{false};
  bool is_colour_{false};
  bool of_cells_{false};
  std::vector<std::int64_t> points_;
  std::vector<double> spacing_;
  std::optional<std::int64_t> count_;
  std::string type_name_;
};

/// Says whether a line that may follow the voxels begins with `text`.
bool begins_like_more_data(std::string_view text) {
  constexpr std::array<std::string_view, 12> keywords{"metadata", "scalars",    "color_scalars",       "lookup_table",
                                                      "vectors",  "normals",    "texture_coordinates", "tensors",
                                                      "field",    "point_data", "cell_data",           "global_ids"};
  const std::string lower = in_lower_case(text);
  return std::ranges::any_of(keywords, [&](std::string_view keyword) { return lower.starts_with(keyword); });
}

/// Refuses voxels that are cut short. What follows them begins in a line of its own, as otherwise a line of the header
/// was damaged and is taken for voxels, or voxels are missing. Warns of all but ends of lines and what VTK says of
/// itself.
void check_end(const TextHeader& text, const ReadableFile& file, ImageHeader& header) {
  const std::int64_t behind = file.bytes() - text.position() - header.bytes();
  if (behind < 0)
    text.refuse(fmt::format("{} of {} need {} bytes, it holds {}", to_string(header.extent), name_of(header.type),
                            header.bytes(), file.bytes() - text.position()),
                "The file is cut short, or the size or type in its header is wrong");
  constexpr std::int64_t looked_at = 64;
  std::string end(static_cast<std::size_t>(std::min(behind, looked_at)), '\0');
  file.read_at(file.bytes() - behind, std::as_writable_bytes(std::span(end)));
  const auto first = end.find_first_not_of("\r\n");
  if (first == std::string::npos) return;
  if (first == 0 || !begins_like_more_data(std::string_view(end).substr(first)))
    text.refuse(fmt::format("{} bytes follow its voxels that are none of VTK", behind),
                "The header or the voxels are damaged; save it again as legacy VTK");
  if (!end.substr(first).starts_with("METADATA"))
    header.notes.warnings.push_back(
        fmt::format("{} bytes follow the first array of '{}', and are not read", behind, text.name()));
}

/// Gives the uint8 that VTK writes as text in parts of 255.
std::unique_ptr<PlaneSource> read_parts_of_255(const TextHeader& text, const VoxelPlace& place, ImageHeader header,
                                               std::string description) {
  constexpr double most = 255;
  constexpr double tolerance = 0.01;
  header.type = VoxelType::float32;
  const auto parts = read_text_voxels(place, 0, header, description);
  header.type = VoxelType::uint8;
  std::vector<std::byte> voxels;
  std::vector<double> plane(static_cast<std::size_t>(header.extent.plane_voxels()));
  for (std::int64_t z = 0; z < header.extent.nz; ++z) {
    read_grey_plane(*parts, z, plane);
    for (const double part : plane) {
      const double value = std::round(most * part);
      if (!(value >= 0 && value <= most && std::abs(most * part - value) < tolerance))
        text.refuse(fmt::format("one of its COLOR_SCALARS is {}, which is no 255th from 0 to 1", part));
      voxels.push_back(static_cast<std::byte>(value));
    }
  }
  return std::make_unique<WholeImage>(header, std::move(voxels), std::move(description));
}

}  // namespace

std::unique_ptr<PlaneSource> open_vtk(const std::filesystem::path& path) {
  const ReadableFile file(path);
  std::string bytes(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), TextHeader::most_bytes)), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(bytes)));
  TextHeader text(std::move(bytes), path.string());
  const VtkHeader vtk(text);
  ImageHeader header = make_header(text, vtk.sizes(), vtk.type());
  if (!vtk.spacing().empty()) header.notes.spacing = make_spacing(text, vtk.spacing(), 3);
  vtk.require_count(header.extent.voxels());
  std::string description =
      fmt::format("{} (legacy VTK, {}{})", path.string(), name_of(header.type), vtk.is_text() ? ", text" : "");
  const VoxelPlace place{path, text.position()};
  if (vtk.is_text() && vtk.is_colour()) return read_parts_of_255(text, place, header, std::move(description));
  if (vtk.is_text()) return read_text_voxels(place, 0, header, std::move(description));
  check_end(text, file, header);
  return open_raw_planes({{place}, true}, header, std::move(description));
}

}  // namespace perm
