// SPDX-License-Identifier: Apache-2.0
// A look as one screen of 80 columns.
#pragma once

#include <string>
#include <vector>

#include "input/look/image_look.hpp"

namespace perm {

/// Gives the screen. `solve_words` are the command that would solve this image.
std::string format_look(const ImageLook& look, const std::vector<std::string>& solve_words);

}  // namespace perm
