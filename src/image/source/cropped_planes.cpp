// SPDX-License-Identifier: Apache-2.0
#include "image/source/cropped_planes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "image/source/image_header.hpp"

namespace perm {
namespace {

class CroppedPlanes final : public DescribedPlanes {
 public:
  CroppedPlanes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box, std::string description)
      : DescribedPlanes({{box[0].size(), box[1].size(), box[2].size()}, image->type(), image->notes()},
                        std::move(description)),
        image_(std::move(image)),
        box_(box),
        whole_(static_cast<std::size_t>(image_->plane_bytes())) {}

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    image_->read_plane(box_[2].first + z, whole_);
    const std::int64_t bytes = size_of(header_.type);
    const std::int64_t row_bytes = box_[0].size() * bytes;
    for (std::int64_t y = 0; y < box_[1].size(); ++y) {
      const std::int64_t from = ((box_[1].first + y) * image_->extent().nx + box_[0].first) * bytes;
      std::copy_n(whole_.begin() + from, row_bytes, voxels.begin() + y * row_bytes);
    }
  }

  std::unique_ptr<PlaneSource> for_another_thread() const override {
    auto another = image_->for_another_thread();
    if (!another) return nullptr;
    return std::make_unique<CroppedPlanes>(std::move(another), box_, description_);
  }

 private:
  std::unique_ptr<PlaneSource> image_;
  std::array<Range, 3> box_;
  std::vector<std::byte> whole_;
};

}  // namespace

std::array<Range, 3> box_within(const PlaneSource& image, const std::array<Range, 3>& box) {
  std::array<Range, 3> whole = box;
  for (const Axis axis : all_axes) {
    Range& range = whole[static_cast<std::size_t>(axis)];
    const std::int64_t size = image.extent().along(axis);
    if (range.last == to_end) range.last = size;
    if (range.first < 0 || range.last > size || range.size() < 1)
      throw InputError(fmt::format("Cannot crop {}", image.description()),
                       fmt::format("{} to {} along {} is no part of its {} voxels", range.first, range.last,
                                   axis_letter(axis), size),
                       "Give the first voxel, counted from 0, and the one behind the last");
  }
  return whole;
}

std::string describe_cropped(const PlaneSource& image, const std::array<Range, 3>& box) {
  std::string words;
  for (const Range& range : box) words += fmt::format("{}{}:{}", words.empty() ? "" : ",", range.first, range.last);
  return fmt::format("{}, cropped to {}", image.description(), words);
}

std::unique_ptr<PlaneSource> crop_planes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box) {
  const std::array<Range, 3> whole = box_within(*image, box);
  const std::string description = describe_cropped(*image, whole);
  return std::make_unique<CroppedPlanes>(std::move(image), whole, description);
}

}  // namespace perm
