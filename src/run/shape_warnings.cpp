// SPDX-License-Identifier: Apache-2.0
#include "run/shape_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "geometry/measures/bare_planes.hpp"

namespace perm {
namespace {

/// Lists ascending numbers: "3", "33 to 35", "0 to 3 and 40 to 43", and no more than four such parts.
std::string list_numbers(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    parts.push_back(last == i ? fmt::format("{}", numbers[i]) : fmt::format("{} to {}", numbers[i], numbers[last]));
    i = last + 1;
  }
  constexpr std::size_t most = 4;
  if (parts.size() > most) return fmt::format("{} and more", fmt::join(parts.begin(), parts.begin() + most, ", "));
  if (parts.size() == 1) return parts.front();
  return fmt::format("{} and {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
}

/// Gives the planes of 0 to `count` - 1 that are left when those at both ends which are in `bare` go.
Range without_ends(const std::vector<std::int64_t>& bare, std::int64_t count) {
  const auto is_bare = [&](std::int64_t plane) { return std::ranges::binary_search(bare, plane); };
  Range kept{0, count};
  while (kept.first < kept.last && is_bare(kept.first)) ++kept.first;
  while (kept.first < kept.last && is_bare(kept.last - 1)) --kept.last;
  return kept;
}

/// Says which planes across an axis these are, and how they can be left out.
class PlaneWords {
 public:
  PlaneWords(const Extent& image, const ImageOrigin& origin, Axis axis)
      : count_(image.along(axis)),
        first_(origin.resampling ? 0 : origin.first_voxel[static_cast<std::size_t>(axis)]),
        is_as_given_(!origin.resampling),
        axis_(axis) {}

  std::string name(std::vector<std::int64_t> planes) const {
    for (std::int64_t& plane : planes) plane += first_;
    const std::string numbers = list_numbers(planes);
    const char* const many = planes.size() > 1 ? "s" : "";
    return axis_ == Axis::z ? fmt::format("slice{} {}", many, numbers)
                            : fmt::format("plane{} {} across {}", many, numbers, axis_letter(axis_));
  }
  /// Empty where the planes are not at an end, or have other numbers in the file.
  std::string advice(const std::vector<std::int64_t>& planes) const {
    const Range kept = without_ends(planes, count_);
    if (!is_as_given_ || kept.size() == count_) return {};
    std::array<std::string, 3> box{":", ":", ":"};
    box[static_cast<std::size_t>(axis_)] = fmt::format("{}:{}", kept.first + first_, kept.last + first_);
    return fmt::format("; --crop {} leaves out what is at an end", fmt::join(box, ","));
  }

 private:
  std::int64_t count_;
  std::int64_t first_;
  bool is_as_given_;
  Axis axis_;
};

void describe_thin_axes(const Extent& image, const std::vector<Axis>& directions, std::vector<std::string>& warnings) {
  for (const Axis axis : all_axes) {
    if (image.along(axis) > 1) continue;
    const char letter = axis_letter(axis);
    if (std::ranges::any_of(directions, [&](Axis direction) { return direction != axis; }))
      warnings.push_back(
          fmt::format("one slice: the image has one voxel along {} and is solved as two-dimensional, "
                      "without walls across {}",
                      letter, letter));
    if (std::ranges::find(directions, axis) != directions.end())
      warnings.push_back(
          fmt::format("along {}: the image has one voxel along the flow, so K is that of straight "
                      "channels; see whether its axes are in another order (--axes), or choose another "
                      "--direction",
                      letter));
  }
}

void describe_bare_planes(const PoreSlab& pores, const std::vector<Axis>& directions, const ImageOrigin& origin,
                          std::vector<std::string>& warnings) {
  const Extent& image = pores.image();
  for (const Axis axis : directions) {
    if (image.along(axis) == 1) continue;
    const auto& [without_pore, open_ends] = find_bare_planes(pores, axis);
    const PlaneWords words(image, origin, axis);
    const Range porous = without_ends(without_pore, image.along(axis));
    const bool may_be_walls = porous.first > 0 && porous.last < image.along(axis);  // of a channel across the flow
    if (!without_pore.empty())
      warnings.push_back(fmt::format("{} {} no pore, so that nothing flows along {}{}", words.name(without_pore),
                                     without_pore.size() == 1 ? "holds" : "hold", axis_letter(axis),
                                     may_be_walls ? "" : words.advice(without_pore)));
    if (!open_ends.empty())
      warnings.push_back(fmt::format("{} {} all pore, and count in K along {}{}", words.name(open_ends),
                                     open_ends.size() == 1 ? "is" : "are", axis_letter(axis), words.advice(open_ends)));
  }
}

/// A sample of another shape than a straight piece along the flow squeezes the flow at its narrow ends.
void describe_sections(const std::vector<Axis>& directions, const ImageOrigin& origin,
                       std::vector<std::string>& warnings) {
  constexpr double straight = 0.95;
  for (const Axis axis : directions) {
    const double least = origin.least_sections[static_cast<std::size_t>(axis)];
    if (least < straight)
      warnings.push_back(
          fmt::format("along {}: the cross-section of the sample falls to {:.0f} % of its mean, so that K is not that "
                      "of a straight piece of the medium; choose the --direction of the axis of the sample",
                      axis_letter(axis), 100 * least));
  }
}

}  // namespace

std::vector<std::string> describe_shape(const PoreSlab& pores, const std::vector<Axis>& directions,
                                        const ImageOrigin& origin) {
  std::vector<std::string> warnings;
  describe_thin_axes(pores.image(), directions, warnings);
  describe_bare_planes(pores, directions, origin, warnings);
  describe_sections(directions, origin, warnings);
  return warnings;
}

}  // namespace perm
