// SPDX-License-Identifier: Apache-2.0
// Takes the place of hdf5_field.cpp in a build that is not linked with HDF5.
#include "core/errors.hpp"
#include "image/fields/field_file.hpp"

namespace perm {

bool has_hdf5_fields() { return false; }

std::unique_ptr<FieldFile> open_hdf5_fields(const std::filesystem::path& path, const FieldGrid& /*grid*/,
                                            const std::vector<FieldQuantity>& /*quantities*/) {
  throw InputError("Cannot write '" + path.filename().string() + "'", "this program was built without HDF5 for fields",
                   "Build with -DPERMEABILITY_HDF5_FIELDS=ON, or write --fields vti or npy");
}

}  // namespace perm
