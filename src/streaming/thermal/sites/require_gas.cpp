// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/sites/require_gas.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"

namespace perm::thermal {
namespace {

void require_part(char axis, std::int64_t sites, int tiles) {
  if (tiles < 1)
    throw UsageError(fmt::format("{} tiles along {} are asked for", tiles, axis), "a cut has one tile at least",
                     "Give a positive number");
  if (sites / tiles >= reach) return;
  throw InputError(
      fmt::format("{} sites along {} cannot be cut into {} tile{}", sites, axis, tiles, tiles == 1 ? "" : "s"),
      fmt::format("populations move up to {} sites, so that a tile has as many at least", reach),
      fmt::format("Give {} sites at least, or fewer tiles", reach * std::int64_t{tiles}));
}

}  // namespace

void require_temperature(const std::string& what, double temperature) {
  if (temperature >= least_temperature && temperature <= most_temperature) return;
  throw InputError(fmt::format("{} cannot be {:g}", what, temperature),
                   fmt::format("the equilibrium of a gas at rest is positive from {} to {} only", least_temperature,
                               most_temperature),
                   fmt::format("Give a temperature near {:.3f}", reference_temperature));
}

void require_gas(const GasBox& box, const GasChoice& choice) {
  if (choice.processes.size() != choice.tiles_x * choice.tiles_y)
    throw UsageError(fmt::format("{} x {} tiles are given to {} process{}", choice.tiles_x, choice.tiles_y,
                                 choice.processes.size(), choice.processes.size() == 1 ? "" : "es"),
                     "each process has one tile", "Give tiles whose product is the number of processes");
  require_part('x', box.nx, choice.tiles_x);
  require_part('y', box.ny, choice.tiles_y);
  if (!(box.tau >= least_tau && box.tau <= 10))
    throw InputError(
        fmt::format("The relaxation time cannot be {:g}", box.tau),
        fmt::format("below {} nothing damps waves of a few sites, and near 10 it is no gas any more", least_tau),
        "Give one from 0.51 to 2");
  if (box.walls) {
    require_temperature("The temperature of the wall below", (*box.walls)[0]);
    require_temperature("The temperature of the wall above", (*box.walls)[1]);
  }
  const double gravity = std::hypot(box.gravity[0], box.gravity[1]);
  if (!(gravity < 0.01))
    throw InputError(fmt::format("The gravity cannot be {:g}", gravity),
                     "a gas would reach the speed of sound within a hundred steps", "Give less than 0.01");
  if (choice.block < 32 || choice.block > most_block || choice.block % 32 != 0)
    throw InputError(fmt::format("Blocks cannot have {} threads", choice.block),
                     fmt::format("a GPU starts threads by 32, and here at most {} in a block", most_block),
                     fmt::format("Give a multiple of 32 from 32 to {}", most_block));
}

}  // namespace perm::thermal
