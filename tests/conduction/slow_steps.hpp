// SPDX-License-Identifier: Apache-2.0
// The oracle of the step by halves of voxels: it writes potential and fluxes of the voxels out on the image of half the
// voxel size, with its explicit matrices, and takes one step of steepest descent there.
#pragma once

#include "conduction/slow_conduction.hpp"

namespace perm {

/// Gives the power of a change u of the potential (at nodes of the body) after a step at the middles of faces and of
/// edges, each scaled by the diagonal of its matrix.
inline double power_after_step(const SlowPotentials& coarse, const Values& u) {
  const SlowPotentials fine(refined(coarse.voxels.body, 2));
  Values written(fine.places.size());
  for (std::size_t i = 0; i < fine.elements.size(); ++i) {
    Place voxel = fine.voxels.places[i];
    const Place half{voxel[0] % 2, voxel[1] % 2, voxel[2] % 2};
    for (std::int64_t& position : voxel) position /= 2;
    const auto& element = coarse.elements[static_cast<std::size_t>(coarse.voxels.at(voxel))];
    for (std::size_t corner = 0; corner < 8; ++corner) {
      double value = 0;
      for (std::size_t of = 0; of < 8; ++of) {
        double weight = 1;
        for (std::size_t a = 0; a < 3; ++a) {
          const double position = 0.5 * static_cast<double>(half[a] + static_cast<std::int64_t>(corner >> a & 1U));
          weight *= (of >> a & 1U) != 0 ? position : 1 - position;
        }
        value += weight * u[element[of]];
      }
      written[fine.elements[i][corner]] = 2 * value;  // in units of the smaller edge
    }
  }
  const Values driven = fine.drive();
  const Values flows = fine.apply(written);
  const Values diagonal = fine.diagonal();
  Values step(written.size());
  double squares = 0;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const std::int64_t odd = fine.places[i][0] % 2 + fine.places[i][1] % 2 + fine.places[i][2] % 2;
    if (odd == 0 || odd == 3 || fine.is_held[i]) continue;  // corners and middles of voxels
    step[i] = (driven[i] - flows[i]) / diagonal[i];
    squares += step[i] * (driven[i] - flows[i]);
  }
  const double curvature = slow_dot(step, fine.apply(step));
  return fine.power(written) - (curvature > 0 ? squares * squares / curvature / fine.voxels.volume() : 0);
}

/// Gives the bound of fluxes q (through faces of the body) after a step that turns them round the lines that halve the
/// faces between pore voxels, and round the edges between four of them, as far as the power falls with each.
inline double bound_after_step(const SlowFluxes& coarse, const Values& q) {
  const SlowFluxes fine(refined(coarse.voxels.body, 2));
  const auto coarse_flux = [&](const Place& fine_voxel, std::size_t axis, std::size_t end) {
    const int cell = coarse.voxels.at({fine_voxel[0] / 2, fine_voxel[1] / 2, fine_voxel[2] / 2});
    const int face = coarse.faces_of[static_cast<std::size_t>(cell)][axis][end];
    return face < 0 ? 0 : q[static_cast<std::size_t>(face)];
  };
  Values written(fine.faces.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto [below, above, axis] = fine.faces[i];
    const Place& voxel = fine.voxels.places[static_cast<std::size_t>(below < 0 ? above : below)];
    if (below < 0)
      written[i] = coarse_flux(voxel, axis, 0);
    else if (voxel[axis] % 2 == 0)
      written[i] = (coarse_flux(voxel, axis, 0) + coarse_flux(voxel, axis, 1)) / 2;
    else
      written[i] = coarse_flux(voxel, axis, 1);
  }
  const Values slope = fine.mass(written);
  Values turned(written.size());
  double squares = 0;
  for (const Place& place : fine.voxels.places)  // of the voxels around a line that one at its high sides
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t a = (c + 1) % 3;
      const std::size_t b = (c + 2) % 3;
      if (place[c] % 2 != 0 || (place[a] % 2 != 0 && place[b] % 2 != 0)) continue;
      std::vector<std::pair<std::size_t, double>> line;  // the faces that it turns a flux through
      for (std::int64_t half = 0; half < 2; ++half) {
        const auto around = [&](std::int64_t on_a, std::int64_t on_b) {
          Place voxel = place;
          voxel[a] -= 1 - on_a;
          voxel[b] -= 1 - on_b;
          voxel[c] += half;
          return fine.voxels.at(voxel);
        };
        if (around(0, 0) < 0 || around(0, 1) < 0 || around(1, 0) < 0) break;
        const auto high_face = [&](int voxel, std::size_t axis) {
          return static_cast<std::size_t>(fine.faces_of[static_cast<std::size_t>(voxel)][axis][1]);
        };
        line.insert(line.end(), {{high_face(around(0, 0), a), 1.0},
                                 {high_face(around(0, 1), a), -1.0},
                                 {high_face(around(0, 0), b), -1.0},
                                 {high_face(around(1, 0), b), 1.0}});
      }
      double turn = 0;
      for (const auto& [face, sign] : line) turn -= sign * slope[face];
      for (const auto& [face, sign] : line) turned[face] += sign * turn;
      squares += turn * turn;
    }
  const double curvature = slow_dot(turned, fine.mass(turned));
  return fine.bound(written, curvature > 1e-24 ? squares * squares / curvature : 0);
}

}  // namespace perm
