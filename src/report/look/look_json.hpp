// SPDX-License-Identifier: Apache-2.0
// A look for programs: one object, whose keys are a promise. What does not exist is null; every number that has a unit
// has it in its name, and shares are of 1.
#pragma once

#include <string>
#include <vector>

#include "input/look/image_look.hpp"
#include "report/run_files.hpp"

namespace perm {

inline constexpr const char* look_slices_file = "look_slices.json";

/// Gives the object, with a newline at its end. `input_path` is that of the file, empty for an array.
std::string format_look_json(const ImageLook& look, const std::vector<std::string>& solve_words,
                             const std::string& input_path, const std::vector<std::string>& command_line);

/// Gives the pictures of the page (tools/report/look_page.py), with pixels in base64.
std::string format_look_slices(const LookSlices& slices);

}  // namespace perm
