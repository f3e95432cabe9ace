// SPDX-License-Identifier: Apache-2.0
// Takes the place of the readers and writers in a build without libtiff: every call says how to get such a build.
#include "core/errors.hpp"
#include "image/fields/field_file.hpp"
#include "image/image_reader.hpp"
#include "image/image_writer.hpp"

namespace perm {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw InputError("Cannot open '" + path.string() + "'", "this program was built without image files",
                   "Build with libtiff installed and -DPERMEABILITY_IMAGES=ON, or use a recipe of geometries/");
}

}  // namespace

std::unique_ptr<PlaneSource> open_image(const std::filesystem::path& path, const std::optional<RawLayout>&, DataFiles) {
  refuse(path);
}
void write_labels(const std::filesystem::path& path, const Extent&, double, const LabelPlane&, Overwrite,
                  const std::string&) {
  refuse(path);
}
void write_distances(const std::filesystem::path& path, const Extent&, double, const FieldPlane&, Overwrite,
                     const std::string&) {
  refuse(path);
}
bool has_tiff_fields() { return false; }
std::unique_ptr<FieldFile> open_tiff_field(const std::filesystem::path& path, const FieldGrid&, const FieldQuantity&) {
  refuse(path);
}

}  // namespace perm
