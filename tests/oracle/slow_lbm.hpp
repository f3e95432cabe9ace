// SPDX-License-Identifier: Apache-2.0
// The oracle is a slow, obvious lattice Boltzmann step from the equations, in double, on two full arrays. It shares no
// code with the program. It has its own velocities (in another order), full distributions instead of deviations, and
// two arrays, of which one is read and the other is written. The collision relaxes half the sum (plus) and half the
// difference (minus) of opposite distributions, each with a time of its own.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace reference {

/// What distributions relax to: with no products of velocities, with them, or with them and density 1 in them.
enum class Equilibrium { linear, quadratic, incompressible };

/// Says what a link into solid meets: a wall at rest, one that moves, or an outlet with a density.
struct Wall {
  std::array<double, 3> velocity{};
  bool is_outlet{false};
  bool is_stream{false};  ///< the fluid beyond has this velocity and density, and is at equilibrium
  double density{1};
};

struct Settings {
  double tau_plus{1.0};
  double tau_minus{1.0};
  Equilibrium equilibrium{Equilibrium::linear};
  std::array<double, 3> force{};
  /// Gives the wall behind voxel (x, y, z) along (cx, cy, cz), which leads into solid; absent: all are at rest.
  std::function<Wall(int x, int y, int z, int cx, int cy, int cz)> wall{};
};

class SlowLbm {
 public:
  /// The box of nx*ny*nz voxels is periodic; `solid(x, y, z)` says which voxels are solid.
  SlowLbm(int nx, int ny, int nz, const std::function<bool(int, int, int)>& solid, const Settings& settings);

  void step();
  /// Gives the distribution along (cx, cy, cz) at a voxel, before the collision.
  double distribution(int x, int y, int z, int cx, int cy, int cz) const;
  /// Gives the mean velocity over all voxels, half of the force included.
  std::array<double, 3> mean_velocity() const;
  /// Gives the mean of density times velocity over all voxels. With the linear equilibrium, whose density is 1 in all
  /// products, this is the mean velocity.
  std::array<double, 3> mean_mass_flux() const;

 private:
  struct Direction {
    int c[3];
    double weight;
    std::size_t opposite;
  };
  /// Gives the equilibrium of one direction.
  double equilibrium(const Direction& d, double rho, const std::array<double, 3>& u) const;
  std::size_t voxel(int x, int y, int z) const;
  /// Lets the walls beside a voxel give back what reaches them: `after` is its state after the collision.
  void give_back(int x, int y, int z, const std::array<double, 19>& after, std::array<double, 19>& next) const;
  std::array<double, 3> velocity(std::size_t voxel, double& rho) const;

  int n_[3];
  Settings settings_;
  std::vector<Direction> directions_;
  std::vector<bool> solid_;
  std::vector<std::array<double, 19>> f_;  // [voxel][direction]
};

}  // namespace reference
