// SPDX-License-Identifier: Apache-2.0
#include "conduction/corner_normals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perm {
namespace {

/// Adds what pairs of values to either side give: sum += weight (high + low), slope += by (high - low).
void add_pairs(const float* low, const float* high, float factor, std::size_t count, float* to) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * (high[i] + low[i]);
}
void add_differences(const float* low, const float* high, float factor, std::size_t count, float* to) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * (high[i] - low[i]);
}

}  // namespace

FilteredGradient::Filter gaussian_filter(std::size_t half) {
  const double deviation = static_cast<double>(half) / 2;
  FilteredGradient::Filter filter;
  double sum = 0;
  double moment = 0;
  for (std::size_t i = 0; i < half; ++i) {
    const double away = static_cast<double>(i) + 0.5;
    const double weight = std::exp(-away * away / (2 * deviation * deviation));
    filter.weight.push_back(static_cast<float>(weight));
    filter.slope.push_back(static_cast<float>(weight * away));
    sum += 2 * weight;
    moment += weight * away;
  }
  for (float& weight : filter.weight) weight = static_cast<float>(weight / sum);
  for (float& slope : filter.slope) slope = static_cast<float>(slope / moment);
  return filter;
}

FilteredGradient::FilteredGradient(const DomainCells& cells, const Range& y, Filter filter)
    : cells_(&cells),
      y_(y),
      filter_(std::move(filter)),
      corners_(static_cast<std::size_t>(cells.domain().image().nx) + 1),
      planes_(2 * half()) {
  const std::size_t rows = static_cast<std::size_t>(y.size()) + 1;
  for (Plane& plane : planes_)
    for (std::vector<float>& field : plane) field.resize(rows * corners_);
  const std::size_t words = 32 * static_cast<std::size_t>(cells.words_per_row());
  voxels_.resize(words + 2 * half());
  for (std::vector<float>& rows_along_x : along_x_) rows_along_x.resize((rows + 2 * half()) * corners_);
}

std::int64_t FilteredGradient::inside(Axis axis, std::int64_t position) const {
  const std::int64_t n = cells_->domain().image().along(axis);
  const std::int64_t period = cells_->domain().rules().is_closed(axis) ? 2 * n : n;
  const std::int64_t within = ((position % period) + period) % period;
  return within < n ? within : period - 1 - within;
}

void FilteredGradient::load(std::int64_t z, Plane& plane) {
  const std::int64_t nx = static_cast<std::int64_t>(corners_) - 1;
  const auto reach = static_cast<std::int64_t>(half());
  const std::int64_t of_z = inside(Axis::z, z);
  const auto rows = static_cast<std::size_t>(y_.size()) + 2 * half();  // of voxels: those around y_.first + row - half
  for (std::vector<float>& of_rows : along_x_) std::fill(of_rows.begin(), of_rows.end(), 0.0F);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto words = cells_->row(inside(Axis::y, y_.first + static_cast<std::int64_t>(row) - reach), of_z);
    float* const voxels = voxels_.data() + reach;
    for (std::size_t word = 0; word < words.size(); ++word)
      for (std::uint32_t bit = 0; bit < 32; ++bit)
        voxels[32 * word + bit] = static_cast<float>(words[word].bits >> bit & 1U);
    for (std::int64_t beyond = 1; beyond <= reach; ++beyond) {
      voxels[nx - 1 + beyond] = voxels[inside(Axis::x, nx - 1 + beyond)];
      voxels[-beyond] = voxels[inside(Axis::x, -beyond)];
    }
    float* const filtered = along_x_[0].data() + row * corners_;
    float* const slopes = along_x_[1].data() + row * corners_;
    for (std::size_t i = 0; i < half(); ++i) {
      const auto away = static_cast<std::int64_t>(i);
      add_pairs(voxels - 1 - away, voxels + away, filter_.weight[i], corners_, filtered);
      add_differences(voxels - 1 - away, voxels + away, filter_.slope[i], corners_, slopes);
    }
  }
  // Rows of corners and of voxels follow each other alike, so that whole planes are filtered along y at once.
  for (std::vector<float>& field : plane) std::fill(field.begin(), field.end(), 0.0F);
  const std::size_t count = plane[0].size();
  for (std::size_t i = 0; i < half(); ++i) {
    const std::size_t low = (half() - 1 - i) * corners_;
    const std::size_t high = (half() + i) * corners_;
    add_pairs(along_x_[1].data() + low, along_x_[1].data() + high, filter_.weight[i], count, plane[0].data());
    add_differences(along_x_[0].data() + low, along_x_[0].data() + high, filter_.slope[i], count, plane[1].data());
    add_pairs(along_x_[0].data() + low, along_x_[0].data() + high, filter_.weight[i], count, plane[2].data());
  }
}

void FilteredGradient::go_to(std::int64_t z) {
  const auto reach = static_cast<std::int64_t>(half());
  if (!has_any_ || next_ > z + reach) next_ = z - reach;
  has_any_ = true;
  for (; next_ < z + reach; ++next_) {
    std::rotate(planes_.begin(), planes_.begin() + 1, planes_.end());
    load(next_, planes_.back());
  }
}

void FilteredGradient::find(std::int64_t y, const Row& row) const {
  const std::size_t first = static_cast<std::size_t>(y - y_.first) * corners_;
  for (float* const component : row.gradient) std::fill(component, component + corners_, 0.0F);
  std::fill(row.pores, row.pores + corners_, 0.0F);
  for (std::size_t i = 0; i < half(); ++i) {
    const Plane& low = planes_[half() - 1 - i];
    const Plane& high = planes_[half() + i];
    // The gradient of the pores points out of the solid.
    for (std::size_t field = 0; field < 2; ++field)
      add_pairs(low[field].data() + first, high[field].data() + first, -filter_.weight[i], corners_,
                row.gradient[field]);
    add_differences(low[2].data() + first, high[2].data() + first, -filter_.slope[i], corners_, row.gradient[2]);
    add_pairs(low[2].data() + first, high[2].data() + first, filter_.weight[i], corners_, row.pores);
  }
}

CornerNormals::CornerNormals(const DomainCells& cells, const Range& y)
    : wide_(cells, y, gaussian_filter(normal_reach)),
      narrow_(cells, y, narrow_filter()),
      room_(5 * (static_cast<std::size_t>(cells.domain().image().nx) + 1)) {}

void CornerNormals::go_to(std::int64_t z) {
  wide_.go_to(z);
  narrow_.go_to(z);
}

void CornerNormals::find(std::int64_t y, const Row& row) {
  const std::size_t corners = room_.size() / 5;
  std::array<float*, 5> room{};
  for (std::size_t i = 0; i < 5; ++i) room[i] = room_.data() + i * corners;
  wide_.find(y, {row, room[0]});
  narrow_.find(y, {{room[1], room[2], room[3]}, room[4]});
#pragma GCC ivdep
  for (std::size_t x = 0; x < corners; ++x) {
    const float wide = row[0][x] * row[0][x] + row[1][x] * row[1][x] + row[2][x] * row[2][x];
    const float narrow = room[1][x] * room[1][x] + room[2][x] * room[2][x] + room[3][x] * room[3][x];
    const bool is_sure = wide >= least_square_of_wide;
    const float square = is_sure ? wide : narrow;
    const bool is_on_wall = room[4][x] > 0 && room[4][x] < 1 && square > 0;
    const float scale = is_on_wall ? 1 / std::sqrt(is_on_wall ? square : 1) : 0;
    for (std::size_t axis = 0; axis < 3; ++axis) row[axis][x] = scale * (is_sure ? row[axis][x] : room[1 + axis][x]);
  }
}

}  // namespace perm
