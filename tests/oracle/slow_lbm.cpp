// SPDX-License-Identifier: Apache-2.0
#include "oracle/slow_lbm.hpp"

#include <cmath>

namespace reference {
namespace {

double dot(const int (&c)[3], const std::array<double, 3>& v) { return c[0] * v[0] + c[1] * v[1] + c[2] * v[2]; }
double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Gives what direction c adds so that the fourth moments are isotropic: <x x y y> gets u_z^2/6 more, a quarter
/// from each of its four directions. Along x, half of that is taken from both directions for each of y and z,
/// so that <x x> stays as it is; the rest gets all three, so that the mass does.
double isotropic_part(const int (&c)[3], const std::array<double, 3>& u) {
  double sum = 0;
  for (int a = 0; a < 3; ++a) {
    const double part = u[static_cast<std::size_t>(a)] * u[static_cast<std::size_t>(a)] / 6;
    const int others = c[(a + 1) % 3] * c[(a + 1) % 3] + c[(a + 2) % 3] * c[(a + 2) % 3];
    if (c[a] != 0) continue;
    sum += others == 2 ? part / 4 : others == 1 ? -part / 2 : part;
  }
  return sum;
}

}  // namespace

SlowLbm::SlowLbm(int nx, int ny, int nz, const std::function<bool(int, int, int)>& solid, const Settings& settings)
    : n_{nx, ny, nz}, settings_(settings) {
  for (int cx = -1; cx <= 1; ++cx)
    for (int cy = -1; cy <= 1; ++cy)
      for (int cz = -1; cz <= 1; ++cz) {
        const int speed2 = cx * cx + cy * cy + cz * cz;
        if (speed2 <= 2)
          directions_.push_back({{cx, cy, cz}, speed2 == 0 ? 1.0 / 3 : speed2 == 1 ? 1.0 / 18 : 1.0 / 36, 0});
      }
  for (auto& a : directions_)
    for (std::size_t p = 0; p < directions_.size(); ++p)
      if (directions_[p].c[0] == -a.c[0] && directions_[p].c[1] == -a.c[1] && directions_[p].c[2] == -a.c[2])
        a.opposite = p;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        solid_.push_back(solid(x, y, z));
        std::array<double, 19> f{};
        for (std::size_t q = 0; q < 19; ++q)
          f[q] = directions_[q].weight * (1 - 3 * dot(directions_[q].c, settings.force) / 2);
        f_.push_back(f);
      }
}

std::size_t SlowLbm::voxel(int x, int y, int z) const {
  const auto wrap = [](int i, int n) { return (i % n + n) % n; };
  return static_cast<std::size_t>((wrap(z, n_[2]) * n_[1] + wrap(y, n_[1])) * n_[0] + wrap(x, n_[0]));
}

std::array<double, 3> SlowLbm::velocity(std::size_t v, double& rho) const {
  rho = 0;
  std::array<double, 3> j{};
  for (std::size_t q = 0; q < directions_.size(); ++q) {
    rho += f_[v][q];
    for (std::size_t a = 0; a < 3; ++a) j[a] += directions_[q].c[a] * f_[v][q];
  }
  for (std::size_t a = 0; a < 3; ++a)
    j[a] = (j[a] + settings_.force[a] / 2) / (settings_.equilibrium == Equilibrium::quadratic ? rho : 1.0);
  return j;
}

double SlowLbm::equilibrium(const Direction& d, double rho, const std::array<double, 3>& u) const {
  const double cu = dot(d.c, u);
  const double products = 4.5 * cu * cu - 1.5 * dot(u, u);
  switch (settings_.equilibrium) {
    case Equilibrium::incompressible:
      return d.weight * (rho + 3 * cu + products) + isotropic_part(d.c, u);
    case Equilibrium::quadratic:
      return d.weight * rho * (1 + 3 * cu + products);
    default:
      return d.weight * (rho + 3 * cu);
  }
}

void SlowLbm::step() {
  auto next = f_;
  for (int z = 0; z < n_[2]; ++z)
    for (int y = 0; y < n_[1]; ++y)
      for (int x = 0; x < n_[0]; ++x) {
        const std::size_t here = voxel(x, y, z);
        if (solid_[here]) continue;
        double rho = 0;
        const auto u = velocity(here, rho);
        std::array<double, 19> equilibrium{};
        std::array<double, 19> source{};
        for (std::size_t q = 0; q < 19; ++q) {
          const auto& d = directions_[q];
          const double cu = dot(d.c, u);
          const double cf = dot(d.c, settings_.force);
          equilibrium[q] = this->equilibrium(d, rho, u);
          source[q] = settings_.equilibrium == Equilibrium::quadratic
                          ? d.weight * (3 * (cf - dot(u, settings_.force)) + 9 * cu * cf)
                          : d.weight * 3 * cf;
        }
        std::array<double, 19> all_after{};
        for (std::size_t q = 0; q < directions_.size(); ++q) {
          const std::size_t o = directions_[q].opposite;
          const double plus = (f_[here][q] + f_[here][o]) / 2 - (equilibrium[q] + equilibrium[o]) / 2;
          const double minus = (f_[here][q] - f_[here][o]) / 2 - (equilibrium[q] - equilibrium[o]) / 2;
          const double source_plus = (source[q] + source[o]) / 2;
          const double source_minus = (source[q] - source[o]) / 2;
          const double after = f_[here][q] - plus / settings_.tau_plus - minus / settings_.tau_minus +
                               (1 - 0.5 / settings_.tau_plus) * source_plus +
                               (1 - 0.5 / settings_.tau_minus) * source_minus;
          const auto& c = directions_[q].c;
          const std::size_t there = voxel(x + c[0], y + c[1], z + c[2]);
          all_after[q] = after;
          if (!solid_[there]) next[there][q] = after;
        }
        give_back(x, y, z, all_after, next[here]);
      }
  f_ = next;
}

void SlowLbm::give_back(int x, int y, int z, const std::array<double, 19>& after, std::array<double, 19>& next) const {
  const auto into_solid = [&](const Direction& d) { return solid_[voxel(x + d.c[0], y + d.c[1], z + d.c[2])]; };
  const auto wall_along = [&](const Direction& d) {
    return settings_.wall ? settings_.wall(x, y, z, d.c[0], d.c[1], d.c[2]) : Wall{};
  };
  // What leaves through the outlet less what comes back is the flux u of a whole face, where the weights of all links
  // add up to 1/6. What comes back is -f + 2 w (rho + 3 u^2).
  double out = 0, weights = 0, density = 1;
  for (std::size_t q = 0; q < directions_.size(); ++q) {
    const Direction& d = directions_[q];
    if (!into_solid(d) || !wall_along(d).is_outlet) continue;
    out += after[q];
    weights += d.weight;
    density = wall_along(d).density;
  }
  const double flux = weights > 0 ? 2 * out / (6 * weights) - density / 3 : 0;
  const bool has_products = settings_.equilibrium != Equilibrium::linear;
  const double u = has_products ? (std::sqrt(1 + 4 * flux) - 1) / 2 : flux;
  for (std::size_t q = 0; q < directions_.size(); ++q) {
    const Direction& d = directions_[q];
    if (!into_solid(d)) continue;
    const Wall wall = wall_along(d);
    if (wall.is_stream)
      next[d.opposite] = equilibrium(directions_[d.opposite], wall.density, wall.velocity);
    else if (wall.is_outlet)
      next[d.opposite] = 2 * d.weight * (density + (has_products ? 3 * u * u : 0)) - after[q];
    else
      next[d.opposite] = after[q] - 6 * d.weight * dot(d.c, wall.velocity);
  }
}

double SlowLbm::distribution(int x, int y, int z, int cx, int cy, int cz) const {
  for (std::size_t q = 0; q < directions_.size(); ++q)
    if (directions_[q].c[0] == cx && directions_[q].c[1] == cy && directions_[q].c[2] == cz)
      return f_[voxel(x, y, z)][q];
  return 0;
}

std::array<double, 3> SlowLbm::mean_velocity() const {
  std::array<double, 3> mean{};
  for (std::size_t v = 0; v < f_.size(); ++v) {
    if (solid_[v]) continue;
    double rho = 0;
    const auto u = velocity(v, rho);
    for (std::size_t a = 0; a < 3; ++a) mean[a] += u[a] / static_cast<double>(f_.size());
  }
  return mean;
}

std::array<double, 3> SlowLbm::mean_mass_flux() const {
  std::array<double, 3> mean{};
  for (std::size_t v = 0; v < f_.size(); ++v) {
    if (solid_[v]) continue;
    double rho = 0;
    const auto u = velocity(v, rho);
    for (std::size_t a = 0; a < 3; ++a)
      mean[a] += (settings_.equilibrium == Equilibrium::quadratic ? rho : 1.0) * u[a] / static_cast<double>(f_.size());
  }
  return mean;
}

}  // namespace reference
