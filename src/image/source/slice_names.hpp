// SPDX-License-Identifier: Apache-2.0
// The names of the slices in a folder, whatever their format. The number is the part of the names that differs:
// slice_2.tif comes before slice_10.tif, scan7_001_8bit.tif is number 1.
#pragma once

#include <filesystem>
#include <vector>

namespace perm {

/// Gives the images in `folder`, all of one ending, in the order of their numbers; empty where it holds none. Hidden
/// files and files of other endings do not count. Throws InputError when endings differ, names are not numbered alike,
/// a number is missing or is there twice.
std::vector<std::filesystem::path> find_slices(const std::filesystem::path& folder);

}  // namespace perm
