// SPDX-License-Identifier: Apache-2.0
// A perfect gas in a plane, stepped by the lattice Boltzmann model D2Q37 (Calore et al. 2016), cut into tiles among
// processes. Lattice units: a site, a step, gas constant 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/named_values.hpp"
#include "solver/cell/settings.hpp"
#include "streaming/thermal/sites/gas_site.hpp"
#include "streaming/thermal/sites/gas_tile.hpp"

namespace perm::thermal {

/// The plane: periodic along x; along y with walls of given temperatures, or periodic too.
struct GasBox {
  std::int64_t nx{128};
  std::int64_t ny{128};
  double tau{0.6};
  std::array<double, 2> gravity{};               ///< acceleration along x and y
  std::optional<std::array<double, 2>> walls{};  ///< temperatures below and above
};

/// How memory is ordered (sites/gas_tile.hpp).
enum class GasLayout { soa, aos, blocked };
/// What a step is made of: propagate and collide in one pass; in two; or in two, the first of which pushes.
enum class GasPasses { fused, apart, push };

/// How the plane is cut, and what steps it.
struct GasChoice {
  GasLayout layout{GasLayout::soa};
  GasPasses passes{GasPasses::fused};
  int tiles_x{1};
  int tiles_y{1};
  int block{128};  ///< threads of a block on a GPU
  Device device{Device::cpu};
  Transport transport{Transport::automatic};
  int threads{0};  ///< of this process on a CPU; 0: all
  Communicator processes{};
};

/// Seconds of each part of a step, each waited for by itself.
struct GasTimes {
  double exchange{0};  ///< of frames among tiles (pbc)
  double boundary{0};  ///< the frame at the walls (bc)
  double propagate{0};
  double collide{0};
  double fused{0};  ///< both in one
};

/// Density, velocity x, velocity y and temperature of a site.
inline constexpr int field_count = 4;

class GasLattice {
 public:
  virtual ~GasLattice() = default;
  /// Gives the sites of the box that this process has.
  virtual Rectangle own() const = 0;
  /// Begins with the equilibrium of these fields of the own sites, as [x][y][field_count].
  virtual void begin(std::span<const double> fields) = 0;
  /// Collective.
  virtual void advance(std::int64_t steps) = 0;
  /// Gives the fields of the own sites, those of the equations of motion.
  virtual std::vector<double> fields() const = 0;
  /// Gives the populations of the own sites after the last collision, as [x][y][directions].
  virtual std::vector<double> populations() const = 0;
  /// Takes `steps` steps and measures their parts; collective. What is measured is not hidden behind anything else.
  virtual GasTimes time_parts(std::int64_t steps) = 0;
  virtual std::string description() const = 0;  ///< device and transport
};

}  // namespace perm::thermal

template <>
inline constexpr std::array perm::names_of<perm::thermal::GasLayout>{
    perm::NamedValue{perm::thermal::GasLayout::soa, "soa"}, perm::NamedValue{perm::thermal::GasLayout::aos, "aos"},
    perm::NamedValue{perm::thermal::GasLayout::blocked, "blocked"}};
template <>
inline constexpr std::array perm::names_of<perm::thermal::GasPasses>{
    perm::NamedValue{perm::thermal::GasPasses::fused, "fused"},
    perm::NamedValue{perm::thermal::GasPasses::apart, "apart"},
    perm::NamedValue{perm::thermal::GasPasses::push, "push"}};
