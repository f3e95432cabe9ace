// SPDX-License-Identifier: Apache-2.0
// The pore network of an image as a file that other programs open: .vtp (PolyData of VTK: points are pores, lines are
// throats) for ParaView, and .csv with the columns that openpnm.io.network_from_csv reads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/file_replacement.hpp"
#include "geometry/network/sized_network.hpp"
#include "image/fields/field_file.hpp"

namespace perm {

/// Throws InputError where the name of the file ends in neither .vtp nor .csv.
void require_network_name(const std::filesystem::path& path);

/// Gives the file's text. Lengths are in metres, or in voxels where the grid is; conductances are cubes of them.
std::string format_network_vtp(const SizedNetwork& network, const FieldGrid& grid);
std::string format_network_csv(const SizedNetwork& network, const FieldGrid& grid);

/// Measures the network of all pores of an image and writes it. A file of the same text is left as it is. Throws
/// InputError where another file has this name, unless `overwrite` says so, and where it cannot be written. Gives a
/// line that says what was written. Collective; the first process writes, and an error is thrown on all.
std::string write_network(const PoreSlab& pores, const FieldGrid& grid, const std::filesystem::path& path,
                          Overwrite overwrite);

}  // namespace perm
