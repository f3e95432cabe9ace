// SPDX-License-Identifier: Apache-2.0
// Writes an image to stdout as the readers give it: a line "nx ny nz type", then the voxels, x fastest. check_files.py
// compares them with what another program wrote.
//   dump_voxels FILE [NX NY NZ TYPE ENDIAN]
#include <cstdio>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "image/image_reader.hpp"

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  try {
    std::optional<perm::RawLayout> layout;
    if (words.size() == 7)
      layout = perm::RawLayout{{std::stol(words[2]), std::stol(words[3]), std::stol(words[4])}, words[5], words[6]};
    const auto image = perm::open_image(words.size() > 1 ? words[1] : "", layout);
    const perm::Extent n = image->extent();
    std::printf("%ld %ld %ld %s\n", static_cast<long>(n.nx), static_cast<long>(n.ny), static_cast<long>(n.nz),
                std::string(perm::name_of(image->type())).c_str());
    std::vector<std::byte> plane(static_cast<std::size_t>(image->plane_bytes()));
    for (std::int64_t z = 0; z < n.nz; ++z) {
      image->read_plane(z, plane);
      std::fwrite(plane.data(), 1, plane.size(), stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  return 0;
}
