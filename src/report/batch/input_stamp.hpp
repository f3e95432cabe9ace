// SPDX-License-Identifier: Apache-2.0
// Tells whether an image has changed since it was solved, without reading its voxels: by the names, sizes and times of
// its files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace perm {

/// Gives the whole path of the input, what looks like no text written out, and a hash of the names, sizes and times of
/// `files`: those that the reader opened for it, in its order. What is missing counts as such.
std::string stamp_of_input(const std::filesystem::path& input, const std::vector<std::filesystem::path>& files);

}  // namespace perm
