// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/tilings.hpp"

#include <algorithm>
#include <array>

#include "lattice/domain.hpp"
#include "solver/backend.hpp"
#include "solver/scaling/lattice_speed.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {
namespace {

/// Gives 1, 2, 4 and so on, and the number of all ranks.
std::vector<int> counts_up_to(int ranks) {
  std::vector<int> counts;
  for (int count = 1; count < ranks; count *= 2) counts.push_back(count);
  counts.push_back(ranks);
  return counts;
}

Tiling measure(const PoreSlab& pores, const Partition& partition, std::span<const std::int32_t> rows,
               const SolverSettings& settings, double seconds) {
  const Domain domain(partition, pores.processes());
  const auto lattice = make_backend(domain, fetch_pores(pores, domain), settings);
  const LatticeSpeed speed = measure_speed(*lattice, settings, pores.processes(), seconds);
  Tiling tiling;
  tiling.ranks = partition.blocks();
  tiling.parts_y = partition.parts_y();
  tiling.parts_z = partition.parts_z();
  tiling.imbalance = imbalance(count_cells_by_block(partition, rows));
  tiling.mflups = speed.updates_per_s / 1e6;
  tiling.step_seconds = static_cast<double>(lattice->image_cells()) / speed.updates_per_s;
  return tiling;
}

}  // namespace

std::vector<Tiling> measure_tilings(const PoreSlab& pores, const SolverSettings& settings, double seconds,
                                    const std::function<void(const Tiling&)>& done) {
  const Communicator& all = pores.processes();
  RankModel model = rank_model(settings);
  std::vector<Tiling> tilings;
  for (const int count : counts_up_to(all.size())) {
    const PoreSlab shared = pores.on_first(count);
    const bool takes_part = all.rank() < count;
    const std::vector<std::int32_t> rows = takes_part ? count_cells_by_row(shared) : std::vector<std::int32_t>();
    for (std::int64_t parts_y = 1; parts_y <= count; ++parts_y) {
      const std::int64_t parts_z = count / parts_y;
      if (parts_y * parts_z != count || !can_be_cut(pores.image(), parts_y, parts_z)) continue;
      std::array<Tiling, 1> tiling;
      if (takes_part) {
        const Partition partition = cut_evenly(shared.image(), rows, parts_y, parts_z);
        tiling.front() = measure(shared, partition, rows, settings, seconds);
        if (count == 1) model.seconds_a_cell = 1 / (tiling.front().mflups * 1e6);
        tiling.front().predicted_seconds = predict_step_seconds(partition, rows, model, settings.precision);
      }
      all.broadcast(std::span<Tiling>(tiling));
      if (count == 1) model.seconds_a_cell = 1 / (tiling.front().mflups * 1e6);
      tilings.push_back(tiling.front());
      done(tilings.back());
    }
  }
  return tilings;
}

}  // namespace perm
