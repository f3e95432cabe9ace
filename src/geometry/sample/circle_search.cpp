// SPDX-License-Identifier: Apache-2.0
#include "geometry/sample/circle_search.hpp"

#include <vector>

#include "core/processors/first_error.hpp"

namespace perm {
namespace {

constexpr double radii_a_voxel = 8;   // that are tried
constexpr double least_share = 0.02;  // of the columns, inside and outside
constexpr std::int64_t coarse_width = 64;

/// Tries circles on a map.
class CircleSearch {
 public:
  explicit CircleSearch(const ColumnMap& map) : map_(map) {
    for (const ColumnLook& look : map.looks) all_.add(look);
    least_ = least_spread(all_);
    radii_ = {0, std::hypot(static_cast<double>(map.width), static_cast<double>(map.height))};
    in_doubt_ = columns_within(radii_, {});
  }

  /// From now on tries circles only whose rims are within `width` of that of `circle`.
  void stay_near(const Circle& circle, double width) {
    radii_ = {std::max(0.0, circle.radius - width), circle.radius + width};
    in_doubt_ = columns_within({radii_[0] - width, radii_[1] + width}, circle);
    inside_for_certain_ = {};
    for (const Column& column : columns_within({0, radii_[0] - width}, circle))
      inside_for_certain_.add(map_.looks[column.at]);
  }

  /// Gives the best circle about a centre.
  Circle best_about(const std::array<double, 2>& centre) const {
    std::vector<ClassSums> rings(static_cast<std::size_t>((radii_[1] - radii_[0]) * radii_a_voxel) + 2);
    Circle best{centre, 0};
    ClassSums inside = inside_for_certain_;
    for (const Column& column : in_doubt_) {
      const double radius = best.distance(column.u, column.v);
      if (radius < radii_[0])
        inside.add(map_.looks[column.at]);
      else if (const double ring = (radius - radii_[0]) * radii_a_voxel; ring < static_cast<double>(rings.size()))
        rings[static_cast<std::size_t>(ring)].add(map_.looks[column.at]);
    }
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

  std::vector<Column> columns_within(const std::array<double, 2>& radii, const Circle& circle) const {
    std::vector<Column> columns;
    for (std::int64_t v = 0; v < map_.height; ++v)
      for (std::int64_t u = 0; u < map_.width; ++u)
        if (const double radius = circle.distance(u, v); radius >= radii[0] && radius < radii[1])
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
        const int row = place / 3;
        const std::array<double, 2> centre{circle.centre[0] + step * (place % 3 - 1),
                                           circle.centre[1] + step * (row - 1)};
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

}  // namespace

Circle find_circle(const ColumnMap& map) {
  CircleSearch search(map);
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

}  // namespace perm
