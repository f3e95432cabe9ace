// SPDX-License-Identifier: Apache-2.0
#include "geometry/sample/round_sample.hpp"

#include <algorithm>
#include <utility>

#include "geometry/sample/circle_search.hpp"

namespace perm {
namespace {

// Of the logarithm of the likelihood, a column, times the radius over the smaller width of the map: in a few grains of
// rock a small circle can gain as much as around a plug. Of 1,800 rocks of 10 to 64 voxels 9 have more.
constexpr double least_gain = 0.25;
constexpr double most_misplaced = 0.1;  // of the columns, that look as the other class does
constexpr double rim = 0.4;             // voxels, within which columns are looked at one by one

/// The columns of a map inside a circle, and what they look like.
class Columns {
 public:
  Columns(const ColumnMap& map, const Circle& circle)
      : map_(map), circle_(circle), columns_({map.width, map.height, 1}) {
    ClassSums all;
    for (const ColumnLook& look : map.looks) all.add(look);
    ClassSums inside;
    for_each([&](std::int64_t u, std::int64_t v, std::size_t at) {
      if (circle.distance(u, v) >= circle.radius) return;
      columns_.set_pore(u, v, 0);
      inside.add(map.looks[at]);
    });
    inside_.emplace(inside, least_spread(all));
    outside_.emplace(all.without(inside), least_spread(all));
  }

  /// Tells whether the columns inside differ more from each other, as those of a porous sample do: grains and pores are
  /// longer than a voxel. The air around it, a pattern that all planes share, and noise without grains do not; nor do
  /// those of a hole in a rock.
  bool differ_more_inside() const { return inside_->spread[1] > outside_->spread[1]; }

  /// Gives the share of columns that look as the other class does.
  double misplaced() const {
    std::int64_t count = 0;
    for_each([&](std::int64_t u, std::int64_t v, std::size_t at) {
      count += looks_outside(at) == columns_.is_pore(u, v, 0) ? 1 : 0;
    });
    return static_cast<double>(count) / static_cast<double>(map_.columns());
  }

  /// Leaves out the columns near the rim that look as the outside does and touch it.
  void trim() {
    bool changes = true;
    while (changes) {
      changes = false;
      for_each([&](std::int64_t u, std::int64_t v, std::size_t at) {
        if (!columns_.is_pore(u, v, 0) || !looks_outside(at)) return;
        if (circle_.distance(u, v) < circle_.radius - rim || !touches_outside(u, v)) return;
        columns_.set_solid(u, v, 0);
        changes = true;
      });
    }
  }

  PoreSpace take() { return std::move(columns_); }

 private:
  template <class Work>
  void for_each(const Work& work) const {
    for (std::int64_t v = 0; v < map_.height; ++v)
      for (std::int64_t u = 0; u < map_.width; ++u) work(u, v, static_cast<std::size_t>(v * map_.width + u));
  }
  bool looks_outside(std::size_t at) const {
    return outside_->log_likelihood(map_.looks[at]) > inside_->log_likelihood(map_.looks[at]);
  }
  bool touches_outside(std::int64_t u, std::int64_t v) const {
    const auto is_outside = [&](std::int64_t i, std::int64_t j) {
      return i < 0 || j < 0 || i >= map_.width || j >= map_.height || !columns_.is_pore(i, j, 0);
    };
    return is_outside(u - 1, v) || is_outside(u + 1, v) || is_outside(u, v - 1) || is_outside(u, v + 1);
  }

  const ColumnMap& map_;
  Circle circle_;
  PoreSpace columns_;
  std::optional<Class> inside_;
  std::optional<Class> outside_;
};

struct Found {
  RoundSample sample;
  double gain{0};  ///< a column
};

std::optional<Found> find_on(const ColumnMap& map) {
  constexpr std::int64_t narrowest = 8;
  if (std::min(map.width, map.height) < narrowest) return {};
  const Circle circle = find_circle(map);
  const double gain = circle.gain / static_cast<double>(map.columns());
  const auto width = static_cast<double>(std::min(map.width, map.height));
  if (!(gain * circle.radius / width > least_gain)) return {};
  Columns columns(map, circle);
  if (!columns.differ_more_inside() || columns.misplaced() > most_misplaced) return {};
  columns.trim();
  return Found{{map.axis, circle.centre, circle.radius, columns.take()}, gain};
}

}  // namespace

std::optional<RoundSample> find_round_sample(const ColumnMap& map) {
  auto found = find_on(map);
  return found ? std::optional(std::move(found->sample)) : std::nullopt;
}

std::optional<RoundSample> find_round_sample(PlaneSource& image, const Communicator& processes) {
  std::optional<Found> best;
  for (const ColumnMap& map : map_columns(image, processes)) {
    auto found = find_on(map);
    if (found && (!best || found->gain > best->gain)) best = std::move(found);
  }
  return best ? std::optional(std::move(best->sample)) : std::nullopt;
}

}  // namespace perm
