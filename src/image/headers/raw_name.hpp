// SPDX-License-Identifier: Apache-2.0
// The name of a raw file often has its size and the size of its voxels: berea_256c_15p2um.raw,
// slab_512x512x300_uint8.raw. What is found so is proposed to the user and never assumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace perm {

/// Gives the options that the name and the bytes of the file fit, such as "--dims 256x256x256 --dtype uint8
/// --voxel-size 15.2um"; empty where they tell nothing.
std::string propose_layout(const std::filesystem::path& path, std::int64_t bytes);

}  // namespace perm
