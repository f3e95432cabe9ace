// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/grey_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

/// Gives the beginning of a list for a message.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  return fmt::format("'{}{}'", text.substr(0, most), text.size() > most ? "..." : "");
}

[[noreturn]] void refuse_ranges(std::string_view text) {
  throw InputError(fmt::format("{} is no list of grey values", shown(text)), "",
                   "Give values and ranges such as 0, 0:89, 90: or 0,2,5:7");
}

long double parse_bound(std::string_view bound, std::string_view whole) {
  long double value = 0;
  const auto [end, error] = scan_number(bound.data(), bound.data() + bound.size(), value);
  if (error != std::errc{} || end != bound.data() + bound.size() || !std::isfinite(value)) refuse_ranges(whole);
  return value;
}

}  // namespace

std::vector<GreyRange> parse_grey_ranges(std::string_view text) {
  constexpr auto most = std::size_t{1} << 16U;  // each value that a voxel of 16 bits may have
  if (static_cast<std::size_t>(std::ranges::count(text, ',')) >= most)
    throw InputError(fmt::format("{} is too long a list of grey values", shown(text)),
                     fmt::format("it has more than {} values and ranges", most), "Give ranges such as 0:89");
  std::vector<GreyRange> ranges;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view piece = text.substr(from, comma - from);
    const std::size_t colon = piece.find(':');
    GreyRange range{-unbounded_grey, unbounded_grey};
    if (piece.empty() || piece == ":") refuse_ranges(text);
    if (colon == std::string_view::npos) {
      range.low = range.high = parse_bound(piece, text);
    } else {
      if (colon > 0) range.low = parse_bound(piece.substr(0, colon), text);
      if (colon + 1 < piece.size()) range.high = parse_bound(piece.substr(colon + 1), text);
    }
    if (range.low > range.high)
      throw InputError(fmt::format("{} is no list of grey values", shown(text)),
                       fmt::format("{} is above {}", range.low, range.high), "Give the smaller value first");
    ranges.push_back(range);
    from = comma + 1;
  }
  return ranges;
}

std::string in_words(const std::vector<GreyRange>& ranges) {
  std::string words;
  for (const GreyRange& range : ranges) {
    if (!words.empty()) words += ", ";
    if (range.low == range.high)
      words += fmt::format("{}", range.low);
    else if (range.low == -unbounded_grey)
      words += fmt::format("up to {}", range.high);
    else if (range.high == unbounded_grey)
      words += fmt::format("{} and above", range.low);
    else
      words += fmt::format("{} to {}", range.low, range.high);
  }
  return words;
}

}  // namespace perm
