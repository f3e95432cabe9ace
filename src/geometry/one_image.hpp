// SPDX-License-Identifier: Apache-2.0
// Each process reads its own planes of an image, by its own view of the file. Where the views differ, what they read
// together is an image that nobody has. So they compare what they see before they read.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/communicator.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Whether all processes see one file, or each node has a copy of its own.
enum class Copies { one_file, several };

/// Tells by number, size and times of what is at `path`, which a copy does not share. Collective.
Copies find_copies(const std::filesystem::path& path, const Communicator& processes);

/// Throws InputError, on all processes alike, unless all have opened an image of one size, type and meaning.
/// Collective.
void require_one_header(const PlaneSource& image, const Communicator& processes);

/// The bytes of planes that each process reads to compare them, where all see one file.
inline constexpr std::int64_t most_bytes_compared = std::int64_t{64} << 20;

/// Throws InputError, on all processes alike, with the rank and the plane where one sees other voxels than the first
/// process. Every process reads every plane of copies, and of an image of at most `most_bytes`. Of a larger image that
/// is one file it reads planes at even distances, of so many bytes: a difference between them, which one file can show
/// only where a node keeps an old state of it, is not seen. The processes have the same header. Collective.
void require_one_image(PlaneSource& image, Copies copies, const Communicator& processes,
                       std::int64_t most_bytes = most_bytes_compared);

}  // namespace perm
