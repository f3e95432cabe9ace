// SPDX-License-Identifier: Apache-2.0
#include "image/voxels/raw_planes.hpp"

#include <utility>

#include "image/source/readable_file.hpp"

namespace perm {
namespace {

class RawPlanes final : public DescribedPlanes {
 public:
  RawPlanes(const VoxelPlaces& places, const ImageHeader& header, std::string description)
      : DescribedPlanes(header, std::move(description)),
        places_(std::make_shared<const VoxelPlaces>(places)),
        planes_a_place_(header_.extent.nz / std::ssize(places.places)) {}
  RawPlanes(const RawPlanes& other)
      : DescribedPlanes(other), places_(other.places_), planes_a_place_(other.planes_a_place_) {}
  RawPlanes& operator=(const RawPlanes&) = delete;

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const VoxelPlace& place = places_->places[static_cast<std::size_t>(z / planes_a_place_)];
    if (!file_ || file_->path() != place.file) file_ = std::make_unique<ReadableFile>(place.file);
    file_->read_at(place.offset_bytes + z % planes_a_place_ * plane_bytes(), voxels);
    if (places_->big_endian) swap_byte_order(header_.type, voxels);
  }

  std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<RawPlanes>(*this); }

 private:
  std::shared_ptr<const VoxelPlaces> places_;  ///< shared by the sources of several threads
  std::int64_t planes_a_place_;
  std::unique_ptr<ReadableFile> file_;  ///< that of the last plane
};

}  // namespace

std::unique_ptr<PlaneSource> open_raw_planes(const VoxelPlaces& places, const ImageHeader& header,
                                             std::string description) {
  return std::make_unique<RawPlanes>(places, header, std::move(description));
}

}  // namespace perm
