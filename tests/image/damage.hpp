// SPDX-License-Identifier: Apache-2.0
// Damages files in order, as disks, networks and exports that stop half-way do, and asks for one of two answers: one
// line that refuses the file, or the voxels of the whole one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "image/image_fixture.hpp"

namespace perm {

/// Gives `whole` cut short at up to `most` places, from its first byte to its last one.
inline std::vector<std::string> cut_short(const std::string& whole, std::size_t most) {
  std::vector<std::string> damaged;
  const std::size_t pieces = std::min(most, whole.size() - 1);
  for (std::size_t i = 1; i <= pieces; ++i) damaged.push_back(whole.substr(0, (whole.size() - 1) * i / pieces));
  return damaged;
}

/// Gives `whole` without some of its bytes, at up to `most` places: in turn one, two, seven and sixteen bytes.
inline std::vector<std::string> with_gaps(const std::string& whole, std::size_t most) {
  constexpr std::size_t lengths[] = {1, 2, 7, 16};
  std::vector<std::string> damaged;
  const std::size_t pieces = std::min(most, whole.size());
  for (std::size_t i = 0; i < pieces; ++i) {
    std::string one = whole;
    damaged.push_back(one.erase(whole.size() * i / pieces, lengths[i % 4]));
  }
  return damaged;
}

/// Gives both.
inline std::vector<std::string> damaged_in_order(const std::string& whole, std::size_t most = 70) {
  std::vector<std::string> damaged = cut_short(whole, most);
  for (const std::string& one : with_gaps(whole, most)) damaged.push_back(one);
  return damaged;
}

/// Counts what became of damaged files.
struct DamageCount {
  int refused{0};
  int read{0};  ///< with the voxels of the whole file
};

/// Opens an image and reads its planes twice, over bytes of 0 and of 255, because a voxel that no reader writes keeps
/// them. Fails where an image has another extent than `expected` or other voxels than value(x, y, z), or is refused in
/// several lines.
template <class Value>
void expect_refused_or_whole(const std::function<std::unique_ptr<PlaneSource>()>& open, const Extent& expected,
                             const Value& value, const std::string& what, DamageCount& count) {
  try {
    const auto image = open();
    const Extent n = image->extent();
    std::vector<double> grey(static_cast<std::size_t>(n.plane_voxels()));
    std::vector<std::vector<std::byte>> planes;
    for (std::int64_t z = 0; z < n.nz; ++z) {
      std::vector<std::byte> zeros(static_cast<std::size_t>(image->plane_bytes()));
      std::vector<std::byte> ones(zeros.size(), std::byte{255});
      image->read_plane(z, zeros);
      image->read_plane(z, ones);
      ASSERT_EQ(zeros, ones) << what << ": voxels of plane " << z << " were not written";
      planes.push_back(zeros);
    }
    ASSERT_EQ(n, expected) << what;
    for (std::int64_t z = 0; z < n.nz; ++z) {
      convert_to_grey(image->type(), planes[static_cast<std::size_t>(z)], grey);
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x)
          ASSERT_EQ(grey[static_cast<std::size_t>(y * n.nx + x)], static_cast<double>(value(x, y, z)))
              << what << ": voxel " << x << ' ' << y << ' ' << z;
    }
    ++count.read;
  } catch (const Error& error) {
    ASSERT_EQ(error.exit_code(), ExitCode::input) << what << ": " << error.what();
    for (const char c : std::string(error.what())) ASSERT_GE(static_cast<unsigned char>(c), ' ') << error.what();
    ++count.refused;
  }
}

}  // namespace perm
