// SPDX-License-Identifier: Apache-2.0
// Reads an image whose grey values conduct each in its own way.
#pragma once

#include <functional>

#include "app/options/conduct_options.hpp"
#include "input/input.hpp"

namespace perm {

/// Reads an image once for each phase of --conductivity, which become those of the request of `options`, by calling
/// read(request). Gives all that conducts, with the origin of the image.
Input read_phases(ConductOptions& options, const std::function<Input(const InputRequest&)>& read);

}  // namespace perm
