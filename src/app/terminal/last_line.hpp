// SPDX-License-Identifier: Apache-2.0
// The line on stderr that ends the program. It needs no memory but what is there from the start, so that it also says
// that there is no more; and it comes where C++ or the system would end the program without a word.
#pragma once

#include <initializer_list>
#include <string_view>

namespace perm {

inline constexpr std::string_view out_of_memory =
    "Out of memory (this machine did not give what was asked for). Use a smaller image or a larger machine.";

/// Writes "permeability: error: " and these parts as one line, in a job of several processes with the rank.
void say_error(std::initializer_list<std::string_view> parts) noexcept;

/// After this call a crash ends the program with a line and ExitCode::failure, unless somebody else handles it
/// (a sanitizer). An exception that nothing catches does so from before main on, or with ExitCode::device for memory.
void speak_in_crashes();

/// Throws DeviceError when the system gives threads less stack than the program needs.
void require_stack();

}  // namespace perm
