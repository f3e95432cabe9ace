// SPDX-License-Identifier: Apache-2.0
#include "solver/closed_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "core/errors.hpp"
#include "lattice/d3q19.hpp"

namespace perm {
namespace {

/// These are the numbers of the reflections. A prescribed density has four: 1 is added for directions at an angle, 2
/// for the high face.
constexpr std::uint8_t antisymmetric_mirror = 0;
constexpr std::uint8_t symmetric_mirror = 1;
constexpr std::uint8_t first_of_pressure = 2;
constexpr std::uint8_t at_an_angle = 1;
constexpr std::uint8_t at_high_face = 2;

/// Tells whether the faces across `axis` turn the flow behind them round. A force along the axis needs this; a force
/// along another axis must not have it.
bool is_across_flow(const FaceRules& rules, Axis axis) {
  return rules.across(axis) == FaceRule::antisymmetric || rules.across(axis) == FaceRule::pressure;
}

std::optional<Axis> pressure_axis(const FaceRules& rules) {
  for (const Axis axis : all_axes)
    if (rules.across(axis) == FaceRule::pressure) return axis;
  return {};
}

/// Gives the density deviation at the low face; the high face has the opposite one.
double density_at_low_face(const Domain& domain, const SolverSettings& settings, Axis axis) {
  constexpr double one_by_sound_speed2 = 3;
  return one_by_sound_speed2 * settings.force[static_cast<std::size_t>(axis)] / 2 *
         static_cast<double>(domain.image().along(axis));
}

/// Finds the pairs of one cell after another.
class PairFinder {
 public:
  PairFinder(const Domain& domain, const PoreSpace& pores, const VisitPair& visit)
      : domain_(domain), pores_(pores), visit_(visit) {}

  void take_cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    for (int q = 1; q < d3q19::directions; ++q) take_link({x, y, z, q});
  }

 private:
  /// Takes a link, given by cell and direction, that goes out of the domain.
  void take_link(const VoxelSlot& out) const {
    const d3q19::Velocity c = d3q19::velocity(out.q);
    std::optional<Axis> crossed;
    int faces = 0;
    std::uint8_t reflection = symmetric_mirror;
    for (const Axis axis : all_axes) {
      const int step = c.along(axis);
      if (step == 0 || !domain_.leaves(axis, out.along(axis), step)) continue;
      const FaceRule rule = domain_.rules().across(axis);
      if (rule == FaceRule::sealed) return;  // bounce-back, which the step has done
      if (rule == FaceRule::antisymmetric) reflection = antisymmetric_mirror;
      if (rule == FaceRule::pressure) reflection = of_pressure(c, step);
      crossed = axis;
      ++faces;
    }
    if (faces == 0) return;
    const VoxelSlot in{out.x, out.y, out.z, d3q19::opposite(out.q)};
    const d3q19::Velocity tangential = c.with(*crossed, 0);
    if (faces == 2 || is_rest(tangential)) return visit_(in, in, reflection);  // the mirror image of the cell itself

    // The cell next to this one goes on behind the mirror, along the mirrored direction.
    const Extent& n = domain_.extent();
    const VoxelSlot partner{(out.x + tangential.x + n.nx) % n.nx, (out.y + tangential.y + n.ny) % n.ny,
                            (out.z + tangential.z + n.nz) % n.nz,
                            d3q19::direction(c.with(*crossed, -c.along(*crossed)))};
    if (!pores_.is_pore(partner.x, partner.y, partner.z)) return;  // solid is mirrored, too
    if (!domain_.is_own(partner.y, partner.z)) return visit_(in, in, reflection);
    if (tangential.x + tangential.y + tangential.z > 0) visit_(in, partner, reflection);  // once for both
  }

  static std::uint8_t of_pressure(const d3q19::Velocity& c, int step) {
    const bool straight = c.x * c.x + c.y * c.y + c.z * c.z == 1;
    return static_cast<std::uint8_t>(first_of_pressure + (straight ? 0 : at_an_angle) + (step > 0 ? at_high_face : 0));
  }
  static bool is_rest(const d3q19::Velocity& c) { return c.x == 0 && c.y == 0 && c.z == 0; }

  const Domain& domain_;
  const PoreSpace& pores_;
  const VisitPair& visit_;
};

void refuse_inertia(Equilibrium equilibrium) {
  if (!has_inertia(equilibrium)) return;
  throw UsageError(
      fmt::format("--boundary mirror, sealed and pressure do not go with --equilibrium {}", to_string(equilibrium)),
      "with inertia the flow behind a mirror is not the mirrored flow turned round",
      "Use --equilibrium linear, or --boundary periodic");
}

}  // namespace

void require_linear(const BoundaryChoice& choice, Equilibrium equilibrium) {
  if (choice.boundary != Boundary::periodic) refuse_inertia(equilibrium);
}

void require_symmetry(const FaceRules& rules, const SolverSettings& settings) {
  if (std::ranges::any_of(all_axes, [&](Axis axis) { return is_across_flow(rules, axis); }))
    refuse_inertia(settings.equilibrium);
  for (const Axis axis : all_axes) {
    if (settings.force[static_cast<std::size_t>(axis)] == 0) continue;
    const bool others_turn_it_round =
        std::ranges::any_of(all_axes, [&](Axis other) { return other != axis && is_across_flow(rules, other); });
    if (others_turn_it_round || (rules.is_closed(axis) && !is_across_flow(rules, axis)))
      throw UsageError(fmt::format("A force along {} does not go with the faces of the image", axis_letter(axis)),
                       "only the faces across it may turn the flow round behind them", "Give a force along one axis");
  }
}

void for_each_face_pair(const Domain& domain, const PoreSpace& pores, const VisitPair& visit) {
  const FaceRules& rules = domain.rules();
  if (rules == FaceRules{}) return;
  const PairFinder finder(domain, pores, visit);
  const std::int64_t last = domain.extent().nx - 1;
  const auto is_at_face = [&](Axis axis, std::int64_t position) {
    return domain.leaves(axis, position, -1) || domain.leaves(axis, position, 1);
  };
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      const std::span<const std::uint32_t> row = pores.row(y, z);
      if (is_at_face(Axis::y, y) || is_at_face(Axis::z, z)) {
        for (std::size_t w = 0; w < row.size(); ++w)
          for (std::uint32_t left = row[w]; left != 0; left &= left - 1)
            finder.take_cell(static_cast<std::int64_t>(w) * PoreSpace::word_bits + std::countr_zero(left), y, z);
      } else if (rules.is_closed(Axis::x)) {
        if (pores.is_pore(0, y, z)) finder.take_cell(0, y, z);
        if (last > 0 && pores.is_pore(last, y, z)) finder.take_cell(last, y, z);
      }
    }
}

std::array<Reflection<double>, reflection_count> find_reflections(const Domain& domain,
                                                                  const SolverSettings& settings) {
  std::array<Reflection<double>, reflection_count> all{};
  all[antisymmetric_mirror] = {-1, 0};
  all[symmetric_mirror] = {1, 0};
  const std::optional<Axis> axis = pressure_axis(domain.rules());
  const double low = axis ? density_at_low_face(domain, settings, *axis) : 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const int q = d3q19::direction({1, (i & at_an_angle) != 0 ? 1 : 0, 0});
    all[first_of_pressure + i] = {-1, 2 * d3q19::weight(q) * ((i & at_high_face) != 0 ? -low : low)};
  }
  return all;
}

SolverSettings settings_of_cells(const FaceRules& rules, SolverSettings settings) {
  if (const auto axis = pressure_axis(rules)) settings.force[static_cast<std::size_t>(*axis)] = 0;
  return settings;
}

std::int64_t predict_face_bytes(const Domain& domain, const PoreSpace& pores) {
  std::int64_t pairs = 0;
  for_each_face_pair(domain, pores, [&](const VoxelSlot&, const VoxelSlot&, std::uint8_t) { ++pairs; });
  return pairs * static_cast<std::int64_t>(sizeof(FacePair));
}

std::optional<StartDensity> find_start_density(const Domain& domain, const SolverSettings& settings) {
  const std::optional<Axis> axis = pressure_axis(domain.rules());
  if (!axis) return {};
  const std::int64_t planes = domain.image().along(*axis);
  const double low = density_at_low_face(domain, settings, *axis);
  StartDensity start{*axis, {}};
  for (std::int64_t plane = 0; plane < planes; ++plane)
    start.deviation.push_back(low * static_cast<double>(planes - 1 - 2 * plane) / static_cast<double>(planes));
  return start;
}

}  // namespace perm
