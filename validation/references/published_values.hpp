// SPDX-License-Identifier: Apache-2.0
// Permeabilities that others have published for images and samples which a user can get: facts, each with its source.
// The images themselves are not part of the repository.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace perm::reference {

/// One box of the segmented Berea sandstone (micro-CT, Imperial College; Dong and Blunt 2009, PRE 80, 036307): 400^3
/// voxels of 5.345 um, 0 is pore. K is along x, y and z, in voxel^2.
struct BereaValues {
  int number;                ///< as its source counts
  std::array<int, 3> first;  ///< first voxel along x, y, z
  int side;                  ///< voxels along each edge
  std::array<double, 3> k;
};
inline constexpr std::string_view berea_file = "berea400.tif";
inline constexpr std::string_view berea_pore = "0";

/// Gives 14 blocks of 128^3 voxels, by the finite-volume program porefoam (OpenFOAM), with prescribed pressures at the
/// faces across the flow and walls at the others: github.com/LukasMosser/PorousMediaGan,
/// analysis/perms/berea/original/128.
std::span<const BereaValues> berea_by_porefoam();

/// Gives the corner of 128^3 voxels with periodic faces by the finite-element program chfem (MINRES, float64), run for
/// this project.
const BereaValues& berea_by_chfem();

/// Gives the whole image by a lattice Boltzmann program whose faces are not known: 1360, 1304 and 1193 mD, quoted from
/// Imperial College by github.com/PMEAL/OpenPNM. 1 mD is 9.869233e-16 m^2.
const BereaValues& berea_by_imperial_college();

/// What was measured on a sample of a material, of which an image shows another, smaller piece.
struct MeasuredValue {
  std::string_view name;
  std::string_view title;
  std::string_view file;
  std::string_view pore;  ///< grey values that are pore, as for --pore
  std::array<int, 3> extent;
  double voxel_size_m;
  double permeability_m2;
  double factor;  ///< within which a piece of this size may lie from the sample, either way
  std::string_view source;
};

std::span<const MeasuredValue> measured_values();

}  // namespace perm::reference
