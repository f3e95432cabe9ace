// SPDX-License-Identifier: Apache-2.0
// NRRD (.nrrd, .nhdr). ITK parses the header, but it can read the voxels only all at once. Voxels that are raw or
// compressed by gzip, in one file, are therefore read here plane by plane; those stored in other ways are left to ITK.
#include <fmt/format.h>
#include <itkNrrdImageIO.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/raw_planes.hpp"

namespace perm {
namespace {

/// The fields of the header. Names have no blanks; names and values are in lower case, except the name of a file.
struct NrrdHeader {
  std::map<std::string, std::string> fields;
  std::string data_file;  ///< empty when the voxels follow the header
  std::int64_t bytes{0};  ///< its length, with the empty line that ends it

  std::string value(const std::string& field) const {
    const auto found = fields.find(field);
    return found == fields.end() ? std::string{} : found->second;
  }
};

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string without_blanks_around(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Reads lines "field: value". Lines "key:=value" and "# comment" say nothing about the voxels.
NrrdHeader read_fields(const std::filesystem::path& path) {
  NrrdHeader header;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line == "\r") {
      header.bytes = static_cast<std::int64_t>(file.tellg());
      break;
    }
    const auto colon = line.find(": ");
    if (line.starts_with('#') || colon == std::string::npos || line.find(":=") < colon) continue;
    std::string field = in_lower_case(line.substr(0, colon));
    std::erase(field, ' ');
    const std::string value = without_blanks_around(line.substr(colon + 2));
    if (field == "datafile") header.data_file = value;
    header.fields[field] = in_lower_case(value);
  }
  return header;
}

/// Says whether all voxels lie in one file, from a byte on that follows from the header.
bool is_plain(const NrrdHeader& nrrd) {
  const auto is_absent_or_0 = [&](const char* field) { return nrrd.value(field).empty() || nrrd.value(field) == "0"; };
  const bool one_file = !nrrd.data_file.starts_with("LIST") && nrrd.data_file.find('%') == std::string::npos &&
                        (!nrrd.data_file.empty() || nrrd.bytes > 0);
  return one_file && is_absent_or_0("lineskip") && is_absent_or_0("byteskip");
}

}  // namespace

std::unique_ptr<PlaneSource> open_nrrd(const std::filesystem::path& path) {
  const auto io = itk::NrrdImageIO::New();
  const ImageHeader header = read_header(*io, path);
  const std::string description = fmt::format("{} (NRRD, {})", path.string(), name_of(header.type));
  const NrrdHeader nrrd = read_fields(path);
  const std::string encoding = nrrd.value("encoding");
  const bool gzipped = encoding == "gzip" || encoding == "gz";
  if (!is_plain(nrrd) || (encoding != "raw" && !gzipped))
    return std::make_unique<WholeImage>(header, read_voxels(*io, header, path), description);

  VoxelPlace place{path, nrrd.bytes, nrrd.value("endian") == "big"};
  if (!nrrd.data_file.empty()) {
    place = {path.parent_path() / nrrd.data_file, 0, place.big_endian};  // an absolute name stays as it is
    require_readable_file(place.file);
  }
  if (gzipped) return open_zlib_planes(place, header, description);
  const auto found = static_cast<std::int64_t>(std::filesystem::file_size(place.file)) - place.offset_bytes;
  if (found < header.bytes())
    throw InputError(fmt::format("Cannot read '{}'", path.string()),
                     fmt::format("{} of {} need {} bytes, '{}' holds {}", to_string(header.extent),
                                 name_of(header.type), header.bytes(), place.file.filename().string(), found),
                     "The file is cut short, or sizes or type in the header is wrong");
  return open_raw_planes(place, header, description);
}

}  // namespace perm
