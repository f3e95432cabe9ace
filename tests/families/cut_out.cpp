// SPDX-License-Identifier: Apache-2.0
#include "families/cut_out.hpp"

#include <algorithm>

#include "families/drawing.hpp"

namespace perm::families {
namespace {

/// Gives the smallest box that holds all pores.
Box find_pores(const PoreSpace& image) {
  const Extent& extent = image.extent();
  Box box{{extent.nx, 0}, {extent.ny, 0}, {extent.nz, 0}};
  const auto insert = [](Span& span, std::int64_t at) {
    span = {std::min(span.first, at), std::max(span.end, at + 1)};
  };
  for_each_voxel(whole(extent), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (!image.is_pore(x, y, z)) return;
    insert(box.x, x);
    insert(box.y, y);
    insert(box.z, z);
  });
  return box;
}

bool planes_are_alike(const PoreSpace& image) {
  bool alike = true;
  for_each_voxel(whole(image.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    alike = alike && image.is_pore(x, y, z) == image.is_pore(0, y, z);
  });
  return alike;
}

}  // namespace

CutOut cut_out(const PoreSpace& image) {
  const Extent& extent = image.extent();
  Box box = find_pores(image);
  box.x = {0, planes_are_alike(image) ? 1 : extent.nx};
  const Extent cut{box.x.size(), std::min(extent.ny, box.y.size() + 1), std::min(extent.nz, box.z.size() + 1)};
  CutOut result{PoreSpace(cut), static_cast<double>(cut.ny * cut.nz) / static_cast<double>(extent.ny * extent.nz)};
  for_each_voxel(box, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (image.is_pore(x, y, z)) result.pores.set_pore(x, y - box.y.first, z - box.z.first);
  });
  return result;
}

}  // namespace perm::families
