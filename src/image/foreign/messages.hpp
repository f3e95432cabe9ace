// SPDX-License-Identifier: Apache-2.0
// What this program and its child, permeability-read-image, say to each other over a socket. A message is a frame and
// as many bytes as the frame says. Both programs are built together, so numbers are laid out as this machine has them.
// The child answers each request with one message.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perm::foreign {

/// Changes with every change of a message, so that programs of two builds do not misunderstand each other.
inline constexpr std::uint32_t protocol = 1;
/// The numbers of the descriptors in the child: the socket, and a pipe that ends when the parent does.
inline constexpr int socket_of_child = 3;
inline constexpr int lifeline_of_child = 4;
/// The child may say no more than this, voxels aside.
inline constexpr std::uint64_t most_text_bytes = 1 << 16;

enum class MessageKind : std::uint32_t {
  open = 1,    ///< to the child: an OpenRequest
  read_plane,  ///< to the child: z, an int64
  header,      ///< from the child: HeaderNumbers, then the format and each warning, each ended by a 0
  plane,       ///< from the child: the voxels of one plane
  refusal      ///< from the child: why, and what to do, each ended by a 0
};

struct Frame {
  std::uint32_t protocol{foreign::protocol};
  MessageKind kind{MessageKind::refusal};
  std::uint64_t bytes{0};
};

/// How the voxels of an image lie in files.
enum class FileKind : char {
  one_file = 'f',      ///< an image file that libpng or ITK reads
  slices = 's',        ///< a folder; the parts are the names of its slices
  dicom_series = 'd',  ///< a folder, whose DICOM files are in no order
  dataset = 'h'        ///< an HDF5 file; the part is the path of the dataset in it, or empty
};

struct OpenRequest {
  FileKind kind{FileKind::one_file};
  std::string path;  ///< absolute
  std::vector<std::string> parts;
};

std::string encode(const OpenRequest& request);
/// Gives nothing where `bytes` are no request.
std::optional<OpenRequest> decode_request(std::string_view bytes);

struct HeaderNumbers {
  std::array<std::int64_t, 3> extent{};
  std::int64_t type{0};             ///< a VoxelType
  std::int64_t memory_bytes{0};     ///< what the child takes to read the planes
  std::array<double, 3> spacing{};  ///< 0 where the file does not say
  double spacing_unit_m{0};         ///< 0 where the file names none
};

/// Appends `text` with a 0 behind it.
void append_text(std::string& bytes, std::string_view text);
/// Gives the texts of `bytes`, each of which ends with a 0; what stands behind the last 0 does not count.
std::vector<std::string> split_texts(std::string_view bytes);
/// Gives at most 400 characters of `text`; what is no printable ASCII becomes '?', so that it is one line.
std::string printable(std::string_view text);

}  // namespace perm::foreign
