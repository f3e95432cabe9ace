// SPDX-License-Identifier: Apache-2.0
// Tells whether an image has changed since it was solved, without reading it: by the names, sizes and times of its
// files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace perm {

/// Gives the whole path of the input, what looks like no text written out, and a hash of the sizes and times of its
/// files: of the file, of all files in a folder of slices, of the data that a header (.mhd, .nhdr) names or that share
/// its stem, of the file before the name of a dataset (scan.h5:/entry/data), and of `beside`. What is missing counts as
/// such.
std::string stamp_of_input(const std::filesystem::path& input, const std::vector<std::filesystem::path>& beside = {});

}  // namespace perm
