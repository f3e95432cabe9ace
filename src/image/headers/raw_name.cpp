// SPDX-License-Identifier: Apache-2.0
#include "image/headers/raw_name.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "core/extent.hpp"
#include "image/headers/text_header.hpp"

namespace perm {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Gives the parts of a name between _, - and blanks, in lower case.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts(1);
  for (const char c : in_lower_case(name)) {
    if (c == '_' || c == '-' || c == ' ')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr std::int64_t longest = 100'000;
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || number < 1 || number > longest)
    return {};
  return number;
}

/// Reads "256c", a cube, or "512x512x300".
std::optional<Extent> extent_in(std::string_view part) {
  if (part.size() > 1 && part.back() == 'c') {
    if (const auto edge = whole_number(part.substr(0, part.size() - 1))) return Extent{*edge, *edge, *edge};
    return {};
  }
  std::vector<std::int64_t> sizes;
  for (;;) {
    const std::size_t cut = part.find('x');
    const auto size = whole_number(part.substr(0, cut));
    if (!size) return {};
    sizes.push_back(*size);
    if (cut == std::string_view::npos) break;
    part.remove_prefix(cut + 1);
  }
  if (sizes.size() != 3) return {};
  return Extent{sizes[0], sizes[1], sizes[2]};
}

/// Reads "5um", "15p2um", "2d25um" and "2.25um", in which p and d stand for the point.
std::optional<std::string> voxel_size_in(std::string_view part) {
  for (const std::string_view unit : {"um", "nm", "mm"}) {
    if (!part.ends_with(unit) || part.size() == unit.size()) continue;
    std::string number(part.substr(0, part.size() - unit.size()));
    int points = 0;
    for (char& c : number) {
      if (c == 'p' || c == 'd' || c == '.') {
        c = '.';
        ++points;
      } else if (!is_digit(c)) {
        return {};
      }
    }
    if (points > 1 || number.front() == '.' || number.back() == '.') return {};
    return number + std::string(unit);
  }
  return {};
}

/// Gives the option for the type of so many bytes a voxel.
std::string type_of_bytes(std::int64_t bytes) {
  switch (bytes) {
    case 1:
      return " --dtype uint8";
    case 2:
      return " --dtype uint16";
    case 4:
      return " --dtype float32";
    case 8:
      return " --dtype float64";
    default:
      return "";
  }
}

}  // namespace

std::string propose_layout(const std::filesystem::path& path, std::int64_t bytes) {
  std::filesystem::path name = path.filename();
  const bool is_compressed = in_lower_case(name.extension().string()) == ".gz";
  if (is_compressed) name = name.stem();
  std::optional<Extent> extent;
  std::string voxel_size;
  for (const std::string& part : parts_of(name.stem().string())) {
    if (!extent) extent = extent_in(part);
    if (const auto size = voxel_size_in(part); size && voxel_size.empty()) voxel_size = " --voxel-size " + *size;
  }
  if (!extent && !is_compressed) {
    const auto edge = static_cast<std::int64_t>(std::llround(std::cbrt(static_cast<double>(bytes))));
    constexpr std::int64_t shortest = 16;  // smaller files may be a cube by chance
    if (edge >= shortest && edge * edge * edge == bytes) extent = Extent{edge, edge, edge};
  }
  if (!extent) return {};
  std::string type;
  if (!is_compressed) {
    if (bytes % extent->voxels() != 0 || type_of_bytes(bytes / extent->voxels()).empty()) return {};
    type = type_of_bytes(bytes / extent->voxels());
  }
  return fmt::format("--dims {}x{}x{}{}{}", extent->nx, extent->ny, extent->nz, type, voxel_size);
}

}  // namespace perm
