// SPDX-License-Identifier: Apache-2.0
// MetaImage (.mha, .mhd). ITK parses the header; the voxels are read here, because MetaIO reports files that are cut
// short on the terminal only and goes on with whatever was in memory.
#include <fmt/format.h>
#include <itkMetaImageIO.h>

#include <fstream>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/raw_planes.hpp"

namespace perm {
namespace {

/// Finds the first byte behind the header's last line, which is always ElementDataFile.
std::int64_t end_of_header(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("ElementDataFile")) return file ? static_cast<std::int64_t>(file.tellg()) : 0;
  return 0;
}

bool is_local(const std::string& data_file) {
  return data_file == "LOCAL" || data_file == "Local" || data_file == "local";
}

}  // namespace

std::unique_ptr<PlaneSource> open_meta(const std::filesystem::path& path) {
  const auto io = itk::MetaImageIO::New();
  const ImageHeader header = read_header(*io, path);
  MetaImage& meta = *io->GetMetaImagePointer();
  const std::string data_file = meta.ElementDataFileName();
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    throw InputError(fmt::format("Cannot read '{}'", path.string()), why, remedy);
  };
  if (!meta.BinaryData()) refuse("its voxels are written as text", "Save it as binary .mha");
  if (data_file.empty()) refuse("its header names no ElementDataFile", "Export the image again");
  if (data_file.starts_with("LIST") || data_file.find('%') != std::string::npos)
    refuse("its voxels are spread over several files", "Save it as one .mha");

  const std::string description = fmt::format("{} (MetaImage, {}{})", path.string(), name_of(header.type),
                                              meta.CompressedData() ? ", compressed" : "");
  VoxelPlace place{path, 0, meta.BinaryDataByteOrderMSB()};
  if (is_local(data_file)) {
    place.offset_bytes = end_of_header(path);
  } else {
    place.file = path.parent_path() / data_file;  // an absolute name stays as it is
    require_readable_file(place.file);
  }
  if (meta.CompressedData()) return open_zlib_planes(place, header, description);

  const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(place.file));
  if (meta.HeaderSize() > 0) place.offset_bytes = meta.HeaderSize();
  if (meta.HeaderSize() == -1) place.offset_bytes = std::max<std::int64_t>(0, file_bytes - header.bytes());
  const std::int64_t found = file_bytes - place.offset_bytes;
  if (found < header.bytes() || (found > header.bytes() && !is_local(data_file) && meta.HeaderSize() == 0))
    refuse(fmt::format("{} of {} need {} bytes, '{}' holds {}", to_string(header.extent), name_of(header.type),
                       header.bytes(), place.file.filename().string(), found),
           found < header.bytes() ? "The file is cut short, or DimSize or ElementType in the header is wrong"
                                  : "Correct DimSize or ElementType in the header, or add HeaderSize");
  return open_raw_planes(place, header, description);
}

}  // namespace perm
