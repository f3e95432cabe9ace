// SPDX-License-Identifier: Apache-2.0
// Writes a run that is known as texts and arrays into a folder, as `solve` does.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/file_replacement.hpp"
#include "report/fields/field_files.hpp"

namespace perm {

/// The fields of one flow, x fastest, then y; the memory belongs to the caller.
struct FieldView {
  const float* velocity{nullptr};  ///< 3 values a voxel
  const float* pressure{nullptr};
  const std::uint32_t* part{nullptr};
  const float* sensitivity{nullptr};  ///< 6 values a voxel, or null
};

struct SavedRun {
  std::map<std::string, std::string> texts;  ///< by the name of the file
  FieldFrame frame;
  FieldChoice choice;
  std::map<Axis, FieldView> fields;
  std::string source;  ///< of the image, as in result.json: a folder may have earlier results of the same one
};

/// Throws InputError where the folder cannot be written, or holds what `overwrite` does not allow to replace.
/// Nothing is written where check_for_stop throws between two planes of a field.
void save_run(const std::filesystem::path& folder, const SavedRun& run, Overwrite overwrite);

}  // namespace perm
