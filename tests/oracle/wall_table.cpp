// SPDX-License-Identifier: Apache-2.0
// Writes rows of the table of wall rules in validation/WALLS.md: the error of K over several places of a body.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/known_bodies.hpp"

namespace reference {
namespace {

const std::map<std::string, WallRule>& rules() {
  static const std::map<std::string, WallRule> all{{"half-way", WallRule::half_way},
                                                   {"off-density", WallRule::off_density},
                                                   {"off-momentum", WallRule::off_momentum},
                                                   {"sub-voxel", WallRule::sub_voxel}};
  return all;
}

/// Makes a body from its name, as usage() tells them. `size` is the side of the box, or what is open.
KnownBody make_body(const std::string& name, int size, const Eigen::Vector3d& place) {
  const std::size_t colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const double number = colon == std::string::npos ? 0 : std::atof(name.c_str() + colon + 1);
  const Eigen::Vector2d beside = place.head<2>();
  if (kind == "tube") return tube(size / 2.0, beside);
  if (kind == "annulus") return annulus(number * size / 2.0, size / 2.0, beside);
  if (kind == "cylinders") return cylinders(number, size, size * beside);
  if (kind == "along31") return tilted_plates({3, 1}, 4 * size, size, 2 * place[0], 0);
  if (kind == "along21") return tilted_plates({2, 1}, 3 * size, size, 2 * place[0], 0);
  if (kind == "beside31") return tilted_plates({3, 1}, 4 * size, size, 2 * place[0], 2);
  return spheres(kind, number, size, place);
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 4) {
    fmt::print(
        "Use: wall_table RULE BODY SIZE PLACES [TAU [MAGIC]]\n"
        "RULE: half-way, off-density, off-momentum, sub-voxel\n"
        "BODY: sc:CHI, bcc:CHI, fcc:CHI, cylinders:SOLID, annulus:RATIO, tube, along21, along31, beside31\n"
        "SIZE: voxels of the side of the box; of channels, of what is open\n"
        "Writes body,rule,size,tau,magic,places,error_per_cent,scatter_per_cent,clipped_share\n");
    return 2;
  }
  CutSettings settings;
  settings.rule = rules().at(arguments[0]);
  if (arguments.size() > 4) settings.relaxation.tau = std::stod(arguments[4]);
  if (arguments.size() > 5) settings.relaxation.magic = std::stod(arguments[5]);
  const int size = std::stoi(arguments[2]);
  double sum = 0, squares = 0, clipped = 0, walls = 0;
  const std::vector<Eigen::Vector3d> places = scattered_places(std::stoi(arguments[3]));
  for (const Eigen::Vector3d& place : places) {
    const KnownBody known = make_body(arguments[1], size, place);
    settings.force = known.force;
    CutLattice lattice(known.body, settings);
    const double error = 100 * (settle(lattice, 2e-5) / known.permeability - 1);
    sum += error;
    squares += error * error;
    clipped += static_cast<double>(lattice.clipped_cells());
    walls += static_cast<double>(lattice.wall_cells());
  }
  const auto count = static_cast<double>(places.size());
  const double mean = sum / count;
  fmt::print("{},{},{},{:g},{:g},{},{:.3f},{:.3f},{:.3f}\n", arguments[1], arguments[0], size, settings.relaxation.tau,
             settings.relaxation.magic, places.size(), mean, std::sqrt(std::max(0.0, squares / count - mean * mean)),
             clipped / walls);
  return 0;
}

}  // namespace
}  // namespace reference

int main(int count, char** arguments) try {
  return reference::run({arguments + 1, arguments + count});
} catch (const std::exception& problem) {
  fmt::print(stderr, "wall_table: {}\n", problem.what());
  return 1;
}
