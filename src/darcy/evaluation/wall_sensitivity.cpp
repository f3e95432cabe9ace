// SPDX-License-Identifier: Apache-2.0
// The shear comes from the velocity u of the cell. Walls across m axes are one oblique wall 1/(2 sqrt(m)) from its
// middle; f faces have the area f/sqrt(m) of such walls, and share what it stands for by the squared velocity along
// each. Between wall and cell the shear falls by what the force takes, as between plates, of which this is exact.
#include "darcy/evaluation/wall_sensitivity.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "darcy/flow_lattice.hpp"
#include "darcy/plane_gathering.hpp"
#include "darcy/pressure/squares_in_forces.hpp"
#include "solver/cell/settings.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_voxels_at_once = 1 << 18;  // 4 MB

/// Gives which of a voxel's faces are walls that may move, a bit each. The voxel is in own rows.
unsigned find_walls(const PoreSpace& pores, const Domain& domain, const std::array<std::int64_t, 3>& voxel) {
  const Extent& extent = pores.extent();
  unsigned walls = 0;
  for (std::size_t face = 0; face < faces_of_voxel; ++face) {
    const auto axis = static_cast<Axis>(face / 2);
    const int step = face % 2 == 0 ? -1 : 1;
    std::array<std::int64_t, 3> beside = voxel;
    std::int64_t& place = beside[face / 2];
    if (domain.leaves(axis, place, step)) continue;
    const std::int64_t length = extent.along(axis);
    place = (place + step + length) % length;
    if (!pores.is_pore(beside[0], beside[1], beside[2])) walls |= 1U << face;
  }
  return walls;
}

/// Gives the pores of a word of row (y, z) that may have walls: all but those whose six neighbours are seen to be
/// pores.
std::uint32_t pores_by_walls(const PoreSpace& pores, std::int64_t y, std::int64_t z, std::size_t word) {
  const Extent& extent = pores.extent();
  const std::uint32_t own = pores.row(y, z)[word];
  if (y == 0 || z == 0 || y + 1 == extent.ny || z + 1 == extent.nz) return own;
  const std::uint32_t beside =
      pores.row(y - 1, z)[word] & pores.row(y + 1, z)[word] & pores.row(y, z - 1)[word] & pores.row(y, z + 1)[word];
  return own & ~(beside & own << 1 & own >> 1);
}

/// Gives what the walls of a cell, a bit of `walls` for each face, stand for of the squared shear over (force/nu)^2.
/// `of_velocity` makes its velocity that under a force and a viscosity of 1.
FaceValues squared_shear(const CellField& cell, double of_velocity, Axis force, unsigned walls) {
  std::array<double, 3> velocity{};
  for (std::size_t axis = 0; axis < 3; ++axis) velocity[axis] = of_velocity * double{cell.velocity[axis]};
  FaceValues squares{};
  std::array<double, 3> u2{};
  double all = 0;
  double along_walls = 0;
  int faces = 0;
  int axes = 0;  // across which there are walls
  for (std::size_t axis = 0; axis < 3; ++axis) {
    u2[axis] = velocity[axis] * velocity[axis];
    all += u2[axis];
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int count = std::popcount(walls >> (2 * axis) & 3U);
    along_walls += count * (all - u2[axis]);
    faces += count;
    axes += count > 0 ? 1 : 0;
  }
  if (!(along_walls > 0)) return squares;
  const double speed = std::sqrt(all);
  const double distance = 0.5 / std::sqrt(axes);
  const double area = faces / std::sqrt(axes);
  const double of_force = velocity[static_cast<std::size_t>(force)] / speed;
  const double shear = std::max(0.0, speed / distance + of_force * distance / 2);
  for (std::size_t face = 0; face < faces_of_voxel; ++face)
    if ((walls >> face & 1U) != 0)
      squares[face] = static_cast<float>(area * shear * shear * (all - u2[face / 2]) / along_walls);
  return squares;
}

/// Gives d ln K of the walls of this process' own cells, x fastest, then y: of the flow that is captured, through the
/// pores of its domain. Collective.
LargeArray<FaceValues> measure_walls(const SolvedFlow& flow, const PoreSpace& pores,
                                     std::span<const std::size_t> first_of_plane) {
  const FlowResult& result = flow.result();
  const Backend& backend = *flow.lattice()->backend;
  const Domain& domain = backend.domain();
  LargeArray<FaceValues> values(first_of_plane.back());
  if (!(result.permeability_voxel2.value_or(0) > 0)) return values;
  const double of_velocity = viscosity(backend.settings().tau) / result.force;
  const double to_slope = 1 / (static_cast<double>(domain.sample_voxels()) * *result.permeability_voxel2);
  const std::int64_t nx = pores.extent().nx;
  std::vector<CellField> plane(static_cast<std::size_t>(nx * domain.own_y()));
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    backend.read_flow(z, plane);
    FaceValues* of_cell = values.data() + first_of_plane[static_cast<std::size_t>(z)];
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (std::int64_t x = 0; x < nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        FaceValues& faces = *of_cell++;
        const unsigned walls = find_walls(pores, domain, {x, y, z});
        if (walls == 0) continue;
        faces = squared_shear(plane[static_cast<std::size_t>(y * nx + x)], of_velocity, result.direction, walls);
        for (float& value : faces) value = static_cast<float>(double{value} * to_slope);
      }
  }
  return values;
}

}  // namespace

double sum_wall_sensitivity(const SolvedFlow& flow, const PoreSlab& pores) {
  const Backend& backend = *flow.lattice()->backend;
  const Domain& domain = backend.domain();
  const PoreSpace of_domain = fetch_pores(pores, domain);
  const SquaresInForces squares(backend.settings());
  const double of_velocity = viscosity(backend.settings().tau) / flow.result().force;
  const std::int64_t nx = of_domain.extent().nx;
  const std::int64_t plane_voxels = nx * domain.own_y();
  // A device is asked for many small planes at once: each time it is waited for.
  const std::int64_t planes = std::clamp<std::int64_t>(most_voxels_at_once / std::max<std::int64_t>(plane_voxels, 1), 1,
                                                       std::max<std::int64_t>(domain.own_z(), 1));
  std::vector<CellField> read(static_cast<std::size_t>(planes * plane_voxels));
  __int128 quanta = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    if (z % planes == 0)
      backend.read_flow(
          z, std::span(read).first(static_cast<std::size_t>(std::min(planes, domain.own_z() - z) * plane_voxels)));
    const std::span<const CellField> plane =
        std::span(read).subspan(static_cast<std::size_t>(z % planes * plane_voxels));
    std::int64_t of_plane = 0;
#pragma omp parallel for reduction(+ : of_plane)  // nothing in it throws
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (std::size_t word = 0; word < of_domain.row(y, z).size(); ++word)
        for (std::uint32_t left = pores_by_walls(of_domain, y, z, word); left != 0; left &= left - 1) {
          const std::int64_t x = static_cast<std::int64_t>(word) * PoreSpace::word_bits + std::countr_zero(left);
          const unsigned walls = find_walls(of_domain, domain, {x, y, z});
          if (walls == 0) continue;
          double shear = 0;
          for (const float of_face :
               squared_shear(plane[static_cast<std::size_t>(y * nx + x)], of_velocity, flow.result().direction, walls))
            shear += double{of_face};
          of_plane += squares.quanta_of(shear * squares.unit());
        }
    quanta += of_plane;
  }
  return SquaresInForces::sum_over(pores.processes(), quanta) / static_cast<double>(pores.sample_voxels());
}

WallSensitivity::WallSensitivity(const SolvedFlow& flow, const PoreSlab& pores)
    : lattice_(flow.lattice()), pores_(fetch_pores(pores, lattice_->backend->domain())), first_of_plane_{0} {
  const Domain& domain = lattice_->backend->domain();
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    std::size_t cells = first_of_plane_.back();
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (const std::uint32_t word : pores_.row(y, z)) cells += static_cast<std::size_t>(std::popcount(word));
    first_of_plane_.push_back(cells);
  }
  values_ = measure_walls(flow, pores_, first_of_plane_);
}

void WallSensitivity::read_plane(std::int64_t z, std::span<float> of_faces) const {
  const Domain& domain = lattice_->backend->domain();
  std::vector<float> own;
  if (domain.own().z.contains(z)) {
    const std::int64_t own_z = z - domain.own().z.first;
    own.resize(static_cast<std::size_t>(faces_of_voxel * pores_.extent().nx * domain.own_y()));
    const FaceValues* of_cell = values_.data() + first_of_plane_[static_cast<std::size_t>(own_z)];
    auto next = own.begin();
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (std::int64_t x = 0; x < pores_.extent().nx; ++x, next += faces_of_voxel)
        if (pores_.is_pore(x, y, own_z)) std::ranges::copy(*of_cell++, next);
  }
  gather_rows(domain, lattice_->share.partition, z, own, of_faces);
}

}  // namespace perm
