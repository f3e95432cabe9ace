// SPDX-License-Identifier: Apache-2.0
// The header of NRRD: a first line "NRRD000x", then lines "field: value", "key:=value" and "# comment", and an empty
// line where the voxels follow.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "core/units.hpp"
#include "image/headers/voxel_layout.hpp"

namespace perm {
namespace {

constexpr std::array<VoxelTypeName, 42> type_names{{{"signed char", VoxelType::int8},
                                                    {"int8", VoxelType::int8},
                                                    {"int8_t", VoxelType::int8},
                                                    {"uchar", VoxelType::uint8},
                                                    {"unsigned char", VoxelType::uint8},
                                                    {"uint8", VoxelType::uint8},
                                                    {"uint8_t", VoxelType::uint8},
                                                    {"short", VoxelType::int16},
                                                    {"short int", VoxelType::int16},
                                                    {"signed short", VoxelType::int16},
                                                    {"signed short int", VoxelType::int16},
                                                    {"int16", VoxelType::int16},
                                                    {"int16_t", VoxelType::int16},
                                                    {"ushort", VoxelType::uint16},
                                                    {"unsigned short", VoxelType::uint16},
                                                    {"unsigned short int", VoxelType::uint16},
                                                    {"uint16", VoxelType::uint16},
                                                    {"uint16_t", VoxelType::uint16},
                                                    {"int", VoxelType::int32},
                                                    {"signed int", VoxelType::int32},
                                                    {"int32", VoxelType::int32},
                                                    {"int32_t", VoxelType::int32},
                                                    {"uint", VoxelType::uint32},
                                                    {"unsigned int", VoxelType::uint32},
                                                    {"uint32", VoxelType::uint32},
                                                    {"uint32_t", VoxelType::uint32},
                                                    {"longlong", VoxelType::int64},
                                                    {"long long", VoxelType::int64},
                                                    {"long long int", VoxelType::int64},
                                                    {"signed long long", VoxelType::int64},
                                                    {"signed long long int", VoxelType::int64},
                                                    {"int64", VoxelType::int64},
                                                    {"int64_t", VoxelType::int64},
                                                    {"ulonglong", VoxelType::uint64},
                                                    {"unsigned long long", VoxelType::uint64},
                                                    {"unsigned long long int", VoxelType::uint64},
                                                    {"uint64", VoxelType::uint64},
                                                    {"uint64_t", VoxelType::uint64},
                                                    {"float", VoxelType::float32},
                                                    {"double", VoxelType::float64},
                                                    {"float32", VoxelType::float32},
                                                    {"float64", VoxelType::float64}}};

// Of an axis with one of these kinds every step is another component of the same voxel.
constexpr std::array<std::string_view, 5> kinds_of_space{"space", "domain", "none", "???", "time"};
constexpr std::size_t most_files = 100'000;

/// Has the fields of the header. Names have no blanks, and names and values are in lower case, except names of files.
class NrrdFields {
 public:
  explicit NrrdFields(TextHeader& text) : text_(text) {
    std::string line;
    if (!text.next_text_line(line) || line.size() != 8 || !line.starts_with("NRRD000") || line[7] < '1' ||
        line[7] > '5')
      text.refuse("it does not begin with NRRD0001 to NRRD0005",
                  "A NRRD begins with a header of text; export the image again");
    while (text.next_text_line(line)) {
      if (line.empty()) {
        ends_with_empty_line_ = text.line_was_ended();
        return;
      }
      read_line(line);
      if (data_file_.starts_with("LIST")) break;
    }
    if (data_file_.starts_with("LIST")) read_list();
  }

  bool ends_with_empty_line() const { return ends_with_empty_line_; }
  const std::string& data_file() const { return data_file_; }
  const std::vector<std::string>& list() const { return list_; }
  const std::string& pore_values() const { return pore_values_; }
  bool has(const std::string& field) const { return fields_.count(field) != 0; }
  const std::string& need(const std::string& field) const {
    const auto found = fields_.find(field);
    if (found == fields_.end()) text_.refuse(fmt::format("its header names no {}", field));
    return found->second;
  }
  /// Gives a number that may be written with a blank in its name ("byte skip").
  std::int64_t integer(const std::string& field, std::int64_t least, std::int64_t most) const {
    return has(field) ? text_.integer(field, need(field), least, most) : 0;
  }

 private:
  void read_line(const std::string& line) {
    const auto colon = line.find(": ");
    if (line.starts_with('#')) return;
    if (const auto equals = line.find(":="); equals < colon) {
      if (line.substr(0, equals) == "pore") pore_values_ = line.substr(equals + 2);  // as this program writes it
      return;
    }
    if (colon == std::string::npos) text_.refuse(fmt::format("its line {} is no 'field: value'", in_quotes(line)));
    std::string field = in_lower_case(line.substr(0, colon));
    std::erase(field, ' ');
    const std::string value{without_blanks_around(std::string_view(line).substr(colon + 2))};
    if (!fields_.emplace(field, in_lower_case(value)).second)
      text_.refuse(fmt::format("its header says {} twice", in_quotes(field)), "Remove one of both lines");
    if (field == "datafile") data_file_ = value;
  }

  void read_list() {
    for (std::string line; text_.next_text_line(line);) {
      if (without_blanks_around(line).empty()) continue;
      list_.emplace_back(without_blanks_around(line));
      if (list_.size() > most_files) text_.refuse("it lists more than 100000 files");
    }
  }

  TextHeader& text_;
  std::map<std::string, std::string> fields_;
  std::string data_file_;
  std::vector<std::string> list_;
  std::string pore_values_;
  bool ends_with_empty_line_{false};
};

VoxelType type_called(const TextHeader& text, const std::string& name) {
  if (const auto type = find_voxel_type(type_names, name)) return *type;
  text.refuse(fmt::format("its type is {}, which is none of numbers", in_quotes(name)),
              "Save it with one of " + voxel_type_names());
}

VoxelEncoding find_encoding(const TextHeader& text, const std::string& name) {
  if (name == "raw") return VoxelEncoding::raw;
  if (name == "gzip" || name == "gz") return VoxelEncoding::compressed;
  if (name == "text" || name == "txt" || name == "ascii") return VoxelEncoding::text;
  text.refuse(fmt::format("its encoding is {}", in_quotes(name)), "Save it with encoding raw or gzip");
}

/// Writes `number` in place of %d, %3d or %03d, which must be the only % of `pattern`.
std::string fill_in(const TextHeader& text, const std::string& pattern, std::int64_t number) {
  const auto start = pattern.find('%');
  auto end = start + 1;
  while (end < pattern.size() && pattern[end] >= '0' && pattern[end] <= '9') ++end;
  const std::string width = pattern.substr(start + 1, end - start - 1);
  if (end == pattern.size() || (pattern[end] != 'd' && pattern[end] != 'u') || width.size() > 2 ||
      pattern.find('%', end) != std::string::npos)
    text.refuse(fmt::format("its data file is {}, which has no single %d", in_quotes(pattern)));
  const std::string digits = fmt::format("{}", number);
  const std::size_t length = width.empty() ? 0 : static_cast<std::size_t>(std::stoi(width));
  const char filler = width.starts_with('0') ? '0' : ' ';
  return pattern.substr(0, start) + std::string(length > digits.size() ? length - digits.size() : 0, filler) + digits +
         pattern.substr(end + 1);
}

/// Gives the names of a data file such as "slice%03d.raw 1 20 1".
std::vector<std::string> numbered_files(const TextHeader& text, const std::string& data_file) {
  const std::vector<std::string_view> words = words_of(data_file);
  if (words.size() != 4)
    text.refuse(fmt::format("its data file is {}, and not 'name%d first last step'", in_quotes(data_file)));
  constexpr std::int64_t most = 1'000'000'000;
  const std::int64_t first = text.integer("data file", words[1], 0, most);
  const std::int64_t last = text.integer("data file", words[2], 0, most);
  const std::int64_t step = text.integer("data file", words[3], -most, most);
  if (step == 0 || (last - first) / step < 0 || static_cast<std::size_t>((last - first) / step) >= most_files)
    text.refuse(fmt::format("its data file is {}, which counts no files", in_quotes(data_file)));
  std::vector<std::string> names;
  for (std::int64_t number = first; step > 0 ? number <= last : number >= last; number += step)
    names.push_back(fill_in(text, std::string(words[0]), number));
  return names;
}

std::vector<std::string> find_files(const TextHeader& text, const NrrdFields& fields) {
  const std::string& data_file = fields.data_file();
  if (data_file.empty()) return {};
  if (data_file.starts_with("LIST")) {
    if (data_file != "LIST") text.refuse("its list of files has files that are no whole planes", "Save it as one file");
    if (fields.list().empty()) text.refuse("its list of files is empty");
    return fields.list();
  }
  if (data_file.find('%') != std::string::npos) return numbered_files(text, data_file);
  return {data_file};
}

/// Gives the length of each vector of "(a,b,c) none (d,e,f)"; 0 for none.
std::vector<double> lengths_of_vectors(const TextHeader& text, std::string_view vectors) {
  std::vector<double> lengths;
  while (!(vectors = without_blanks_around(vectors)).empty()) {
    const bool is_vector = vectors.front() == '(';
    const std::size_t end = is_vector ? vectors.find(')') : std::min(vectors.find_first_of(" \t"), vectors.size());
    if (end == std::string_view::npos)
      text.refuse(fmt::format("its space directions are {}, and not (a,b,c) for each axis", in_quotes(vectors)));
    double squares = 0;
    if (is_vector) {
      std::string numbers(vectors.substr(1, end - 1));
      std::ranges::replace(numbers, ',', ' ');
      for (const double number : text.reals("space directions", numbers)) squares += number * number;
    }
    lengths.push_back(std::sqrt(squares));
    vectors.remove_prefix(std::min(end + 1, vectors.size()));
  }
  return lengths;
}

/// Notes the spacing and the unit where all three axes have one and the same.
void note_spacing(const TextHeader& text, const NrrdFields& fields, std::int64_t axes, ImageNotes& notes) {
  if (fields.has("spacedirections")) {
    notes.spacing = make_spacing(text, lengths_of_vectors(text, fields.need("spacedirections")), axes);
  } else if (fields.has("spacings")) {
    std::vector<double> spacings = text.reals("spacings", fields.need("spacings"));
    for (double& spacing : spacings)
      if (std::isnan(spacing)) spacing = 0;  // NRRD says so of an axis without a spacing
    notes.spacing = make_spacing(text, spacings, axes);
  }
  for (const char* field : {"spaceunits", "units"}) {
    if (!fields.has(field)) continue;
    const std::vector<std::string_view> units = words_of(fields.need(field));
    if (units.size() < 3 || std::ranges::any_of(units, [&](std::string_view unit) { return unit != units[0]; }))
      continue;
    const std::string_view unit = units[0];
    if (unit.size() > 2 && unit.front() == '"' && unit.back() == '"')
      if (const auto metres = metres_of_unit(unit.substr(1, unit.size() - 2))) notes.spacing_unit_m = metres;
  }
}

/// Throws InputError where a kind of axis says that a voxel has several values.
void require_one_value(const TextHeader& text, const std::string& kinds) {
  for (const std::string_view kind : words_of(kinds)) {
    if (kind == "list" && in_lower_case(text.name()).ends_with(".seg.nrrd"))
      text.refuse("it is a segmentation of 3D Slicer whose segments overlap, in several layers",
                  "In 3D Slicer export the segments that you want to a labelmap, and save that as .nrrd");
    if (std::ranges::find(kinds_of_space, kind) == kinds_of_space.end())
      text.refuse(fmt::format("an axis of it is of kind {}: colours or vectors", in_quotes(kind)),
                  "Save it with one grey value or label a voxel");
  }
}

}  // namespace

VoxelLayout parse_nrrd_header(TextHeader& text) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const NrrdFields fields(text);
  const std::int64_t axes = text.integer("dimension", fields.need("dimension"), 1, 16);
  const std::vector<std::int64_t> sizes = text.integers("sizes", fields.need("sizes"), 1, most);
  if (static_cast<std::int64_t>(sizes.size()) != axes)
    text.refuse(fmt::format("its sizes are {} numbers, and its dimension is {}", sizes.size(), axes));
  if (fields.has("kinds")) require_one_value(text, fields.need("kinds"));
  VoxelLayout layout;
  layout.header = make_header(text, sizes, type_called(text, fields.need("type")));
  note_spacing(text, fields, axes, layout.header.notes);
  layout.header.notes.pore_values = fields.pore_values();
  layout.encoding = find_encoding(text, fields.need("encoding"));
  layout.header_bytes = text.position();
  layout.skipped_lines = fields.integer("lineskip", 0, most);
  layout.skipped_bytes = fields.integer("byteskip", VoxelLayout::from_end, most);
  layout.files = find_files(text, fields);
  if (layout.skipped_bytes < 0 && layout.encoding != VoxelEncoding::raw)
    text.refuse("its byte skip is -1, which is for raw voxels", "Save it with encoding raw");
  if (layout.files.empty() && !fields.ends_with_empty_line()) text.refuse("no voxels follow its header");
  const bool has_order = size_of(layout.header.type) > 1 && layout.encoding != VoxelEncoding::text;
  if (has_order || fields.has("endian")) {
    const std::string& endian = fields.need("endian");
    if (endian != "little" && endian != "big")
      text.refuse(fmt::format("its endian is {}", in_quotes(endian)), "Write little or big");
    layout.big_endian = endian == "big";
  }
  return layout;
}

}  // namespace perm
