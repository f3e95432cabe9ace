// SPDX-License-Identifier: Apache-2.0
// Writes the fields of a flow in the formats that a user chose, all of them in one pass over its planes:
//   fields_x.vti, fields_x.h5    velocity, pressure, pore (1 in pores) and part, for ParaView and for programs
//   velocity_x.npy, pressure_x.npy, pore_x.npy, part_x.npy
//   sensitivity in the former, and sensitivity_x.npy, where it is asked for
//   speed_x.tif, pressure_x.tif  stacks of float32 for ImageJ
// The letter is the direction of the flow. The same fields give the same bytes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/file_replacement.hpp"
#include "report/fields/flow_fields.hpp"

namespace perm {

/// Says whether files have d ln K of the faces of walls (darcy/evaluation/wall_sensitivity.hpp) too.
enum class WallField { none, sensitivity };

/// What --fields asks for.
struct FieldChoice {
  std::vector<FieldFormat> formats;  ///< each once; none: no files
  WallField walls{WallField::none};
};

/// Gives the names of the files of a direction.
std::vector<std::string> field_file_names(Axis direction, const FieldChoice& choice);

using ReadFlowPlane = std::function<void(std::int64_t z, const FlowPlane& plane)>;

/// Writes fields into the staging of `files` and gives their names; `read_plane` is called for each plane in order, and
/// for all planes even where a file cannot be written: then none is staged, and this throws InputError.
std::vector<std::string> write_field_files(const ReadFlowPlane& read_plane, const FieldFrame& frame, Axis direction,
                                           const FieldChoice& choice, FileReplacement& files);

/// All other processes call this meanwhile.
void give_fields(const FlowFields& fields);

}  // namespace perm
