// SPDX-License-Identifier: Apache-2.0
// A target of libFuzzer: the bytes are written to a file, which is opened and read as a user's file is. Any error but
// InputError is a finding, and so are what the sanitizers see, a second too long and a byte too many (tools/fuzz/run
// sets these limits). So is a voxel that no reader wrote: the image is read twice, over bytes of 0 and over bytes of
// 255, and must be the same.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "image/image_reader.hpp"

namespace {

constexpr std::int64_t most_bytes_of_plane = 1 << 20;
constexpr std::int64_t most_bytes = 1 << 21;
constexpr std::int64_t most_planes = 64;

/// A folder that this process alone uses, in $TMPDIR, which tools/fuzz/run places in memory.
std::filesystem::path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "files-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  return name;
}

int create(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) std::abort();
  return file;
}

void write(int file, const std::uint8_t* data, std::size_t size) {
  if (::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  if (::ftruncate(file, static_cast<off_t>(size)) != 0) std::abort();
}

/// What reading an image gave: all bytes of its planes, and whether it came to the last one.
struct Outcome {
  std::vector<std::byte> voxels;
  bool is_whole{false};
};

void require_one_line(const std::string& line) {
  if (line.empty()) std::abort();
  for (const char c : line)
    if (static_cast<unsigned char>(c) < ' ') std::abort();
}

/// Reads the planes from first to last, or from last to first, into bytes of `filler`.
Outcome read(perm::PlaneSource& image, std::byte filler) {
  Outcome outcome;
  if (image.plane_bytes() > most_bytes_of_plane) return outcome;
  const auto bytes = static_cast<std::size_t>(image.plane_bytes());
  const std::int64_t planes = std::min(image.extent().nz, std::min(most_planes, 1 + most_bytes / image.plane_bytes()));
  outcome.voxels.assign(bytes * static_cast<std::size_t>(planes), filler);
  try {
    for (std::int64_t z = 0; z < planes; ++z)
      image.read_plane(z, std::span(outcome.voxels).subspan(static_cast<std::size_t>(z) * bytes, bytes));
    outcome.is_whole = true;
    std::vector<std::byte> plane(bytes);
    image.read_plane(image.extent().nz - 1, plane);
    image.read_plane(0, plane);
    if (!std::equal(plane.begin(), plane.end(), outcome.voxels.begin())) std::abort();
  } catch (const perm::InputError& error) {
    require_one_line(error.what());
  }
  return outcome;
}

void read_twice(const std::filesystem::path& path, const std::optional<perm::RawLayout>& layout) {
  const auto image = perm::open_image(path, layout);
  const Outcome first = read(*image, std::byte{0});
  const auto another = image->for_another_thread();
  const Outcome second = read(another ? *another : *image, std::byte{255});
  if (first.is_whole != second.is_whole) std::abort();
  if (first.is_whole && first.voxels != second.voxels) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path folder = make_folder();
  static const std::string ending = PERM_FUZZ_ENDING;
  static const std::filesystem::path path = folder / ("image" + ending);
  // A header with its voxels in another file finds this one.
  if (ending == ".mhd") {
    static const std::vector<std::uint8_t> voxels(4096, 1);
    static const bool written = (write(create(folder / "image.raw"), voxels.data(), voxels.size()), true);
    static_cast<void>(written);
  }
  static const int file = create(path);
  write(file, data, size);
  std::optional<perm::RawLayout> layout;
  if (ending.starts_with(".raw")) layout = perm::RawLayout{{5, 3, 7}, "uint16", "big", 2};
  try {
    read_twice(path, layout);
  } catch (const perm::InputError& error) {
    require_one_line(error.what());
  }
  return 0;
}
