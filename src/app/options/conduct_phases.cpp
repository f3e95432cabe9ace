// SPDX-License-Identifier: Apache-2.0
#include "app/options/conduct_phases.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "geometry/segmentation/grey_ranges.hpp"

namespace perm {

Input read_phases(ConductOptions& options, const std::function<Input(const InputRequest&)>& read) {
  InputRequest request = options.input;
  std::vector<ConductivePhase>& phases = options.request.phases;
  Input all;
  std::string segmentation;
  for (const GreyPhase& phase : options.phases) {
    request.rule.pore = parse_grey_ranges(phase.grey);
    Input of_phase = read(request);
    segmentation +=
        fmt::format("{}grey values {} conduct {:g}", segmentation.empty() ? "" : ", ", phase.grey, phase.conductivity);
    if (phases.empty()) {
      all.pores = of_phase.pores;
      all.origin = std::move(of_phase.origin);
    } else {
      all.pores.pores().insert(of_phase.pores.pores());
    }
    phases.push_back({std::move(of_phase.pores), phase.conductivity});
  }
  all.origin.segmentation = segmentation + ", all others nothing";
  return all;
}

}  // namespace perm
