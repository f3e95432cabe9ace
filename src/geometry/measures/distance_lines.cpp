// SPDX-License-Identifier: Apache-2.0
// The search takes eight lines at once in the vectors of every processor that the program is built for. A step d looks
// at the values d before and d behind a voxel, and no step is of use whose square is not less than what was found.
// Values that a step might bring beyond 16 bits are made smaller first; where one of these remains, the search has
// failed.
#include "geometry/measures/distance_lines.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace perm {
namespace {

SquaredDistance saturate(std::int64_t squared) {
  return static_cast<SquaredDistance>(std::min<std::int64_t>(squared, saturated_distance));
}

/// Gives the steps after which no value of a line of this length can be nearer.
std::int64_t count_enough_steps(std::int64_t length, LineEnds ends) {
  switch (ends) {
    case LineEnds::ring:
      return length / 2;
    case LineEnds::solid:
      return (length + 1) / 2;
    default:
      return length - 1;
  }
}

/// Eight values of neighbouring lines, each less 2^15.
typedef std::int16_t Eight __attribute__((vector_size(16)));
constexpr std::int64_t eights = 4;  // in a block of lines

constexpr std::int16_t stored(std::int64_t value) { return static_cast<std::int16_t>(value - (1 << 15)); }
Eight eight(std::int64_t value) { return Eight{} + stored(value); }
Eight least(Eight a, Eight b) { return a < b ? a : b; }

bool is_any_greater(Eight a, Eight b) {
  const Eight greater = a > b;
  std::uint64_t halves[2];
  std::memcpy(halves, &greater, sizeof(halves));
  return (halves[0] | halves[1]) != 0;
}

template <class Values>
Eight load_eight(const Values& values, std::int64_t part) {
  Eight loaded;
  std::memcpy(&loaded, values.of_line + 8 * part, sizeof(loaded));
  return loaded;
}

}  // namespace

LineEnds line_ends(const FaceRules& rules, Axis axis) {
  switch (rules.across(axis)) {
    case FaceRule::periodic:
      return LineEnds::ring;
    case FaceRule::sealed:
      return LineEnds::solid;
    default:
      return LineEnds::nothing;
  }
}

RowDistances::RowDistances(std::int64_t nx, LineEnds ends) : nx_(nx), ends_(ends) {
  for (std::int64_t x = 0; x <= nx; ++x) rising_.push_back(saturate(x * x));
  falling_.assign(rising_.rbegin(), rising_.rend());
}

void RowDistances::find(std::span<const std::uint32_t> row, SquaredDistance* distances) {
  runs_.clear();
  for_each_run(row, [this](const Run& run) { runs_.push_back(run); });
  if (runs_.empty()) return;
  if (runs_.front().length() == nx_ && ends_ != LineEnds::solid) {
    std::fill_n(distances, nx_, saturated_distance);
    return;
  }
  constexpr std::int64_t very_far = std::int64_t{1} << 40;
  const bool joined = ends_ == LineEnds::ring && runs_.front().begin == 0 && runs_.back().end == nx_;
  const std::int64_t begin_of_first = joined ? runs_.back().begin - nx_ : ends_ == LineEnds::nothing ? -very_far : 0;
  const std::int64_t end_of_last = joined ? runs_.front().end + nx_ : ends_ == LineEnds::nothing ? very_far : nx_;
  for (const Run& run : runs_) {
    const std::int64_t solid_before = (run.begin == 0 ? begin_of_first : run.begin) - 1;
    const std::int64_t solid_after = run.end == nx_ ? end_of_last : run.end;
    const std::int64_t middle = std::clamp(((solid_before + solid_after) >> 1) + 1, run.begin, run.end);
    if (middle > run.begin)
      std::copy_n(rising_.data() + (run.begin - solid_before), middle - run.begin, distances + run.begin);
    if (run.end > middle)
      std::copy_n(falling_.data() + (nx_ - solid_after + middle), run.end - middle, distances + middle);
  }
}

LineTransform::LineTransform(std::int64_t length, LineEnds ends)
    : ends_(ends), line_(static_cast<std::size_t>(length) + 2), values_(line_.size()), envelope_(line_.size()) {}

void LineTransform::apply(std::span<SquaredDistance> line) {
  if (ends_ == LineEnds::ring) return apply_to_ring(line);
  if (ends_ == LineEnds::nothing) return apply_between(line);
  line_.front() = 0;
  std::copy(line.begin(), line.end(), line_.begin() + 1);
  line_[line.size() + 1] = 0;
  apply_between(std::span(line_).first(line.size() + 2));
  std::copy_n(line_.begin() + 1, line.size(), line.begin());
}

void LineTransform::apply_to_ring(std::span<SquaredDistance> line) {
  const auto lowest = std::min_element(line.begin(), line.end());
  const SquaredDistance floor = *lowest;
  // No parabola reaches past a site of the lowest value, because the parabola of that site is lower everywhere beyond
  // it. So the ring may be cut there, and the part between two such sites (mostly solid) is a line of its own.
  std::rotate_copy(line.begin(), lowest, line.end(), line_.begin());
  line_[line.size()] = floor;
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = begin + 1;
    while (line_[end] != floor) ++end;
    if (end > begin + 1) apply_between(std::span(line_).subspan(begin, end - begin + 1));
    begin = end;
  }
  const auto seam = line_.begin() + (line.end() - lowest);
  std::copy(line_.begin(), seam, lowest);
  std::copy(seam, line_.begin() + static_cast<std::ptrdiff_t>(line.size()), line.begin());
}

// Does what apply does, on an open line. Notation of Meijster et al.: Piece::site is s[q], Piece::begin is t[q].
void LineTransform::apply_between(std::span<SquaredDistance> line) {
  const auto size = static_cast<std::int64_t>(line.size());
  std::copy(line.begin(), line.end(), values_.begin());
  const auto value = [this](std::int64_t site) -> std::int64_t { return values_[static_cast<std::size_t>(site)]; };
  const auto parabola = [&value](std::int64_t x, std::int64_t site) { return value(site) + (x - site) * (x - site); };
  std::size_t pieces = 0;
  for (std::int64_t site = 0; site < size; ++site) {
    while (pieces > 0) {
      const Piece& top = envelope_[pieces - 1];
      if (parabola(top.begin, top.site) <= parabola(top.begin, site)) break;
      --pieces;
    }
    if (pieces == 0) {
      envelope_[pieces++] = {site, 0};
      continue;
    }
    const std::int64_t other = envelope_[pieces - 1].site;
    const std::int64_t begin = 1 + (site * site - other * other + value(site) - value(other)) / (2 * (site - other));
    if (begin < size) envelope_[pieces++] = {site, begin};
  }
  for (std::int64_t x = size - 1; x >= 0; --x) {
    const Piece& top = envelope_[pieces - 1];
    line[static_cast<std::size_t>(x)] = saturate(parabola(x, top.site));
    if (x == top.begin) --pieces;
  }
}

SheetTransform::SheetTransform(std::int64_t length, LineEnds ends)
    : length_(length),
      ends_(ends),
      enough_steps_(count_enough_steps(length, ends)),
      steps_((std::min(enough_steps_, most_steps) + 1) / 2 * 2),
      given_(static_cast<std::size_t>(length + 2 * steps_)),
      found_(static_cast<std::size_t>(length)),
      line_(static_cast<std::size_t>(length)),
      transform_(length, ends) {
  // Beyond the ends there is nothing, or a solid voxel.
  for (Values& values : given_) std::ranges::fill(values.of_line, stored(saturated_distance - steps_ * steps_));
  if (ends != LineEnds::solid || steps_ == 0) return;
  std::ranges::fill(given_[static_cast<std::size_t>(steps_) - 1].of_line, stored(0));
  std::ranges::fill(given_[static_cast<std::size_t>(steps_ + length)].of_line, stored(0));
}

void SheetTransform::apply(SquaredDistance* sheet, std::int64_t nx, std::int64_t stride) {
  if (enough_steps_ == 0) return;
  for (std::int64_t begin = 0; begin < nx; begin += width) {
    const std::int64_t lines = std::min(width, nx - begin);
    load(sheet + begin, lines, stride);
    if (search())
      store(sheet + begin, lines, stride);
    else
      apply_to_each(sheet + begin, lines, stride);
  }
}

void SheetTransform::load(const SquaredDistance* sheet, std::int64_t lines, std::int64_t stride) {
  Values* const first = given_.data() + steps_;
  const Eight most = eight(saturated_distance - steps_ * steps_);
  for (std::int64_t i = 0; i < length_; ++i) {
    Values values{};  // lines that are not there are solid
    std::memcpy(values.of_line, sheet + i * stride, static_cast<std::size_t>(lines) * sizeof(SquaredDistance));
    for (std::int64_t part = 0; part < eights; ++part) {
      const Eight loaded = least(load_eight(values, part) ^ stored(0), most);
      std::memcpy(first[i].of_line + 8 * part, &loaded, sizeof(loaded));
    }
  }
  if (ends_ != LineEnds::ring) return;
  for (std::int64_t i = 0; i < steps_; ++i) {
    first[length_ + i] = first[i % length_];
    first[-1 - i] = first[length_ - 1 - i % length_];
  }
}

bool SheetTransform::search() {
  const Values* const first = given_.data() + steps_;
  const bool is_complete = enough_steps_ <= steps_;
  const Eight limit = eight(is_complete ? saturated_distance - steps_ * steps_ - 1 : (steps_ + 1) * (steps_ + 1));
  for (std::int64_t i = 0; i < length_; ++i)
    for (std::int64_t part = 0; part < eights; ++part) {
      const Values* const at = first + i;
      Eight found = load_eight(*at, part);
      for (std::int64_t d = 1; d < steps_ && is_any_greater(found, eight(d * d)); d += 2) {
        const auto add = [](Eight values, std::int64_t squared) { return values + static_cast<std::int16_t>(squared); };
        const Eight near = add(least(load_eight(at[-d], part), load_eight(at[d], part)), d * d);
        const Eight far = add(least(load_eight(at[-d - 1], part), load_eight(at[d + 1], part)), (d + 1) * (d + 1));
        found = least(found, least(near, far));
      }
      if (is_any_greater(found, limit)) return false;
      std::memcpy(found_[static_cast<std::size_t>(i)].of_line + 8 * part, &found, sizeof(found));
    }
  return true;
}

void SheetTransform::store(SquaredDistance* sheet, std::int64_t lines, std::int64_t stride) const {
  for (std::int64_t i = 0; i < length_; ++i) {
    Values values = found_[static_cast<std::size_t>(i)];
    std::int16_t any = 0;
    for (std::int16_t& value : values.of_line) {
      value = static_cast<std::int16_t>(value ^ stored(0));
      any |= value;
    }
    if (any != 0)  // solid voxels have their value already
      std::memcpy(sheet + i * stride, values.of_line, static_cast<std::size_t>(lines) * sizeof(SquaredDistance));
  }
}

void SheetTransform::apply_to_each(SquaredDistance* sheet, std::int64_t lines, std::int64_t stride) {
  for (std::int64_t x = 0; x < lines; ++x) {
    for (std::int64_t i = 0; i < length_; ++i) line_[static_cast<std::size_t>(i)] = sheet[i * stride + x];
    transform_.apply(line_);
    for (std::int64_t i = 0; i < length_; ++i) sheet[i * stride + x] = line_[static_cast<std::size_t>(i)];
  }
}

}  // namespace perm
