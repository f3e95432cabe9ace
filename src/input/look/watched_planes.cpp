// SPDX-License-Identifier: Apache-2.0
#include "input/look/watched_planes.hpp"

#include <algorithm>
#include <cstring>

namespace perm {
namespace {

GreySlice blank_slice(const Extent& extent, Axis normal) {
  GreySlice slice{SliceFrame::middle(extent, normal), {}};
  slice.grey.resize(slice.pixels());
  return slice;
}

/// Gives at most `sample_side` numbers below `length` at even distances, beginning at half a distance.
std::vector<std::int64_t> even_places(std::int64_t length) {
  const std::int64_t count = std::min(length, PlaneWatch::sample_side);
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < count; ++i) places.push_back((2 * i + 1) * length / (2 * count));
  return places;
}

}  // namespace

PlaneWatch::PlaneWatch(const PlaneSource& image)
    : extent_(image.extent()),
      type_(image.type()),
      blank_(static_cast<std::size_t>(extent_.nz)),
      slices_{blank_slice(extent_, Axis::z), blank_slice(extent_, Axis::y), blank_slice(extent_, Axis::x)} {
  for (const std::int64_t y : even_places(extent_.ny))
    for (const std::int64_t x : even_places(extent_.nx)) places_.push_back(y * extent_.nx + x);
  samples_.resize(places_.size() * static_cast<std::size_t>(extent_.nz));
}

std::span<const float> PlaneWatch::sample(std::int64_t z) const {
  return std::span(samples_).subspan(static_cast<std::size_t>(z) * places_.size(), places_.size());
}

void PlaneWatch::see(std::int64_t z, std::span<const std::byte> voxels) {
  const auto size = static_cast<std::size_t>(size_of(type_));
  const auto grey_at = [&](std::int64_t place) {
    double grey = 0;
    convert_to_grey(type_, voxels.subspan(static_cast<std::size_t>(place) * size, size), std::span(&grey, 1));
    return grey;
  };
  blank_[static_cast<std::size_t>(z)] =
      voxels.size() == size || std::memcmp(voxels.data(), voxels.data() + size, voxels.size() - size) == 0 ? 1 : 0;
  float* to = samples_.data() + static_cast<std::size_t>(z) * places_.size();
  for (const std::int64_t place : places_) *to++ = static_cast<float>(grey_at(place));
  const std::int64_t last = extent_.plane_voxels() - 1;
  for (const std::int64_t end : {std::int64_t{0}, extent_.nz - 1})
    if (z == end)
      corners_[end == 0 ? 0 : 1] = {grey_at(0), grey_at(extent_.nx - 1), grey_at(last - extent_.nx + 1), grey_at(last)};
  if (extent_.nz == 1) corners_[1] = corners_[0];
  const auto put = [&](GreySlice& slice, std::int64_t column, std::int64_t row, std::int64_t place) {
    slice.grey[static_cast<std::size_t>(row * slice.width + column)] = static_cast<float>(grey_at(place));
  };
  auto& [across_z, across_y, across_x] = slices_;
  if (z == across_z.index)
    for (std::int64_t j = 0; j < across_z.height; ++j)
      for (std::int64_t i = 0; i < across_z.width; ++i)
        put(across_z, i, j, (j * extent_.nx + i) * across_z.voxels_a_pixel);
  if (z % across_y.voxels_a_pixel == 0)
    for (std::int64_t i = 0; i < across_y.width; ++i)
      put(across_y, i, z / across_y.voxels_a_pixel, across_y.index * extent_.nx + i * across_y.voxels_a_pixel);
  if (z % across_x.voxels_a_pixel == 0)
    for (std::int64_t i = 0; i < across_x.width; ++i)
      put(across_x, i, z / across_x.voxels_a_pixel, i * across_x.voxels_a_pixel * extent_.nx + across_x.index);
}

bool PlaneWatch::has_like_corners() const {
  return std::ranges::all_of(corners_, [this](const std::array<double, 4>& of_plane) {
    return std::ranges::all_of(of_plane, [this](double grey) { return grey == corner(); });
  });
}

}  // namespace perm
