// SPDX-License-Identifier: Apache-2.0
// The format: zarr-specs.readthedocs.io, version 2; ngff.openmicroscopy.org, version 0.4. Metadata are strict: what
// contradicts itself is refused with the name of its key.
#include "image/zarr/zarr_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <type_traits>
#include <utility>

#include "core/errors.hpp"
#include "core/printable_text.hpp"
#include "core/text_file.hpp"
#include "core/units.hpp"
#include "image/source/numpy_types.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

using ZarrJson = nlohmann::json;

constexpr std::int64_t most_voxels_of_axis = 1'000'000;
constexpr std::int64_t most_chunk_bytes = std::int64_t{1} << 31;  // what Blosc and the writers of Zarr can make

/// One file of metadata, and the error that names it.
class ZarrMetadata {
 public:
  explicit ZarrMetadata(fs::path file) : file_(std::move(file)) {
    const std::string text = read_text_file(file_);
    json_ = ZarrJson::parse(text, nullptr, false);
    if (json_.is_discarded() || !json_.is_object()) refuse("it is no JSON object");
  }

  [[noreturn]] void refuse(const std::string& why, const std::string& remedy = "Write the image again") const {
    throw InputError(fmt::format("Cannot read '{}'", file_.string()), why, remedy);
  }
  const ZarrJson& json() const { return json_; }
  const ZarrJson& need(const char* key) const {
    if (!json_.contains(key)) refuse(fmt::format("it has no {}", key));
    return json_.at(key);
  }
  /// Gives the positive whole numbers of a list.
  std::vector<std::int64_t> sizes(const char* key, std::int64_t most) const {
    const ZarrJson& list = need(key);
    std::vector<std::int64_t> sizes;
    for (const ZarrJson& size : list.is_array() ? list : ZarrJson::array()) {
      if (!size.is_number_unsigned() || size.get<std::uint64_t>() < 1 ||
          size.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        refuse(fmt::format("its {} has {}, which is no size from 1 to {}", key, shown(size), most));
      sizes.push_back(size.get<std::int64_t>());
    }
    if (sizes.size() < 2 || sizes.size() > 8) refuse(fmt::format("its {} is no list of 2 to 8 sizes", key));
    return sizes;
  }
  /// Gives JSON for a message.
  static std::string shown(const ZarrJson& json) {
    return shorten(printable_line(json.dump(-1, ' ', true, ZarrJson::error_handler_t::replace)), 40);
  }

 private:
  fs::path file_;
  ZarrJson json_;
};

template <class T>
std::optional<T> fill_of_type(const ZarrJson& fill) {
  if constexpr (std::is_same_v<T, Half>) {
    if (fill == "NaN") return Half{0x7e00};
    if (fill.is_number() && fill.get<double>() == 0) return Half{0};
    return {};
  } else if constexpr (std::is_floating_point_v<T>) {
    if (fill == "NaN") return std::numeric_limits<T>::quiet_NaN();
    if (fill == "Infinity") return std::numeric_limits<T>::infinity();
    if (fill == "-Infinity") return -std::numeric_limits<T>::infinity();
    return fill.is_number() ? std::optional(static_cast<T>(fill.get<double>())) : std::nullopt;
  } else {
    if (fill.is_boolean()) return static_cast<T>(fill.get<bool>() ? 1 : 0);
    if (fill.is_number_float()) {  // some writers have 0.0
      const double value = fill.get<double>();
      return value == 0 ? std::optional<T>(T{0}) : std::nullopt;
    }
    if (fill.is_number_unsigned()) {
      const auto value = fill.get<std::uint64_t>();
      if (value > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) return {};
      return static_cast<T>(value);
    }
    if (!fill.is_number_integer() || std::is_unsigned_v<T>) return {};
    const auto value = fill.get<std::int64_t>();
    if (value < static_cast<std::int64_t>(std::numeric_limits<T>::min())) return {};
    return static_cast<T>(value);
  }
}

void read_fill(const ZarrMetadata& metadata, ZarrArray& array) {
  const ZarrJson& fill = metadata.need("fill_value");
  if (fill.is_null()) return;
  with_type(array.header.type, [&](auto type) {
    using T = typename decltype(type)::type;
    const std::optional<T> value = fill_of_type<T>(fill);
    if (!value)
      metadata.refuse(
          fmt::format("its fill_value is {}, which is no {}", ZarrMetadata::shown(fill), name_of(array.header.type)));
    array.fill.emplace(sizeof(T));
    std::memcpy(array.fill->data(), &*value, sizeof(T));
  });
}

void read_type(const ZarrMetadata& metadata, ZarrArray& array) {
  const ZarrJson& dtype = metadata.need("dtype");
  const std::string code = dtype.is_string() ? dtype.get<std::string>() : "";
  const auto type =
      code.size() > 1 ? find_voxel_type(numpy_type_codes, std::string_view(code).substr(1)) : std::nullopt;
  if (!type || std::string_view("<>|").find(code.front()) == std::string_view::npos)
    metadata.refuse(fmt::format("its dtype is {}, which is none of numbers", ZarrMetadata::shown(dtype)),
                    "Save it with a dtype such as uint8, bool or float32");
  array.header.type = *type;
  array.big_endian = code.front() == '>';
  if (code.ends_with("b1")) array.header.notes.pore_values = "1";  // as in Python
}

void read_coding(const ZarrMetadata& metadata, ZarrArray& array) {
  const ZarrJson& order = metadata.need("order");
  if (order != "C" && order != "F") metadata.refuse(fmt::format("its order is {}", ZarrMetadata::shown(order)));
  array.is_fortran = order == "F";
  const ZarrJson& json = metadata.json();
  if (json.contains("filters") && !json.at("filters").is_null() && !json.at("filters").empty())
    metadata.refuse("its chunks went through filters, which are not read", "Save it without filters");
  if (json.contains("dimension_separator")) {
    const ZarrJson& separator = json.at("dimension_separator");
    if (separator != "." && separator != "/")
      metadata.refuse(fmt::format("its dimension_separator is {}", ZarrMetadata::shown(separator)));
    array.separator = separator.get<std::string>();
  }
  const ZarrJson& compressor = metadata.need("compressor");
  if (compressor.is_null()) return;
  const ZarrJson id = compressor.is_object() && compressor.contains("id") ? compressor.at("id") : ZarrJson();
  for (const char* known : {"zlib", "gzip", "blosc", "zstd"})
    if (id == known) array.compressor = known;
  if (array.compressor.empty())
    metadata.refuse(fmt::format("its compressor is {}", ZarrMetadata::shown(id)),
                    "Save it with blosc, zstd, zlib, gzip or no compressor");
}

void read_shape(const ZarrMetadata& metadata, ZarrArray& array) {
  array.shape = metadata.sizes("shape", most_voxels_of_axis);
  array.chunk = metadata.sizes("chunks", most_chunk_bytes);
  if (array.shape.size() != array.chunk.size())
    metadata.refuse(
        fmt::format("its shape has {} axes, and its chunks have {}", array.shape.size(), array.chunk.size()));
  const std::size_t axes = array.shape.size();
  for (std::size_t axis = 0; axis + 3 < axes; ++axis)
    if (array.shape[axis] != 1)
      metadata.refuse(
          fmt::format("its axis {} has {} moments or channels, and an image has one", axis, array.shape[axis]),
          "Save the one that is meant as an array of its own");
  double bytes = static_cast<double>(size_of(array.header.type));
  for (const std::int64_t voxels : array.chunk) bytes *= static_cast<double>(voxels);
  if (bytes > static_cast<double>(most_chunk_bytes))
    metadata.refuse(fmt::format("its chunks have {:.3g} bytes, and 2^31 are read", bytes), "Save it in smaller chunks");
  array.header.extent = {array.shape[axes - 1], array.shape[axes - 2], axes > 2 ? array.shape[axes - 3] : 1};
  if (!is_addressable(array.header.extent, size_of(array.header.type)))
    metadata.refuse(fmt::format("its shape is {}", to_string(array.header.extent)));
}

/// Multiplies the spacing by the scales of a list of transformations, as far as there is one.
void scale_by(const ZarrJson& of, const ZarrMetadata& metadata, std::size_t axes, std::vector<double>& spacing) {
  if (!of.is_object() || !of.contains("coordinateTransformations")) return;
  for (const ZarrJson& transformation : of.at("coordinateTransformations")) {
    if (!transformation.is_object() || transformation.value("type", "") != "scale") continue;
    const ZarrJson scale = transformation.contains("scale") ? transformation.at("scale") : ZarrJson();
    if (!scale.is_array() || scale.size() != axes)
      metadata.refuse(fmt::format("its scale is {}, and the array has {} axes", ZarrMetadata::shown(scale), axes));
    spacing.resize(axes, 1);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const double factor = scale[axis].is_number() ? scale[axis].get<double>() : 0;
      if (!std::isfinite(factor) || factor <= 0)
        metadata.refuse(fmt::format("its scale is {}", ZarrMetadata::shown(scale)));
      spacing[axis] *= factor;
    }
  }
}

/// Gives the name of each axis; none where the metadata name none. Notes the unit of the last axes.
std::vector<std::string> read_axes(const ZarrJson& image, const ZarrMetadata& metadata, ImageNotes& notes) {
  std::vector<std::string> names;
  if (!image.contains("axes") || !image.at("axes").is_array()) return names;
  std::vector<std::string> units;
  for (const ZarrJson& axis : image.at("axes")) {
    const bool is_object = axis.is_object() && axis.contains("name") && axis.at("name").is_string();
    if (!is_object && !axis.is_string()) metadata.refuse(fmt::format("it has the axis {}", ZarrMetadata::shown(axis)));
    names.push_back(is_object ? axis.at("name").get<std::string>() : axis.get<std::string>());
    if (is_object && axis.contains("unit") && axis.at("unit").is_string() && std::string("xyz").find(names.back()) < 3)
      units.push_back(axis.at("unit").get<std::string>());
  }
  if (!units.empty() && std::ranges::count(units, units.front()) != std::ssize(units))
    metadata.refuse("its axes x, y and z have units that differ");
  if (!units.empty()) notes.spacing_unit_m = units.front() == "angstrom" ? 1e-10 : metres_of_unit(units.front());
  return names;
}

/// Gives the folder of level 0 of an image, and its notes.
std::pair<fs::path, ImageNotes> read_multiscales(const fs::path& folder, const ZarrMetadata& metadata) {
  const ZarrJson& list = metadata.need("multiscales");
  const ZarrJson image = list.is_array() && !list.empty() ? list.front() : ZarrJson();
  const ZarrJson datasets = image.is_object() && image.contains("datasets") ? image.at("datasets") : ZarrJson();
  const ZarrJson level = datasets.is_array() && !datasets.empty() ? datasets.front() : ZarrJson();
  if (!level.is_object() || !level.contains("path") || !level.at("path").is_string())
    metadata.refuse("its multiscales name no level of an image");
  const fs::path path = level.at("path").get<std::string>();
  if (path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end())
    metadata.refuse(fmt::format("its level {} lies outside of the folder", ZarrMetadata::shown(level.at("path"))));
  ImageNotes notes;
  const std::vector<std::string> names = read_axes(image, metadata, notes);
  const ZarrMetadata array(folder / path / ".zarray");
  const std::size_t axes = array.sizes("shape", most_voxels_of_axis).size();
  if (!names.empty()) {
    const bool has_z = axes > 2;
    const std::vector<std::string> last = {"z", "y", "x"};
    if (names.size() != axes || !std::equal(names.end() - (has_z ? 3 : 2), names.end(), last.begin() + (has_z ? 0 : 1)))
      metadata.refuse(fmt::format("its axes are {}, and z, y, x must be the last", fmt::join(names, ", ")));
  }
  std::vector<double> spacing;
  scale_by(level, metadata, axes, spacing);
  if (!spacing.empty()) scale_by(image, metadata, axes, spacing);
  for (std::size_t i = 0; i < std::min<std::size_t>(3, spacing.size()); ++i)
    notes.spacing[i] = spacing[spacing.size() - 1 - i];
  if (!spacing.empty() && axes == 2) notes.spacing[2] = notes.spacing[0];
  return {folder / path, notes};
}

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

}  // namespace

bool is_zarr_folder(const fs::path& folder) {
  std::error_code none;
  return fs::is_directory(folder, none) &&
         std::ranges::any_of(std::array{".zarray", ".zgroup", ".zattrs", "zarr.json"},
                             [&](const char* name) { return is_file(folder / name); });
}

ZarrArray read_zarr_array(const fs::path& folder) {
  const std::string problem = fmt::format("Cannot open '{}'", folder.string());
  ZarrArray array;
  array.folder = folder;
  std::string kind = "Zarr";
  if (!is_file(folder / ".zarray")) {
    if (is_file(folder / "zarr.json"))
      throw InputError(problem, "it is Zarr of version 3, as OME-Zarr 0.5 has it, and version 2 is read",
                       fmt::format("In Python: zarr.save('image_v2.zarr', zarr.open('{}')[:], zarr_format=2), or "
                                   "[0][:] for OME-Zarr",
                                   folder.string()));
    const bool has_attributes = is_file(folder / ".zattrs");
    if (!has_attributes || !ZarrMetadata(folder / ".zattrs").json().contains("multiscales"))
      throw InputError(problem, "it is a group of Zarr and no image",
                       "Name the folder of one array, which has .zarray");
    std::tie(array.folder, array.header.notes) = read_multiscales(folder, ZarrMetadata(folder / ".zattrs"));
    kind = "OME-Zarr, level 0";
  }
  const ZarrMetadata metadata(array.folder / ".zarray");
  if (metadata.need("zarr_format") != 2)
    metadata.refuse(
        fmt::format("its zarr_format is {}, and 2 is read", ZarrMetadata::shown(metadata.need("zarr_format"))));
  read_type(metadata, array);
  read_shape(metadata, array);
  read_coding(metadata, array);
  read_fill(metadata, array);
  array.description = fmt::format("{} ({}, {})", folder.string(), kind, name_of(array.header.type));
  return array;
}

}  // namespace perm
