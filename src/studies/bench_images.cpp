// SPDX-License-Identifier: Apache-2.0
#include "studies/bench_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/errors.hpp"
#include "input/input.hpp"

namespace perm {
namespace {

/// Gives the cube of edge `size` at the corner of the image where x = y = z = 0.
PoreSlab corner_of(const PoreSlab& pores, std::int64_t size) {
  const Extent& image = pores.image();
  const Extent extent{std::min(size, image.nx), std::min(size, image.ny), std::min(size, image.nz)};
  const auto end = [&](std::int64_t z) { return std::min(z, extent.nz); };
  PoreSlab corner(extent, {end(pores.planes().first), end(pores.planes().last)}, pores.processes());
  for (std::int64_t z = 0; z < corner.planes().size(); ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (pores.pores().is_pore(x, y, z)) corner.pores().set_pore(x, y, z);
  return corner;
}

/// Reads an image that --images names as FILE:PORE or FILE:PORE:SIZE.
BenchImage read_image(const std::string& text) {
  const auto parts = [&] {
    std::vector<std::string> found;
    std::size_t begin = 0;
    for (std::size_t end = text.find(':'); end != std::string::npos; begin = end + 1, end = text.find(':', begin))
      found.push_back(text.substr(begin, end - begin));
    found.push_back(text.substr(begin));
    return found;
  }();
  std::int64_t size = 0;
  if (parts.size() == 3) std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), size);
  if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && size < 1))
    throw InputError(fmt::format("--images cannot hold '{}'", text), "it is no FILE:PORE or FILE:PORE:SIZE",
                     "Name file, grey value of pore and, if only a corner is wanted, its edge: rock.tif:0:256");
  InputRequest options;
  options.path = parts[0];
  options.voxel_edges_m = {1.0, 1.0, 1.0};
  options.rule.pore = parse_grey_ranges(parts[1]);
  PoreSlab pores = read_input(options, {}, Communicator::world()).pores;
  if (size > 0) pores = corner_of(pores, size);
  return {options.path.stem().string(), std::move(pores)};
}

}  // namespace

std::vector<BenchImage> read_bench_images(const OptionValues& values) {
  std::vector<BenchImage> images;
  std::string list = values.text("images").value_or("");
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    images.push_back(read_image(list.substr(0, comma)));
    list.erase(0, comma + 1);
  }
  return images;
}

}  // namespace perm
