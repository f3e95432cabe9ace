// SPDX-License-Identifier: Apache-2.0
#include "report/timing_report.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

namespace perm {
namespace {

double sum_of(std::span<const PhaseTime> times) {
  double sum = 0;
  for (const PhaseTime& time : times) sum += time.seconds;
  return sum;
}

std::string line_of(const std::string& name, double seconds, double all) {
  return fmt::format("  {:<18}{:>10.3f} s {:>5.1f} %", name, seconds, all > 0 ? 100 * seconds / all : 0.0);
}

}  // namespace

std::string format_timings(std::span<const PhaseTime> times) {
  struct Coarser {
    double seconds{0};
    std::string phases;
  };
  const double all = sum_of(times);
  std::map<int, Coarser> levels;
  std::string text = fmt::format("Time of the phases, {:.3f} s in all:\n", all);
  for (const auto& [phase, level, seconds] : times) {
    if (level == 0) {
      text += line_of(std::string(name_of(phase)), seconds, all) + "\n";
      continue;
    }
    Coarser& coarser = levels[level];
    coarser.seconds += seconds;
    coarser.phases += fmt::format("{}{} {:.3f}", coarser.phases.empty() ? "" : ", ", name_of(phase), seconds);
  }
  for (const auto& [level, coarser] : levels)
    text += fmt::format("{}  {}\n",
                        line_of(fmt::format("voxels {} x larger", std::int64_t{1} << level), coarser.seconds, all),
                        coarser.phases);
  return text;
}

nlohmann::ordered_json describe_timings(std::span<const PhaseTime> times) {
  nlohmann::ordered_json json = {{"seconds", sum_of(times)}, {"phases", nlohmann::ordered_json::array()}};
  for (const auto& [phase, level, seconds] : times)
    json["phases"].push_back({{"phase", std::string(name_of(phase))}, {"level", level}, {"seconds", seconds}});
  return json;
}

}  // namespace perm
