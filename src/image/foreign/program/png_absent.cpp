// SPDX-License-Identifier: Apache-2.0
// Takes the place of what reads files with libpng in a build without it.
#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {

std::unique_ptr<ImageFile> open_png_file(const std::string&) {
  throw Refusal("its reader was built without libpng", "Build with libpng installed and -DPERMEABILITY_PNG=ON");
}

}  // namespace perm::foreign
