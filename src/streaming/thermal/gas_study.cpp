// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/gas_study.hpp"

#include <algorithm>
#include <chrono>

#include "solver/bandwidth.hpp"
#include "solver/scaling/performance_model.hpp"
#include "streaming/thermal/make_gas.hpp"
#include "streaming/thermal/sites/gas_faces.hpp"

namespace perm::thermal {
namespace {

/// Gives the seconds of a step, by so many steps that they take as long as is asked for.
double time_steps(GasLattice& gas, double seconds, const Communicator& processes) {
  gas.advance(2);
  std::int64_t steps = 1;
  while (true) {
    processes.wait_for_all();
    const auto start = std::chrono::steady_clock::now();
    gas.advance(steps);
    const double taken = processes.max(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (taken > 0.5 * seconds) return taken / static_cast<double>(steps);
    steps = std::max(2 * steps,
                     static_cast<std::int64_t>(0.8 * seconds * static_cast<double>(steps) / std::max(taken, 1e-6)));
  }
}

/// Tells what a step of the largest tile is by the model: its border is stepped last, after messages along x.
double predict(const GasStudy& study, const GasSpeed& row, double seconds_a_site) {
  RankModel model = rank_model({.device = study.machine.device, .threads = study.machine.threads});
  model.seconds_a_cell = seconds_a_site;
  const auto largest = [](std::int64_t sites, int tiles) { return (sites + tiles - 1) / tiles; };
  const auto nx = static_cast<double>(largest(study.flow.nx, row.tiles_x));
  const auto ny = static_cast<double>(largest(study.flow.ny, row.tiles_y));
  BlockWork work;
  work.cells = nx * ny;
  work.boundary_cells = row.tiles_x > 1 ? std::min(nx, 2.0 * reach) * ny : 0;
  work.message_bytes = {row.tiles_y > 1 ? crossing * nx * sizeof(double) : 0,
                        row.tiles_x > 1 ? crossing * (ny + 2 * reach) * sizeof(double) : 0};
  return predict_step_seconds(model, work);
}

GasSpeed measure(const GasStudy& study, const GasChoice& choice, double seconds_a_site) {
  GasSpeed row{choice.layout, choice.passes, choice.block, choice.tiles_x, choice.tiles_y, {}, 0, 0, 0};
  const auto gas = make_gas(study.flow.box(), choice);
  gas->begin(first_fields(study.flow, gas->own()));
  row.step_seconds = time_steps(*gas, study.seconds, choice.processes);
  const std::int64_t steps =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(0.5 * study.seconds / row.step_seconds), 2, 200);
  row.parts = gas->time_parts(steps);
  for (double* part :
       {&row.parts.exchange, &row.parts.boundary, &row.parts.propagate, &row.parts.collide, &row.parts.fused})
    *part = choice.processes.max(*part) / static_cast<double>(steps);
  if (seconds_a_site > 0) row.predicted_seconds = predict(study, row, seconds_a_site);
  return row;
}

}  // namespace

std::vector<GasSpeed> measure_gas(const GasStudy& study, const std::function<void(const GasSpeed&)>& done) {
  const Communicator& world = study.machine.processes;
  const double bandwidth =
      make_bandwidth(study.machine.device, std::int64_t{1} << 30, study.machine.threads)->measure();
  std::vector<GasSpeed> rows;
  const auto add = [&](const GasChoice& choice, double seconds_a_site) {
    const bool is_idle = world.rank() >= choice.tiles_x * choice.tiles_y;
    rows.push_back(is_idle ? GasSpeed{} : measure(study, choice, seconds_a_site));
    rows.back().bandwidth_bytes_s = bandwidth;
    world.sleep_until_all();
    done(rows.back());
  };
  GasChoice choice = study.machine;
  choice.tiles_x = choice.tiles_y = 1;
  if (world.is_alone()) {
    for (const GasLayout layout : study.layouts)
      for (const GasPasses passes : study.passes)
        for (const int block : study.blocks) {
          choice.layout = layout;
          choice.passes = passes;
          choice.block = block;
          add(choice, 0);
        }
    return rows;
  }
  choice.layout = study.layouts.front();
  choice.passes = study.passes.front();
  choice.block = study.blocks.front();
  double seconds_a_site = 0;
  for (int ranks = 1; ranks <= world.size();
       ranks = ranks < world.size() ? std::min(2 * ranks, world.size()) : ranks + 1) {
    choice.processes = world.first(ranks);
    for (int tiles_x = 1; tiles_x <= ranks; ++tiles_x) {
      if (ranks % tiles_x != 0) continue;
      choice.tiles_x = tiles_x;
      choice.tiles_y = ranks / tiles_x;
      if (study.flow.nx / choice.tiles_x < reach || study.flow.ny / choice.tiles_y < reach) continue;
      add(choice, seconds_a_site);
      if (ranks == 1) seconds_a_site = rows.back().step_seconds / static_cast<double>(study.flow.nx * study.flow.ny);
    }
    seconds_a_site = world.max(seconds_a_site);
  }
  return rows;
}

}  // namespace perm::thermal
