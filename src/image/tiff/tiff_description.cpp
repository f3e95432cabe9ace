// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text_file.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

constexpr std::string_view own_start = "permeability labels: pore=0 solid=1";
constexpr std::string_view own_spacing = " voxel_size_m=";

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data()) return {};
  return number;
}

std::optional<double> length_in(std::string_view text) {
  const std::optional<double> length = number_in<double>(text);
  return length && std::isfinite(*length) && *length > 0 ? length : std::nullopt;
}

/// Gives metres of a unit as ImageJ and OME write it.
std::optional<double> metres_of(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double metres;
  };
  constexpr std::array<Unit, 6> only_in_files{
      {{"\xB5m", 1e-6}, {"\\u00B5m", 1e-6}, {"&#181;m", 1e-6}, {"inch", 0.0254}, {"in", 0.0254}, {"pm", 1e-12}}};
  const auto found = std::ranges::find(only_in_files, unit, &Unit::name);
  return found == only_in_files.end() ? metres_of_unit(unit) : std::optional(found->metres);
}

/// Gives what follows `key` in a line of its own, "key=value".
std::string_view value_of_line(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const bool starts_line = at == 0 || text[at - 1] == '\n';
    const std::size_t value = at + key.size();
    if (!starts_line || value >= text.size() || text[value] != '=') continue;
    return text.substr(value + 1, text.find_first_of("\n\r\0", value) - value - 1);
  }
  return {};
}

/// Gives the value of the first attribute `name="value"` of XML.
std::string_view value_of_attribute(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t quote = at + name.size() + 1;
    const bool is_name = at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n' || text[at - 1] == '\t');
    if (!is_name || quote >= text.size() || text[quote - 1] != '=' || text[quote] != '"') continue;
    const std::size_t end = text.find('"', quote + 1);
    if (end != std::string_view::npos) return text.substr(quote + 1, end - quote - 1);
  }
  return {};
}

TiffDescription parse_imagej(std::string_view text) {
  TiffDescription found;
  const auto count = [&](std::string_view key, std::int64_t otherwise) {
    return number_in<std::int64_t>(value_of_line(text, key)).value_or(otherwise);
  };
  found.is_of_imagej = true;
  found.images = count("images", 0);
  found.channels = count("channels", 1);
  found.slices = count("slices", 1);
  found.frames = count("frames", 1);
  found.spacing[2] = length_in(value_of_line(text, "spacing")).value_or(0);
  found.spacing_unit_m = metres_of(value_of_line(text, "unit"));
  return found;
}

TiffDescription parse_ome(std::string_view text) {
  TiffDescription found;
  const std::size_t pixels = text.find("<Pixels");
  if (pixels == std::string_view::npos) return found;
  text = text.substr(pixels, text.find('>', pixels) - pixels);
  const auto count = [&](std::string_view name) {
    return number_in<std::int64_t>(value_of_attribute(text, name)).value_or(1);
  };
  found.channels = count("SizeC");
  found.slices = count("SizeZ");
  found.frames = count("SizeT");
  constexpr std::array<std::string_view, 3> sizes{"PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"};
  constexpr std::array<std::string_view, 3> units{"PhysicalSizeXUnit", "PhysicalSizeYUnit", "PhysicalSizeZUnit"};
  found.spacing_unit_m = 1;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    const std::string_view unit = value_of_attribute(text, units[axis]);
    const std::optional<double> metres = unit.empty() ? std::optional(1e-6) : metres_of(unit);  // the default of OME
    const std::optional<double> length = length_in(value_of_attribute(text, sizes[axis]));
    if (metres && length) found.spacing[axis] = *length * *metres;
  }
  return found;
}

TiffDescription parse_own(std::string_view text) {
  TiffDescription found;
  found.pore_values.assign(1, '0');
  text.remove_prefix(own_start.size());
  if (!text.starts_with(own_spacing)) return found;
  if (const auto length = length_in(text.substr(own_spacing.size()))) {
    found.spacing = {*length, *length, *length};
    found.spacing_unit_m = 1;
  }
  return found;
}

}  // namespace

TiffDescription parse_tiff_description(std::string_view text) {
  if (text.starts_with("ImageJ=")) return parse_imagej(text);
  if (text.starts_with(own_start)) return parse_own(text);
  if (text.find("<OME") != std::string_view::npos) return parse_ome(text);
  return {};
}

std::string describe_labels(double spacing_m) {
  return spacing_m > 0 ? fmt::format("{}{}{}", own_start, own_spacing, spacing_m) : std::string(own_start);
}

}  // namespace perm
