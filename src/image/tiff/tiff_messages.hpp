// SPDX-License-Identifier: Apache-2.0
// libtiff prints what it finds wrong. Here its messages are kept off the terminal, and the last one becomes part of an
// error. Some of its decoders only warn where voxels are missing.
#pragma once

#include <filesystem>
#include <string>

namespace perm {

/// Lets libtiff print nothing from now on, in the whole process.
void catch_tiff_messages();
/// Throws the InputError for a TIFF file that is damaged: `why`, and the last error of libtiff on this thread.
[[noreturn]] void fail_in_tiff(const std::filesystem::path& path, const std::string& why);
/// Gives the last error of libtiff on this thread, and forgets it.
std::string take_tiff_error();
/// Gives the last warning of a decoder of libtiff on this thread, and forgets it.
std::string take_decoder_warning();

}  // namespace perm
