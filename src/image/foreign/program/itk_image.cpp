// SPDX-License-Identifier: Apache-2.0
// A file that ITK reads at once. One plane is read into its place, and more are kept.
#include <algorithm>

#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_reader.hpp"

namespace perm::foreign {
namespace {

class WholeFile final : public ImageFile {
 public:
  explicit WholeFile(const std::string& path) : reader_(path) {
    facts_ = reader_.facts();
    const std::int64_t copies = facts_.extent.nz == 1 ? 1 : 2;  // ITK has one, where it decodes
    facts_.memory_bytes = copies * facts_.extent.nz * facts_.plane_bytes();
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    if (facts_.extent.nz == 1) return reader_.read_all(voxels);
    if (voxels_.empty()) {
      std::vector<std::byte> all(static_cast<std::size_t>(facts_.extent.nz * facts_.plane_bytes()));
      reader_.read_all(all);
      voxels_ = std::move(all);
    }
    std::copy_n(voxels_.begin() + z * facts_.plane_bytes(), facts_.plane_bytes(), voxels.begin());
  }

 private:
  ItkReader reader_;
  std::vector<std::byte> voxels_;
};

}  // namespace

std::unique_ptr<ImageFile> open_itk_file(const std::string& path) { return std::make_unique<WholeFile>(path); }

}  // namespace perm::foreign
