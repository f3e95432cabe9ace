// SPDX-License-Identifier: Apache-2.0
#include "lattice/wall_coding.hpp"

#include <array>
#include <cstddef>

#include "core/errors.hpp"
#include "lattice/cell_cutter.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/wall_cuts.hpp"

namespace perm {
namespace {

constexpr double most_inverse_cosine = 2;  // of a link beside the wall, which is not that wall's

/// Gives what points from a cell into the solid that its links end in.
std::array<double, 3> normal_of(const CutPlaces& cuts) {
  std::array<double, 3> sum{};
  for (std::size_t i = 0; i < cuts.places.size(); ++i) {
    if (cuts.places[i] == 0 || cuts.is_sealed(cuts.directions[i])) continue;  // a mirror or a closed face
    const d3q19::Velocity c = d3q19::velocity(cuts.directions[i]);
    sum[0] += c.x;
    sum[1] += c.y;
    sum[2] += c.z;
  }
  return sum;
}

/// A link that does not lead to the side of the normal meets another wall, of which the cell knows no more.
double inverse_cosine(const std::array<double, 3>& normal, int q) {
  const d3q19::Velocity c = d3q19::velocity(q);
  const double along = c.x * normal[0] + c.y * normal[1] + c.z * normal[2];
  if (!(along > 0)) return 1;
  const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  return std::min(length / along, most_inverse_cosine);
}

class MiddlesOfLinks : public Surface {
 public:
  bool is_pore(const Place& /*at*/) const override {
    throw Error(ExitCode::failure, "A place between voxels is asked for", "walls stand at voxels",
                "Report this line: it is a fault of this program");
  }
  void cut(const Place& /*from*/, std::span<const Place> links, std::span<double> places) const override {
    std::fill_n(places.begin(), links.size(), 0.5);
  }
};

}  // namespace

std::uint8_t WallCoding::code_of(double place, double inverse_cosine) const {
  if (place == 0) return no_wall;
  const double rest = place + slip_.length * inverse_cosine;
  const double code = slip_.at_voxels ? std::clamp(std::round(steps_at_right_angles * inverse_cosine) - 1, 1.0, 255.0)
                                      : std::clamp(std::round(rest / step()) - 1, 3.0, 255.0);
  const auto byte = static_cast<std::uint8_t>(code);
  return slip_.length > 0 && byte == middle ? middle + 1 : byte;
}

void WallCoding::write_codes(const CutPlaces& cuts, std::span<std::uint8_t> codes) const {
  if (slip_.length == 0) {
    for (std::size_t i = 0; i < cuts.places.size(); ++i) codes[i] = WallCuts::code_of(cuts.places[i]);
    return;
  }
  std::array<double, d3q19::directions> inverse_cosines;
  find_inverse_cosines(cuts, inverse_cosines);
  for (std::size_t i = 0; i < cuts.places.size(); ++i)
    codes[i] = cuts.is_sealed(cuts.directions[i]) ? middle : code_of(cuts.places[i], inverse_cosines[i]);
}

void WallCoding::find_inverse_cosines(const CutPlaces& cuts, std::span<double> inverse_cosines) {
  const std::array<double, 3> normal = normal_of(cuts);
  for (std::size_t i = 0; i < cuts.places.size(); ++i) inverse_cosines[i] = inverse_cosine(normal, cuts.directions[i]);
}

std::shared_ptr<const Surface> middles_of_links() { return std::make_shared<const MiddlesOfLinks>(); }

}  // namespace perm
