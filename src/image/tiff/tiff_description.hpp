// SPDX-License-Identifier: Apache-2.0
// What ImageJ, OME and this program write into the description of the first page of a TIFF file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace perm {

struct TiffDescription {
  bool is_of_imagej{false};
  std::int64_t images{0};  ///< in an ImageJ file; 0 where it does not say
  std::int64_t channels{1};
  std::int64_t slices{1};
  std::int64_t frames{1};
  std::array<double, 3> spacing{};  ///< ImageJ gives z alone here: x and y are in the tags of resolution
  std::optional<double> spacing_unit_m;
  std::string pore_values;  ///< in a file of this program
};

/// Reads what it knows in `text` and leaves out the rest; a number that cannot be read is left out too.
TiffDescription parse_tiff_description(std::string_view text);

/// Gives the text by which parse_tiff_description knows the labels and the voxels of a file of this program. A spacing
/// of 0 m is left out.
std::string describe_labels(double spacing_m);

}  // namespace perm
