// SPDX-License-Identifier: Apache-2.0
#include "run/seam_warning.hpp"

#include <fmt/format.h>

namespace perm {

std::optional<std::string> describe_seams(const std::array<Seam, 3>& seams) {
  std::string jumps;
  for (const Axis axis : all_axes) {
    const Seam& seam = seams[static_cast<std::size_t>(axis)];
    if (!seam.is_visible()) continue;
    const bool first = jumps.empty();
    jumps +=
        fmt::format("{}{:.1f} % of the voxels along {} ({}{:.1f} %; porosity {:.3f} and {:.3f})", first ? "" : ", ",
                    100 * seam.difference, axis_letter(axis), first ? "planes inside: at most " : "",
                    100 * seam.largest_inside, seam.porosity_of_first, seam.porosity_of_last);
  }
  if (jumps.empty()) return {};
  return fmt::format(
      "the image does not repeat, so periodic boundaries close pores at its faces: opposite ones differ in {}. "
      "Use --boundary sealed or mirror",
      jumps);
}

}  // namespace perm
