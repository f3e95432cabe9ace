// SPDX-License-Identifier: Apache-2.0
#include "solver/prescribed_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/errors.hpp"
#include "lattice/d3q19.hpp"

namespace perm {
namespace {

constexpr double largest_face_speed = 0.17320508075688773;  // Mach 0.3

/// Names a face of the image.
struct ImageFace {
  Axis axis;
  Side side;
};
constexpr std::array<ImageFace, 6> image_faces{{{Axis::x, Side::low},
                                                {Axis::x, Side::high},
                                                {Axis::y, Side::low},
                                                {Axis::y, Side::high},
                                                {Axis::z, Side::low},
                                                {Axis::z, Side::high}}};

const PrescribedFace& at(const PrescribedFaces& faces, const ImageFace& face) {
  return faces[face_number(face.axis, face.side)];
}

std::string name_of(const ImageFace& face) {
  return fmt::format("{} face across {}", face.side == Side::low ? "low" : "high", axis_letter(face.axis));
}

/// Tells whether what comes in through a face has a given velocity.
bool gives_velocity(const PrescribedFace& prescribed) {
  return prescribed.flow == FaceFlow::velocity || prescribed.flow == FaceFlow::stream;
}

/// Gives what flows into the image through a face, voxel^3 a step, if all of the face is pore.
double inflow(const PrescribedFace& prescribed, const ImageFace& face, const Domain& domain) {
  if (prescribed.flow != FaceFlow::velocity) return 0;
  double sum = prescribed.velocity[static_cast<std::size_t>(face.axis)];
  for (const Axis axis : all_axes) {
    if (axis == face.axis) continue;
    sum *= static_cast<double>(domain.image().along(axis));
    if (prescribed.profile == FaceProfile::parabola && domain.rules().is_closed(axis)) sum *= 2.0 / 3;
  }
  return face.side == Side::low ? sum : -sum;
}

/// Holds the faces that a link out of a voxel goes through.
struct Beyond {
  std::array<ImageFace, 3> faces;
  std::size_t count{0};
};

Beyond faces_beyond(const Domain& domain, const VoxelSlot& at_voxel, const d3q19::Velocity& c) {
  Beyond beyond{};
  for (const Axis axis : all_axes) {
    const int step = c.along(axis);
    if (step != 0 && domain.leaves(axis, at_voxel.along(axis), step))
      beyond.faces[beyond.count++] = {axis, step < 0 ? Side::low : Side::high};
  }
  return beyond;
}

/// Gives the share of the largest velocity that a profile has half way along a link.
double share_along(const PrescribedFace& prescribed, const ImageFace& face, const Domain& domain,
                   const VoxelSlot& voxel, const d3q19::Velocity& c) {
  if (prescribed.profile == FaceProfile::uniform) return 1;
  double share = 1;
  for (const Axis axis : all_axes) {
    if (axis == face.axis || !domain.rules().is_closed(axis)) continue;
    const std::int64_t place = axis == Axis::x   ? voxel.x
                               : axis == Axis::y ? domain.image_y(voxel.y)
                                                 : domain.image_z(voxel.z);
    const double s =
        (static_cast<double>(place) + 0.5 + 0.5 * c.along(axis)) / static_cast<double>(domain.image().along(axis));
    share *= 4 * s * (1 - s);
  }
  return share;
}

/// Calls visit(voxel, face) for the own pores at faces that `wants`; those at an edge come once for each face.
template <class Visit>
void for_each_pore_at(const Domain& domain, const PoreSpace& pores, const PrescribedFaces& faces,
                      bool (*wants)(const PrescribedFace&), const Visit& visit) {
  for (const ImageFace& face : image_faces) {
    if (!wants(at(faces, face))) continue;
    const Extent& n = domain.extent();
    const int outwards = face.side == Side::low ? -1 : 1;
    for (std::int64_t z = 0; z < domain.own_z(); ++z) {
      if (face.axis == Axis::z && !domain.leaves(Axis::z, z, outwards)) continue;
      for (std::int64_t y = 0; y < domain.own_y(); ++y) {
        if (face.axis == Axis::y && !domain.leaves(Axis::y, y, outwards)) continue;
        const std::int64_t first = face.axis == Axis::x && face.side == Side::high ? n.nx - 1 : 0;
        const std::int64_t last = face.axis == Axis::x ? first : n.nx - 1;
        for (std::int64_t x = first; x <= last; ++x)
          if (pores.is_pore(x, y, z)) visit(VoxelSlot{x, y, z, 0}, face);
      }
    }
  }
}

/// Gives the velocity half way along a link that goes out through `beyond`: the mean of those of the faces that have
/// one; none where there is none, or where a wall at rest is among them.
std::optional<std::array<double, 3>> velocity_beyond(const PrescribedFaces& faces, const Beyond& beyond,
                                                     const Domain& domain, const VoxelSlot& voxel,
                                                     const d3q19::Velocity& c) {
  std::array<double, 3> sum{};
  int moving = 0;
  for (std::size_t i = 0; i < beyond.count; ++i) {
    const PrescribedFace& prescribed = at(faces, beyond.faces[i]);
    if (prescribed.flow == FaceFlow::wall) return {};
    if (!gives_velocity(prescribed)) continue;
    ++moving;
    const double share = share_along(prescribed, beyond.faces[i], domain, voxel, c);
    for (std::size_t a = 0; a < 3; ++a) sum[a] += share * prescribed.velocity[a];
  }
  if (moving == 0) return {};
  for (double& component : sum) component /= moving;
  return sum;
}

bool is_same(const ImageFace& a, const ImageFace& b) { return a.axis == b.axis && a.side == b.side; }

/// Gives the deviation of an equilibrium distribution from rest (cell_update.hpp), of density deviation rho.
double equilibrium(int q, double rho, const std::array<double, 3>& u, Equilibrium kind) {
  const d3q19::Velocity c = d3q19::velocity(q);
  const double cu = c.x * u[0] + c.y * u[1] + c.z * u[2];
  double value = rho + 3 * cu;
  if (has_inertia(kind)) {
    double beside = 0;  // makes the fourth moments isotropic
    const bool is_straight = std::abs(c.x) + std::abs(c.y) + std::abs(c.z) == 1;
    for (const Axis axis : all_axes) {
      const double component = u[static_cast<std::size_t>(axis)];
      if (c.along(axis) == 0) beside += (is_straight ? -1 : 1) * component * component;
    }
    value += 4.5 * cu * cu - 1.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) + 1.5 * beside;
  }
  return d3q19::weight(q) * value;
}

/// Gives what the faces that a link goes out through, whose velocity is u, make of slot q.
IncomingValue incoming(int q, const std::array<double, 3>& u, const Beyond& beyond, const SolverSettings& settings) {
  for (std::size_t i = 0; i < beyond.count; ++i) {
    const PrescribedFace& prescribed = at(settings.faces, beyond.faces[i]);
    if (prescribed.flow == FaceFlow::stream) return {0, equilibrium(q, prescribed.density, u, settings.equilibrium)};
  }
  const d3q19::Velocity in = d3q19::velocity(q);
  return {1, 6 * d3q19::weight(q) * (in.x * u[0] + in.y * u[1] + in.z * u[2])};
}

}  // namespace

bool has_prescribed(const PrescribedFaces& faces) {
  return std::ranges::any_of(faces, [](const PrescribedFace& face) { return face.flow != FaceFlow::wall; });
}

void require_prescribed(const Domain& domain, const SolverSettings& settings) {
  if (!has_prescribed(settings.faces)) return;
  bool has_outlet = false;
  double in = 0, moved = 0;
  for (const ImageFace& face : image_faces) {
    const PrescribedFace& prescribed = at(settings.faces, face);
    if (prescribed.flow == FaceFlow::wall) continue;
    if (domain.rules().across(face.axis) != FaceRule::sealed)
      throw UsageError(fmt::format("The {} prescribes a {}, and the flow crosses it", name_of(face),
                                   prescribed.flow == FaceFlow::velocity  ? "velocity"
                                   : prescribed.flow == FaceFlow::density ? "density"
                                                                          : "stream"),
                       "only a sealed face can: a periodic one or a mirror has fluid behind it",
                       fmt::format("Seal the faces across {}", axis_letter(face.axis)));
    const auto& u = prescribed.velocity;
    const double speed = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    if (!(speed <= largest_face_speed))
      throw UsageError(fmt::format("The {} has a speed of {:.3g} voxels a step", name_of(face), speed),
                       "above a Mach number of 0.3 the fluid is no longer incompressible",
                       fmt::format("Give at most {:.3f}, and a smaller viscosity", largest_face_speed));
    has_outlet = has_outlet || prescribed.flow != FaceFlow::velocity;
    in += inflow(prescribed, face, domain);
    moved += std::abs(inflow(prescribed, face, domain));
  }
  if (!has_outlet && std::abs(in) > 1e-12 * moved)
    throw UsageError("More flows in through the faces than out", "no face with a density lets the rest out",
                     "Give a face a density, or velocities that balance");
  if (settings.equilibrium == Equilibrium::quadratic)
    throw UsageError("Faces prescribe a flow with --equilibrium quadratic",
                     "what bounces back at them has density 1 in its products", "Use --equilibrium incompressible");
  if (settings.precision == Precision::float16)
    throw UsageError("Faces prescribe a flow with --precision float16",
                     "its unit follows from a force, and there is none", "Use --precision float32");
}

void for_each_moving_link(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                          const VisitMovingLink& visit) {
  const PrescribedFaces& faces = settings.faces;
  for_each_pore_at(domain, pores, faces, gives_velocity, [&](const VoxelSlot& voxel, const ImageFace& face) {
    for (int q = 1; q < d3q19::directions; ++q) {
      const d3q19::Velocity out = d3q19::velocity(d3q19::opposite(q));
      const Beyond beyond = faces_beyond(domain, voxel, out);
      std::size_t first = 0;  // of the faces with a velocity: a link at an edge is visited for one of them
      while (first < beyond.count && !gives_velocity(at(faces, beyond.faces[first]))) ++first;
      if (first == beyond.count || !is_same(beyond.faces[first], face)) continue;
      const auto u = velocity_beyond(faces, beyond, domain, voxel, out);
      if (!u) continue;
      const IncomingValue value = incoming(q, *u, beyond, settings);
      if (value.kept != 1 || value.added != 0) visit({voxel.x, voxel.y, voxel.z, q}, value);
    }
  });
}

void for_each_outlet_cell(const Domain& domain, const PoreSpace& pores, const PrescribedFaces& faces,
                          const VisitOutletCell& visit) {
  const auto is_outlet = [](const PrescribedFace& prescribed) { return prescribed.flow == FaceFlow::density; };
  for_each_pore_at(domain, pores, faces, is_outlet, [&](const VoxelSlot& voxel, const ImageFace& face) {
    std::uint32_t links = 0;
    for (int q = 1; q < d3q19::directions; ++q) {
      const Beyond beyond = faces_beyond(domain, voxel, d3q19::velocity(d3q19::opposite(q)));
      if (beyond.count == 1 && is_same(beyond.faces[0], face)) links |= 1U << (q - 1);
    }
    visit(voxel, links, at(faces, face).density);
  });
}

}  // namespace perm
