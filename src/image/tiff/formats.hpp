// SPDX-License-Identifier: Apache-2.0
// Images that libtiff reads. Paths exist and can be read; InputError is thrown when a file is not what it promises.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "image/source/plane_source.hpp"

namespace perm {

/// Opens a TIFF file of one or more pages, which is read page by page.
std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path);
/// Opens TIFF slices in `folder`, in the order in which they are given; they are read one at a time.
std::unique_ptr<PlaneSource> open_slices(const std::filesystem::path& folder,
                                         const std::vector<std::filesystem::path>& slices);

}  // namespace perm
