// SPDX-License-Identifier: Apache-2.0
#include "geometry/sample/round_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/processors/first_error.hpp"

namespace perm {
namespace {

constexpr double radii_a_voxel = 8;       // that are tried
constexpr double least_gain = 0.15;       // of the logarithm of the likelihood, a column
constexpr double least_share = 0.02;      // of the columns, inside and outside
constexpr double most_misplaced = 0.1;    // of the columns, that look as the other class does
constexpr double rim = 0.4;               // voxels, within which columns are looked at one by one
constexpr double smallest_spread = 1e-3;  // of a class, over that of all columns
constexpr std::int64_t coarse_width = 64;

/// Number of some columns, and sums and squares of their looks.
struct ClassSums {
  double count{0};
  std::array<double, looks_of_column> sum{};
  std::array<double, looks_of_column> squares{};

  void add(const ColumnLook& look) {
    count += 1;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      sum[i] += look[i];
      squares[i] += static_cast<double>(look[i]) * look[i];
    }
  }
  void add(const ClassSums& other, double sign = 1) {
    count += sign * other.count;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      sum[i] += sign * other.sum[i];
      squares[i] += sign * other.squares[i];
    }
  }
  ClassSums without(const ClassSums& part) const {
    ClassSums rest = *this;
    rest.add(part, -1);
    return rest;
  }
  double mean(std::size_t i) const { return sum[i] / count; }
  double spread(std::size_t i) const { return std::sqrt(std::max(0.0, squares[i] / count - mean(i) * mean(i))); }
};

using LeastSpread = std::array<double, looks_of_column>;

/// A normal distribution of each look.
struct Class {
  std::array<double, looks_of_column> centre{};
  std::array<double, looks_of_column> spread{};

  Class(const ClassSums& sums, const LeastSpread& least) {
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      centre[i] = sums.mean(i);
      spread[i] = std::max(sums.spread(i), least[i]);
    }
  }
  double log_likelihood(const ColumnLook& look) const {
    double sum = 0;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      const double distance = (look[i] - centre[i]) / spread[i];
      sum -= distance * distance / 2 + std::log(spread[i]);
    }
    return sum;
  }
};

struct Circle {
  std::array<double, 2> centre{};
  double radius{0};
  double gain{
      -std::numeric_limits<double>::infinity()};  ///< of the logarithm of the likelihood, over one class for all
};

double distance_from(const std::array<double, 2>& centre, std::int64_t u, std::int64_t v) {
  return std::hypot(static_cast<double>(u) + 0.5 - centre[0], static_cast<double>(v) + 0.5 - centre[1]);
}

/// Tries circles on a map.
class CircleSearch {
 public:
  explicit CircleSearch(const ColumnMap& map) : map_(map) {
    for (const ColumnLook& look : map.looks) all_.add(look);
    for (std::size_t i = 0; i < looks_of_column; ++i)
      least_[i] = std::max(smallest_spread * all_.spread(i), std::numeric_limits<double>::min());
    radii_ = {0, std::hypot(static_cast<double>(map.width), static_cast<double>(map.height))};
    in_doubt_ = columns_within(radii_, {});
  }

  const ClassSums& all() const { return all_; }
  const LeastSpread& least() const { return least_; }
  bool is_uniform() const {
    for (std::size_t i = 0; i < looks_of_column; ++i)
      if (all_.spread(i) > 0) return false;
    return true;
  }

  /// From now on tries circles only whose rims are within `width` of that of `circle`.
  void stay_near(const Circle& circle, double width) {
    radii_ = {std::max(0.0, circle.radius - width), circle.radius + width};
    in_doubt_ = columns_within({radii_[0] - width, radii_[1] + width}, circle.centre);
    inside_for_certain_ = {};
    for (const Column& column : columns_within({0, radii_[0] - width}, circle.centre))
      inside_for_certain_.add(map_.looks[column.at]);
  }

  /// Gives the best circle about a centre.
  Circle best_about(const std::array<double, 2>& centre) const {
    std::vector<ClassSums> rings(static_cast<std::size_t>((radii_[1] - radii_[0]) * radii_a_voxel) + 2);
    ClassSums inside = inside_for_certain_;
    for (const Column& column : in_doubt_) {
      const double radius = distance_from(centre, column.u, column.v);
      if (radius < radii_[0])
        inside.add(map_.looks[column.at]);
      else if (const double ring = (radius - radii_[0]) * radii_a_voxel; ring < static_cast<double>(rings.size()))
        rings[static_cast<std::size_t>(ring)].add(map_.looks[column.at]);
    }
    Circle best{centre, 0};
    const double fewest = least_share * all_.count;
    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
      inside.add(rings[ring]);
      const ClassSums outside = all_.without(inside);
      if (inside.count < fewest || outside.count < fewest) continue;
      const double gain = log_likelihood(inside) + log_likelihood(outside) - log_likelihood(all_);
      if (!(gain > best.gain)) continue;
      best.radius = radii_[0] + static_cast<double>(ring + 1) / radii_a_voxel;
      best.gain = gain;
    }
    return best;
  }

 private:
  struct Column {
    std::int64_t u;
    std::int64_t v;
    std::size_t at;
  };

  std::vector<Column> columns_within(const std::array<double, 2>& radii, const std::array<double, 2>& centre) const {
    std::vector<Column> columns;
    for (std::int64_t v = 0; v < map_.height; ++v)
      for (std::int64_t u = 0; u < map_.width; ++u)
        if (const double radius = distance_from(centre, u, v); radius >= radii[0] && radius < radii[1])
          columns.push_back({u, v, static_cast<std::size_t>(v * map_.width + u)});
    return columns;
  }

  /// Gives the logarithm of the likelihood of columns under the normal distributions that fit them best, but for what
  /// all classes share.
  double log_likelihood(const ClassSums& sums) const {
    double logarithms = 0;
    for (std::size_t i = 0; i < looks_of_column; ++i) logarithms += std::log(std::max(sums.spread(i), least_[i]));
    return -sums.count * logarithms;
  }

  const ColumnMap& map_;
  ClassSums all_;
  LeastSpread least_{};
  std::array<double, 2> radii_{};  ///< that are tried
  std::vector<Column> in_doubt_;
  ClassSums inside_for_certain_;
};

/// Gives the map in larger pixels, each the mean of factor^2.
ColumnMap coarser(const ColumnMap& map, std::int64_t factor) {
  ColumnMap coarse{map.axis, map.width / factor, map.height / factor, {}};
  const auto columns = static_cast<float>(factor * factor);
  for (std::int64_t v = 0; v < coarse.height; ++v)
    for (std::int64_t u = 0; u < coarse.width; ++u) {
      ColumnLook mean{};
      for (std::int64_t j = 0; j < factor; ++j)
        for (std::int64_t i = 0; i < factor; ++i)
          for (std::size_t look = 0; look < looks_of_column; ++look)
            mean[look] +=
                map.looks[static_cast<std::size_t>((v * factor + j) * map.width + u * factor + i)][look] / columns;
      coarse.looks.push_back(mean);
    }
  return coarse;
}

/// Moves the centre, in ever smaller steps, for as long as the circle about it parts better.
Circle refine_circle(const CircleSearch& search, Circle circle, double step) {
  constexpr double last_step = 1.0 / 32;
  while (step >= last_step) {
    std::array<Circle, 8> tried;
    FirstError error;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 8; ++i)
      error.guard([&] {
        const int place = i < 4 ? i : i + 1;  // of 3 x 3, but the middle
        const std::array<double, 2> centre{circle.centre[0] + step * (place % 3 - 1),
                                           circle.centre[1] + step * (place / 3 - 1)};
        tried[static_cast<std::size_t>(i)] = search.best_about(centre);
      });
    error.rethrow();
    const Circle& best = *std::ranges::max_element(tried, {}, &Circle::gain);
    if (best.gain > circle.gain)
      circle = best;
    else
      step /= 2;
  }
  return circle;
}

Circle find_circle(const ColumnMap& map, CircleSearch& search) {
  const std::int64_t factor = std::max<std::int64_t>(1, std::max(map.width, map.height) / coarse_width);
  const ColumnMap coarse = coarser(map, factor);
  CircleSearch coarse_search(coarse);
  constexpr int centres = 12;  // along each axis, in the middle half of the map
  std::vector<Circle> tried(centres * centres);
  const auto place = [](int n, std::int64_t width) {
    return static_cast<double>(width) * (0.25 + 0.5 * (n + 0.5) / centres);
  };
  FirstError error;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < centres * centres; ++i)
    error.guard([&] {
      tried[static_cast<std::size_t>(i)] =
          coarse_search.best_about({place(i % centres, coarse.width), place(i / centres, coarse.height)});
    });
  error.rethrow();
  Circle circle = *std::ranges::max_element(tried, {}, &Circle::gain);
  const double between_centres = static_cast<double>(std::max(coarse.width, coarse.height)) / (2 * centres);
  coarse_search.stay_near(circle, 2 * between_centres);
  circle = refine_circle(coarse_search, circle, between_centres);
  const auto scale = static_cast<double>(factor);
  circle = {{circle.centre[0] * scale, circle.centre[1] * scale}, circle.radius * scale};
  search.stay_near(circle, 2 * scale + 1);
  return refine_circle(search, search.best_about(circle.centre), scale);
}

/// The columns of a map inside a circle, and what they look like.
class Columns {
 public:
  Columns(const ColumnMap& map, const CircleSearch& search, const Circle& circle)
      : map_(map), circle_(circle), columns_({map.width, map.height, 1}) {
    ClassSums inside;
    for_each([&](std::int64_t u, std::int64_t v, std::size_t at) {
      if (distance_from(circle.centre, u, v) >= circle.radius) return;
      columns_.set_pore(u, v, 0);
      inside.add(map.looks[at]);
    });
    inside_.emplace(inside, search.least());
    outside_.emplace(search.all().without(inside), search.least());
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
        if (distance_from(circle_.centre, u, v) < circle_.radius - rim || !touches_outside(u, v)) return;
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
  CircleSearch search(map);
  if (search.is_uniform()) return {};
  const Circle circle = find_circle(map, search);
  const double gain = circle.gain / static_cast<double>(map.columns());
  if (!(gain > least_gain)) return {};
  Columns columns(map, search, circle);
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
