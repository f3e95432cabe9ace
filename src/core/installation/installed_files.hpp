// SPDX-License-Identifier: Apache-2.0
// Finds the files that are installed with this program, from the place of the program or of its shared library. What is
// loaded or started is found by an absolute path or not at all: a relative one would lead to files of whoever made the
// folder that the user is in.
#pragma once

#include <filesystem>
#include <string_view>

namespace perm {

/// Gives the path of the running program. It is empty where the system does not tell it, because /proc is not mounted.
std::filesystem::path program_file();

/// Gives the path of the file that this code was loaded from: the shared library, or else the program. It is empty
/// where the system does not tell it, and for a library that was loaded by a relative path.
std::filesystem::path own_file();

/// Gives the path to which `way` leads from the folder of `file`. It is empty where `file` is no absolute path.
std::filesystem::path installed_from(const std::filesystem::path& file, std::string_view way);

/// Says, as part of a sentence, why a path is empty.
constexpr const char* unknown_place = "the system does not tell where this program is: /proc is not mounted";

}  // namespace perm
