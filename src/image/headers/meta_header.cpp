// SPDX-License-Identifier: Apache-2.0
// The header of MetaImage: lines "Field = value", of which ElementDataFile is the last one.
#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "image/headers/voxel_layout.hpp"

namespace perm {
namespace {

// MET_LONG has 4 bytes, whatever a long has here.
constexpr std::array<VoxelTypeName, 12> element_types{{{"MET_CHAR", VoxelType::int8},
                                                       {"MET_UCHAR", VoxelType::uint8},
                                                       {"MET_SHORT", VoxelType::int16},
                                                       {"MET_USHORT", VoxelType::uint16},
                                                       {"MET_INT", VoxelType::int32},
                                                       {"MET_UINT", VoxelType::uint32},
                                                       {"MET_LONG", VoxelType::int32},
                                                       {"MET_ULONG", VoxelType::uint32},
                                                       {"MET_LONG_LONG", VoxelType::int64},
                                                       {"MET_ULONG_LONG", VoxelType::uint64},
                                                       {"MET_FLOAT", VoxelType::float32},
                                                       {"MET_DOUBLE", VoxelType::float64}}};

bool is_local(const std::string& data_file) { return in_lower_case(data_file) == "local"; }

class MetaFields {
 public:
  /// Reads the fields up to ElementDataFile.
  explicit MetaFields(TextHeader& text) : text_(text) {
    for (std::string line; text.next_text_line(line);) {
      if (without_blanks_around(line).empty()) continue;
      const auto sign = line.find('=');
      if (sign == std::string::npos)
        text.refuse(fmt::format("its line {} is no 'Field = value'", in_quotes(line)),
                    "A MetaImage begins with a header of text; export the image again");
      const std::string field{without_blanks_around(std::string_view(line).substr(0, sign))};
      const std::string value{without_blanks_around(std::string_view(line).substr(sign + 1))};
      if (!fields_.emplace(field, value).second)
        text.refuse(fmt::format("its header says {} twice", in_quotes(field)), "Remove one of both lines");
      if (field != "ElementDataFile") continue;
      if (is_local(value)) {
        if (!text.line_was_ended()) text.refuse("it ends behind its header");
        return;
      }
      while (commands_.empty() && text.next_line(line)) commands_ = without_blanks_around(line);
      return;
    }
    text.refuse("its header names no ElementDataFile");
  }

  /// Gives the first line behind the header, which no MetaImage has; empty without one.
  const std::string& commands() const { return commands_; }
  bool has(const std::string& field) const { return fields_.count(field) != 0; }
  const std::string& need(const std::string& field) const {
    const auto found = fields_.find(field);
    if (found == fields_.end()) text_.refuse(fmt::format("its header names no {}", field));
    return found->second;
  }
  bool flag(const std::string& field) const {
    if (!has(field)) return false;
    const std::string value = in_lower_case(need(field));
    if (value == "true" || value == "t" || value == "1") return true;
    if (value != "false" && value != "f" && value != "0")
      text_.refuse(fmt::format("its {} is {}, and neither True nor False", field, in_quotes(value)));
    return false;
  }
  std::int64_t integer(const std::string& field, std::int64_t least, std::int64_t most, std::int64_t otherwise) const {
    return has(field) ? text_.integer(field, need(field), least, most) : otherwise;
  }

 private:
  TextHeader& text_;
  std::map<std::string, std::string> fields_;
  std::string commands_;
};

/// Tells whether the name of a file says that it is compressed; some programs leave out CompressedData then.
bool is_compressed_name(const std::string& file) {
  const std::string name = in_lower_case(file);
  return name.ends_with(".gz") || name.ends_with(".zraw");
}

VoxelType type_of_element(const TextHeader& text, const std::string& name) {
  if (const auto type = find_voxel_type(element_types, name)) return *type;
  text.refuse(fmt::format("its ElementType is {}, which is no number", in_quotes(name)),
              "Save it with one of MET_UCHAR, MET_SHORT, MET_FLOAT and the like");
}

}  // namespace

VoxelLayout parse_meta_header(TextHeader& text) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const MetaFields fields(text);
  if (fields.has("ObjectType") && fields.need("ObjectType") != "Image")
    text.refuse(fmt::format("its ObjectType is {}, and not Image", in_quotes(fields.need("ObjectType"))));
  const std::int64_t axes = text.integer("NDims", fields.need("NDims"), 1, 10);
  const std::vector<std::int64_t> sizes = text.integers("DimSize", fields.need("DimSize"), 1, most);
  if (static_cast<std::int64_t>(sizes.size()) != axes)
    text.refuse(fmt::format("its DimSize has {} numbers, and its NDims is {}", sizes.size(), axes));
  if (const std::int64_t channels = fields.integer("ElementNumberOfChannels", 1, 1000, 1); channels != 1)
    text.refuse(fmt::format("it has {} numbers a voxel: colours or vectors", channels),
                "Save it with one grey value or label a voxel");
  if (fields.has("BinaryData") && !fields.flag("BinaryData"))
    text.refuse("its voxels are written as text", "Save it as binary .mha");
  const std::string& data_file = fields.need("ElementDataFile");
  if (data_file.empty()) text.refuse("its header names no ElementDataFile");
  if (data_file.starts_with("LIST") || data_file.find('%') != std::string::npos)
    text.refuse("its voxels are spread over several files", "Save it as one .mha");

  VoxelLayout layout;
  layout.header = make_header(text, sizes, type_of_element(text, fields.need("ElementType")));
  const bool is_compressed = fields.flag("CompressedData") || is_compressed_name(data_file);
  layout.encoding = is_compressed ? VoxelEncoding::compressed : VoxelEncoding::raw;
  layout.big_endian = fields.flag("BinaryDataByteOrderMSB") || fields.flag("ElementByteOrderMSB");
  layout.header_bytes = text.position();
  layout.skipped_bytes = fields.integer("HeaderSize", VoxelLayout::from_end, most, 0);
  if (layout.encoding == VoxelEncoding::compressed)
    layout.compressed_bytes = fields.integer("CompressedDataSize", 0, most, 0);
  if (!is_local(data_file)) layout.files.push_back(data_file);
  for (const char* spacing : {"ElementSpacing", "ElementSize"})  // a file with both has the size of a sensor as well
    if (layout.header.notes.spacing[0] == 0 && fields.has(spacing))
      layout.header.notes.spacing = make_spacing(text, text.reals(spacing, fields.need(spacing)), axes);
  if (!fields.commands().empty())
    layout.header.notes.warnings.push_back(
        fmt::format("lines behind ElementDataFile are left out, {} first: a program that takes them for commands "
                    "(libvoxel, pnextract) solves another image",
                    in_quotes(fields.commands())));
  // This program writes so what its labels mean.
  if (fields.has("Comment") && fields.need("Comment").starts_with("permeability ") &&
      fields.need("Comment").ends_with("labels: pore=0 solid=1"))
    layout.header.notes.pore_values = "0";
  if (layout.skipped_bytes != 0 && (is_local(data_file) || layout.encoding != VoxelEncoding::raw))
    text.refuse("it has a HeaderSize, which is for uncompressed voxels in a file of their own", "Remove HeaderSize");
  return layout;
}

}  // namespace perm
