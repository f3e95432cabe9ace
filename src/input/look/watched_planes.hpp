// SPDX-License-Identifier: Apache-2.0
// An image that notes a little of every plane while it is read for something else: a few thousand voxels, whether the
// plane has one value only, and what it adds to the three middle slices. So one pass over a file of any size gives its
// histogram, its faults and its pictures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/stop_check.hpp"
#include "image/source/plane_source.hpp"
#include "input/look/look_slices.hpp"

namespace perm {

/// What is kept of the planes.
class PlaneWatch {
 public:
  explicit PlaneWatch(const PlaneSource& image);

  /// Notes plane z. Threads may see different planes at once; a plane may be seen again.
  void see(std::int64_t z, std::span<const std::byte> voxels);

  std::int64_t planes() const { return extent_.nz; }
  /// Says whether all voxels of the plane are the same.
  bool is_blank(std::int64_t z) const { return blank_[static_cast<std::size_t>(z)] != 0; }
  /// Gives the grey values of some voxels of a plane, at the same places in every plane.
  std::span<const float> sample(std::int64_t z) const;
  /// Says whether the eight corners of the file have one value, `corner`; when the outer planes have been seen.
  bool has_like_corners() const;
  double corner() const { return corners_[0][0]; }
  const std::array<GreySlice, 3>& slices() const { return slices_; }  ///< across z, y, x of the file

  static constexpr std::int64_t sample_side = 64;

 private:
  Extent extent_;
  VoxelType type_;
  std::vector<std::int64_t> places_;  ///< of the sample in a plane
  std::vector<float> samples_;
  std::array<std::array<double, 4>, 2> corners_{};  ///< of the first plane and the last
  std::vector<char> blank_;
  std::array<GreySlice, 3> slices_;
};

/// Several readers of one image, one after another.
class SharedPlanes : public PlaneSource {
 public:
  explicit SharedPlanes(std::shared_ptr<PlaneSource> image) : image_(std::move(image)) {}
  Extent extent() const override { return image_->extent(); }
  VoxelType type() const override { return image_->type(); }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override { image_->read_plane(z, voxels); }
  std::unique_ptr<PlaneSource> for_another_thread() const override { return image_->for_another_thread(); }
  std::string description() const override { return image_->description(); }
  const ImageNotes& notes() const override { return image_->notes(); }

 private:
  std::shared_ptr<PlaneSource> image_;
};

/// Planes of an image that a PlaneWatch sees; reading them can be stopped.
class WatchedPlanes : public PlaneSource {
 public:
  WatchedPlanes(std::shared_ptr<PlaneSource> image, PlaneWatch& watch, StopToken token = stop_token())
      : image_(std::move(image)), watch_(watch), token_(std::move(token)) {}
  Extent extent() const override { return image_->extent(); }
  VoxelType type() const override { return image_->type(); }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    token_.check();
    image_->read_plane(z, voxels);
    watch_.see(z, voxels);
  }
  std::unique_ptr<PlaneSource> for_another_thread() const override {
    std::shared_ptr<PlaneSource> another = image_->for_another_thread();
    return another ? std::make_unique<WatchedPlanes>(std::move(another), watch_, token_) : nullptr;
  }
  std::string description() const override { return image_->description(); }
  const ImageNotes& notes() const override { return image_->notes(); }

 private:
  std::shared_ptr<PlaneSource> image_;
  PlaneWatch& watch_;
  StopToken token_;
};

}  // namespace perm
