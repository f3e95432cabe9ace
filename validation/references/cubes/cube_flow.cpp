// SPDX-License-Identifier: Apache-2.0
// With L the negative Laplacian of velocities and G the gradient of pressures p, L u + G p = f and div u = 0. The
// conjugate gradients of the pressure's equation -div L^-1 G p = -div L^-1 f (Uzawa) need a solution of L at each step,
// by conjugate gradients as well. K = <f, u> falls in each step by what that step gains, which tells when to stop.
#include "validation/references/cubes/cube_flow.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace perm::reference {
namespace {

using Field = Eigen::VectorXd;
using Place = std::array<int, 3>;

constexpr double edge_exponent = 1.089;
constexpr double tolerance_of_velocities = 1e-4;  // of each step; that of the first one is finer
constexpr double tolerance_of_permeability = 2e-5;
constexpr std::size_t steps_looked_at = 10;

/// The place at distance `by` along an axis; the box repeats.
Place moved(Place place, int axis, int by, const Place& extent) {
  const auto a = static_cast<std::size_t>(axis);
  place[a] = (place[a] + by + extent[a]) % extent[a];
  return place;
}

std::size_t index_of(const Place& place, const Place& extent) {
  const auto at = [&](std::size_t axis) { return static_cast<std::size_t>(place[axis]); };
  return (at(2) * static_cast<std::size_t>(extent[1]) + at(1)) * static_cast<std::size_t>(extent[0]) + at(0);
}

template <class Function>
void for_each_place(const Place& extent, const Function& function) {
  for (int z = 0; z < extent[2]; ++z)
    for (int y = 0; y < extent[1]; ++y)
      for (int x = 0; x < extent[0]; ++x) function(Place{x, y, z});
}

/// Gives the cubes followed by their mirror image along the axis, with one layer of walls across the others.
Cubes between_walls(const Cubes& cubes, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  Cubes closed{cubes.extent, {}};
  for (int& length : closed.extent) ++length;
  closed.extent[a] = 2 * cubes.extent[a];
  closed.solid.assign(index_of({0, 0, closed.extent[2]}, closed.extent), 1);
  for_each_place(cubes.extent, [&](Place place) {
    const std::uint8_t solid = cubes.solid[index_of(place, cubes.extent)];
    closed.solid[index_of(place, closed.extent)] = solid;
    place[a] = closed.extent[a] - 1 - place[a];
    closed.solid[index_of(place, closed.extent)] = solid;
  });
  return closed;
}

class StaggeredGrid {
 public:
  StaggeredGrid(const Cubes& cubes, int cells) : cells_(cells) {
    Place extent = cubes.extent;
    for (int& length : extent) length *= cells;
    std::vector<int> cell(index_of({0, 0, extent[2]}, extent), -1);  // numbers of pore cells
    for_each_place(extent, [&](const Place& place) {
      const Place cube{place[0] / cells, place[1] / cells, place[2] / cells};
      if (cubes.solid[index_of(cube, cubes.extent)] == 0) cell[index_of(place, extent)] = pressures_++;
    });
    std::array<std::vector<int>, 3> face;  // the unknown velocity at the upper face of a cell
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<int>& own = face[static_cast<std::size_t>(axis)];
      own.assign(cell.size(), -1);
      for_each_place(extent, [&](const Place& place) {
        const int below = cell[index_of(place, extent)];
        const int above = cell[index_of(moved(place, axis, 1, extent), extent)];
        if (below < 0 || above < 0) return;
        own[index_of(place, extent)] = static_cast<int>(faces_.size());
        faces_.push_back({axis, below, above, 0, {}});
      });
    }
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<int>& own = face[static_cast<std::size_t>(axis)];
      for_each_place(extent, [&](const Place& place) {
        const int number = own[index_of(place, extent)];
        if (number < 0) return;
        Face& here = faces_[static_cast<std::size_t>(number)];
        for (int side = 0; side < 6; ++side) {
          const Place beside = moved(place, side / 2, side % 2 == 0 ? -1 : 1, extent);
          const int other = here.beside[static_cast<std::size_t>(side)] = own[index_of(beside, extent)];
          // Where no velocity is unknown there is a wall: at the distance of a cell along the axis, else beside the
          // face at half of that. Where only one of the two cells there is solid, it is a wall for half of the face.
          const int pores = (cell[index_of(beside, extent)] >= 0 ? 1 : 0) +
                            (cell[index_of(moved(beside, axis, 1, extent), extent)] >= 0 ? 1 : 0);
          here.diagonal += other >= 0 || side / 2 == axis ? 1 : 2 - 0.5 * pores;
        }
      });
    }
  }

  /// Gives the sum over all unknown velocities along the axis, times the volume of a cell.
  double permeability(int axis, double volume) const {
    Field force(velocities()), velocity = Field::Zero(velocities());
    for (Eigen::Index i = 0; i < velocities(); ++i) force[i] = face(i).axis == axis ? 1 : 0;
    solve(force, velocity, tolerance_of_velocities / 1000);
    const double scale = 1.0 / cells_ / cells_ / cells_ / volume;
    double permeability = force.dot(velocity) * scale;
    Field residual = -divergence(velocity), direction = residual, answer(velocities());
    double square = residual.squaredNorm();
    std::vector<double> gains;
    while (square * scale > 1e-12 * permeability) {
      answer.setZero();
      solve(gradient(direction), answer, tolerance_of_velocities);
      const Field change = -divergence(answer);
      const double step = square / direction.dot(change);
      velocity -= step * answer;
      residual -= step * change;
      gains.push_back(step * square * scale);
      permeability -= gains.back();
      double lately = 0;
      for (std::size_t i = gains.size(); i > 0 && i + steps_looked_at > gains.size(); --i) lately += gains[i - 1];
      if (gains.size() >= steps_looked_at && lately < tolerance_of_permeability * permeability) break;
      const double next = residual.squaredNorm();
      direction = residual + next / square * direction;
      square = next;
    }
    return permeability;
  }

 private:
  struct Face {
    int axis;
    int below;  ///< the pore cell below it along the axis
    int above;
    double diagonal;            ///< of L, times h^2
    std::array<int, 6> beside;  ///< velocities at the neighbouring faces, -1 at walls
  };

  Eigen::Index velocities() const { return static_cast<Eigen::Index>(faces_.size()); }
  const Face& face(Eigen::Index i) const { return faces_[static_cast<std::size_t>(i)]; }

  Field laplacian(const Field& velocity) const {
    Field result(velocities());
    for (Eigen::Index i = 0; i < velocities(); ++i) {
      double sum = face(i).diagonal * velocity[i];
      for (const int other : face(i).beside)
        if (other >= 0) sum -= velocity[other];
      result[i] = sum * cells_ * cells_;
    }
    return result;
  }

  Field gradient(const Field& pressure) const {
    Field result(velocities());
    for (Eigen::Index i = 0; i < velocities(); ++i)
      result[i] = (pressure[face(i).above] - pressure[face(i).below]) * cells_;
    return result;
  }

  Field divergence(const Field& velocity) const {
    Field result = Field::Zero(pressures_);
    for (Eigen::Index i = 0; i < velocities(); ++i) {
      result[face(i).below] += velocity[i] * cells_;
      result[face(i).above] -= velocity[i] * cells_;
    }
    return result;
  }

  /// Solves L velocity = right by conjugate gradients, scaled by the diagonal.
  void solve(const Field& right, Field& velocity, double tolerance) const {
    Field scaling(velocities());
    for (Eigen::Index i = 0; i < velocities(); ++i) scaling[i] = 1 / face(i).diagonal;
    Field residual = right - laplacian(velocity);
    Field direction = residual.cwiseProduct(scaling);
    double square = residual.dot(direction);
    const double enough = tolerance * tolerance * right.cwiseAbs2().dot(scaling);
    while (square > enough) {
      const Field change = laplacian(direction);
      const double step = square / direction.dot(change);
      velocity += step * direction;
      residual -= step * change;
      const double next = residual.cwiseAbs2().dot(scaling);
      direction = residual.cwiseProduct(scaling) + next / square * direction;
      square = next;
    }
  }

  int cells_;
  int pressures_{0};
  std::vector<Face> faces_;
};

}  // namespace

double cube_permeability(const Cubes& cubes, int axis, CubeFaces faces, int cells) {
  double volume = static_cast<double>(cubes.solid.size());
  if (faces == CubeFaces::repeat) return StaggeredGrid(cubes, cells).permeability(axis, volume);
  return StaggeredGrid(between_walls(cubes, axis), cells).permeability(axis, 2 * volume);
}

double limit_of_cubes(const std::vector<double>& permeabilities) {
  const auto count = static_cast<Eigen::Index>(permeabilities.size());
  if (count != 3 && count != 4) throw std::invalid_argument("a limit takes K at 1 to 3 or 1 to 4 cells a cube");
  Eigen::MatrixXd powers(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double h = 1.0 / static_cast<double>(i + 1);
    const std::array<double, 4> row{1, std::pow(h, edge_exponent), h * h, h * h * h};
    for (Eigen::Index j = 0; j < count; ++j) powers(i, j) = row[static_cast<std::size_t>(j)];
  }
  return powers.fullPivLu().solve(Eigen::Map<const Field>(permeabilities.data(), count))[0];
}

}  // namespace perm::reference
