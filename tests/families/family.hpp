// SPDX-License-Identifier: Apache-2.0
// Small images that are hard for a stopping rule or for a start from coarser images, from a family and a seed. The flow
// goes along x and every face is periodic. An image is the same on every machine and with every standard library: its
// random numbers are those of src/geometry/shapes/solids/spheres_random.hpp, and only plain arithmetic is done with
// them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/named_values.hpp"
#include "geometry/pore_space.hpp"

namespace perm::families {

enum class Family { parallel, cavity, sparse, thin, dilute, noise, grains, joined };

/// Holds an image, and what is known of its K before anything is solved.
struct HardImage {
  PoreSpace pores;
  std::vector<PoreSpace>
      parts;  ///< no link joins two of them: K of the image is the sum of theirs, each in `pores`' extent
  /// K in voxel^2 by a formula, with its relative error; absent where no formula holds.
  struct Exact {
    double permeability_voxel2{0};
    double relative_error{0};
  };
  std::optional<Exact> exact;
};

/// Gives the image of this family and seed; there is pore from face to face along x.
HardImage make_image(Family family, std::uint64_t seed);

}  // namespace perm::families

namespace perm {

template <>
inline constexpr std::array names_of<families::Family>{
    NamedValue{families::Family::parallel, "parallel"}, NamedValue{families::Family::cavity, "cavity"},
    NamedValue{families::Family::sparse, "sparse"},     NamedValue{families::Family::thin, "thin"},
    NamedValue{families::Family::dilute, "dilute"},     NamedValue{families::Family::noise, "noise"},
    NamedValue{families::Family::grains, "grains"},     NamedValue{families::Family::joined, "joined"}};

}  // namespace perm
