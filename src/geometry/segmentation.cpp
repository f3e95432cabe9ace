// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse_ranges(std::string_view text) {
  throw InputError(fmt::format("'{}' is no list of grey values", text), "",
                   "Give values and ranges such as 0, 0:89, 90: or 0,2,5:7");
}

double parse_bound(std::string_view bound, std::string_view whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(bound.data(), bound.data() + bound.size(), value);
  if (error != std::errc{} || end != bound.data() + bound.size() || !std::isfinite(value)) refuse_ranges(whole);
  return value;
}

bool is_in(const std::vector<GreyRange>& ranges, double grey) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [grey](const GreyRange& range) { return range.low <= grey && grey <= range.high; });
}

std::string in_words(const std::vector<GreyRange>& ranges) {
  std::string words;
  for (const GreyRange& range : ranges) {
    if (!words.empty()) words += ", ";
    if (range.low == range.high)
      words += fmt::format("{}", range.low);
    else if (range.low == -unbounded)
      words += fmt::format("up to {}", range.high);
    else if (range.high == unbounded)
      words += fmt::format("{} and above", range.low);
    else
      words += fmt::format("{} to {}", range.low, range.high);
  }
  return words;
}

/// The facts that one pass over the image finds about its grey values.
class GreyValues {
 public:
  void add(double grey) {
    least_ = std::min(least_, grey);
    greatest_ = std::max(greatest_, grey);
    if (distinct_.size() <= listed && std::find(distinct_.begin(), distinct_.end(), grey) == distinct_.end())
      distinct_.push_back(grey);
  }
  /// Gives to all processes the facts that they have found together; collective.
  static GreyValues of_all(const GreyValues& own, const Communicator& processes) {
    GreyValues all;
    for (const auto& values : processes.gather_to_all(std::span<const double>(own.distinct_)))
      for (const double value : values) all.add(value);
    all.least_ = -processes.max(-own.least_);
    all.greatest_ = processes.max(own.greatest_);
    return all;
  }
  /// Distinct values in the order in which they were met; at most one more than a message lists.
  const std::vector<double>& distinct() const { return distinct_; }
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  std::string in_words() const {
    std::vector<double> shown(distinct_.begin(),
                              distinct_.begin() + static_cast<std::ptrdiff_t>(std::min(distinct_.size(), listed)));
    std::sort(shown.begin(), shown.end());
    std::string words;
    for (const double value : shown) words += fmt::format("{}{}", words.empty() ? "" : ", ", value);
    return distinct_.size() > listed ? words + " and others" : words;
  }

 private:
  static constexpr std::size_t listed = 5;
  std::vector<double> distinct_;
  double least_{unbounded};
  double greatest_{-unbounded};
};

/// Calls `visit(x, y, z, grey)` for every voxel of the slab, z counted from its first plane. Collective. Throws
/// InputError, on all processes, when one of them has met a value that is not a number.
template <class Visit>
void for_each_voxel(PlaneSource& image, const PoreSlab& slab, const Visit& visit) {
  const Extent extent = image.extent();
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t not_a_number = none;  // the first voxel of that kind
  std::vector<double> plane(static_cast<std::size_t>(extent.plane_voxels()));
  for (std::int64_t z = slab.planes().first; z < slab.planes().last && not_a_number == none; ++z) {
    image.read_plane(z, plane);
    const double* grey = plane.data();
    for (std::int64_t y = 0; y < extent.ny && not_a_number == none; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x, ++grey) {
        if (std::isnan(*grey)) {
          not_a_number = extent.index(x, y, z);
          break;
        }
        visit(x, y, z - slab.planes().first, *grey);
      }
  }
  const std::int64_t first = -slab.processes().max(-not_a_number);
  if (first != none)
    throw InputError(fmt::format("Cannot use {}", image.description()),
                     fmt::format("voxel ({}, {}, {}) is not a number", first % extent.nx, first / extent.nx % extent.ny,
                                 first / extent.plane_voxels()),
                     "Give every voxel a grey value or a label");
}

void invert(PoreSpace& pores) {
  PoreSpace inverse(pores.extent());
  inverse.fill_with_pore();
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
      const auto from = pores.row(y, z);
      const auto to = inverse.row(y, z);
      for (std::size_t w = 0; w < to.size(); ++w) to[w] &= ~from[w];
    }
  pores = std::move(inverse);
}

Segmentation segment_two_values(PlaneSource& image, const Communicator& processes) {
  Segmentation result{PoreSlab::even(image.extent(), processes), {}};
  PoreSpace& pores = result.pores.pores();
  GreyValues own;
  double first = std::numeric_limits<double>::quiet_NaN();  // the first value that this process has met
  for_each_voxel(image, result.pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, double grey) {
    if (own.distinct().empty()) first = grey;
    if (grey == first) {
      pores.set_pore(x, y, z);
      if (!own.distinct().empty()) return;
    }
    own.add(grey);
  });
  const GreyValues values = GreyValues::of_all(own, processes);
  const std::size_t found = values.distinct().size();
  if (found == 1)
    throw InputError(
        fmt::format("Cannot tell pore from solid in {}", image.description()),
        fmt::format("every voxel is {}", values.least()),
        fmt::format("Give an image with pores and solid, or say that all is pore with --pore {}", values.least()));
  if (found > 2)
    throw InputError(fmt::format("Cannot tell pore from solid in {}", image.description()),
                     fmt::format("it has more than two grey values: {}", values.in_words()),
                     "Say which are pore with --pore, or which are solid with --solid, such as --pore 0:89");
  if (first != values.least() && !own.distinct().empty()) invert(pores);
  result.rule =
      fmt::format("grey value {} is pore and {} is solid (assumed: the smaller of two; --pore says otherwise)",
                  values.least(), values.greatest());
  return result;
}

Segmentation segment_by_rule(PlaneSource& image, const PoreRule& rule, const Communicator& processes) {
  const bool says_pore = rule.pore.has_value();
  const std::vector<GreyRange>& ranges = says_pore ? *rule.pore : *rule.solid;
  Segmentation result{PoreSlab::even(image.extent(), processes), {}};
  double least = unbounded;
  double greatest = -unbounded;
  std::int64_t pore_voxels = 0;
  for_each_voxel(image, result.pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, double grey) {
    least = std::min(least, grey);
    greatest = std::max(greatest, grey);
    if (is_in(ranges, grey) != says_pore) return;
    result.pores.pores().set_pore(x, y, z);
    ++pore_voxels;
  });
  pore_voxels = processes.sum(pore_voxels);
  least = -processes.max(-least);
  greatest = processes.max(greatest);
  const char* option = says_pore ? "--pore" : "--solid";
  if (pore_voxels == 0)
    throw InputError(fmt::format("{} is all solid with {} {}", image.description(), option, in_words(ranges)),
                     fmt::format("its grey values run from {} to {}", least, greatest),
                     "Check the values, and the polarity: --pore names the voids, --solid the material");
  result.rule = says_pore ? fmt::format("grey values {} are pore, all others solid (given)", in_words(ranges))
                          : fmt::format("grey values {} are solid, all others pore (given)", in_words(ranges));
  if (pore_voxels == image.extent().voxels())
    result.rule += fmt::format("; all voxels are pore, from {} to {}", least, greatest);
  return result;
}

}  // namespace

std::vector<GreyRange> parse_grey_ranges(std::string_view text) {
  std::vector<GreyRange> ranges;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view piece = text.substr(from, comma - from);
    const std::size_t colon = piece.find(':');
    GreyRange range{-unbounded, unbounded};
    if (piece.empty() || piece == ":") refuse_ranges(text);
    if (colon == std::string_view::npos) {
      range.low = range.high = parse_bound(piece, text);
    } else {
      if (colon > 0) range.low = parse_bound(piece.substr(0, colon), text);
      if (colon + 1 < piece.size()) range.high = parse_bound(piece.substr(colon + 1), text);
    }
    if (range.low > range.high)
      throw InputError(fmt::format("'{}' is no list of grey values", text),
                       fmt::format("{} is above {}", range.low, range.high), "Give the smaller value first");
    ranges.push_back(range);
    from = comma + 1;
  }
  return ranges;
}

Segmentation segment(PlaneSource& image, const PoreRule& rule, const Communicator& processes) {
  if (rule.pore && rule.solid)
    throw InputError("--pore and --solid are both given", "one says what the other is not", "Give one of them");
  return rule.pore || rule.solid ? segment_by_rule(image, rule, processes) : segment_two_values(image, processes);
}

}  // namespace perm
