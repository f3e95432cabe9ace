// SPDX-License-Identifier: Apache-2.0
// Takes the place of what reads files with ITK in a build without it.
#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {
namespace {

[[noreturn]] void refuse_without_itk() {
  throw Refusal("its reader was built without ITK", "Build with ITK installed and -DPERMEABILITY_ITK=ON");
}

}  // namespace

std::unique_ptr<ImageFile> open_itk_file(const std::string&) { refuse_without_itk(); }
std::unique_ptr<ImageFile> open_dicom_series(const std::string&) { refuse_without_itk(); }

}  // namespace perm::foreign
