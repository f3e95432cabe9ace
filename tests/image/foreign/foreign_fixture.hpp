// SPDX-License-Identifier: Apache-2.0
// Opens files through the real reader of other formats and through one that misbehaves.
#pragma once

#include "image/foreign/formats.hpp"
#include "image/image_fixture.hpp"

namespace perm {

/// Gives the reader that was built, or one that is not there.
inline foreign::Reader real_reader() { return {PERM_READER}; }

/// Gives the error of opening `open` and reading all planes.
template <class Open>
std::string foreign_error_of(const Open& open) {
  return input_error_of([&] {
    const std::unique_ptr<PlaneSource> image = open();
    std::vector<double> plane(static_cast<std::size_t>(image->extent().plane_voxels()));
    for (std::int64_t z = 0; z < image->extent().nz; ++z) read_grey_plane(*image, z, plane);
  });
}

class ForeignTest : public ImageTest {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_file(folder_ / name, bytes);
    return folder_ / name;
  }
  std::unique_ptr<PlaneSource> open(const std::string& name) const {
    return open_foreign(folder_ / name, real_reader());
  }
  std::string error_of_file(const std::string& name, const std::string& bytes) const {
    write(name, bytes);
    return foreign_error_of([&] { return open(name); });
  }
};

}  // namespace perm
