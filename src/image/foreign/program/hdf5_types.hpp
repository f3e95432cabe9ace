// SPDX-License-Identifier: Apache-2.0
// Numbers of HDF5 that are voxels.
#pragma once

#include <optional>

#include "image/foreign/program/hdf5_handles.hpp"
#include "image/source/voxel_type.hpp"

namespace perm::foreign {

/// Gives the type of voxels of an HDF5 type: whole numbers of 8 to 64 bits, IEEE floats of 16 to 64, enumerations
/// (those of h5py for truth values count as uint8). Gives nothing for others.
std::optional<VoxelType> voxel_type_of(hid_t type);

/// Gives the same type in the byte order of this machine, for reading.
TypeHandle in_memory(hid_t type);

}  // namespace perm::foreign
