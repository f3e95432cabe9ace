// SPDX-License-Identifier: Apache-2.0
// Takes the place of what reads files with HDF5 in a build without it.
#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {

std::unique_ptr<ImageFile> open_dataset(const std::string&, const std::string&) {
  throw Refusal("its reader was built without HDF5", "Build with HDF5 installed and -DPERMEABILITY_HDF5=ON");
}

}  // namespace perm::foreign
