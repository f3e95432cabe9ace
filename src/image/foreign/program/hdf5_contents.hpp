// SPDX-License-Identifier: Apache-2.0
// Finds the dataset of an HDF5 file that is meant, and nothing outside of the file.
#pragma once

#include <string>

#include "image/foreign/program/hdf5_handles.hpp"

namespace perm::foreign {

/// Forbids what would lead HDF5 out of the file: filters from other libraries, links to other files.
void stay_in_file();

/// Opens `dataset`, or where that is empty the only one with two or three axes. Throws Refusal, which lists what there
/// is.
DatasetHandle find_dataset(hid_t file, const std::string& dataset);

}  // namespace perm::foreign
