// SPDX-License-Identifier: Apache-2.0
// A target of libFuzzer: the bytes are written to a file, which is opened and read as a user's file is. Any error but
// InputError is a finding, and so are what the sanitizers see, a second too long and a byte too many (tools/fuzz/run
// sets these limits).
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "image/image_reader.hpp"

namespace {

constexpr std::int64_t most_bytes_of_plane = 1 << 22;
constexpr std::int64_t most_planes = 64;

/// A folder that this process alone uses, in $TMPDIR, which tools/fuzz/run places in memory.
std::filesystem::path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "files-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  return name;
}

void write(const std::filesystem::path& path, const std::uint8_t* data, std::size_t size) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  ::close(file);
}

void read(perm::PlaneSource& image) {
  if (image.plane_bytes() > most_bytes_of_plane) return;
  std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
  for (std::int64_t z = 0; z < std::min(image.extent().nz, most_planes); ++z) image.read_plane(z, plane);
  image.read_plane(image.extent().nz - 1, plane);
  image.read_plane(0, plane);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path folder = make_folder();
  static const std::string ending = PERM_FUZZ_ENDING;
  static const std::filesystem::path path = folder / ("image" + ending);
  // A header with its voxels in another file finds this one.
  if (ending == ".mhd") {
    static const std::vector<std::uint8_t> voxels(4096, 1);
    static const bool written = (write(folder / "image.raw", voxels.data(), voxels.size()), true);
    static_cast<void>(written);
  }
  write(path, data, size);
  std::optional<perm::RawLayout> layout;
  if (ending.starts_with(".raw")) layout = perm::RawLayout{{5, 3, 7}, "uint16", "big", 2};
  try {
    const auto image = perm::open_image(path, layout);
    read(*image);
    if (const auto another = image->for_another_thread()) read(*another);
  } catch (const perm::InputError& error) {
    const std::string line = error.what();
    if (line.find('\n') != std::string::npos || line.empty()) std::abort();
    for (const char c : line)
      if (static_cast<unsigned char>(c) < ' ') std::abort();
  }
  return 0;
}
