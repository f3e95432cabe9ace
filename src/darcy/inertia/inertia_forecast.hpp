// SPDX-License-Identifier: Apache-2.0
// Forecasts what the flows of a list of Reynolds numbers will take, from what is known before any flow is solved, and
// again when the creeping flow is. Lattice units.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "darcy/inertia/inertial_flows.hpp"

namespace perm {

struct InertialStepForecast {
  double reynolds{0};
  double tau{0};
  double steps{0};
  double seconds{0};
};

/// Says what a forecast rests on: the pores alone, or the creeping flow through them.
enum class ForecastBasis { pores, creeping_flow };

struct InertiaForecast {
  ForecastBasis basis{ForecastBasis::pores};
  InertiaImage image{InertiaImage::single};
  std::int64_t bytes{0};                    ///< peak, of the process that needs most
  std::int64_t own_bytes{0};                ///< of this process
  double creeping_seconds{0};               ///< of the creeping flow through the longer image; 0 without one
  std::vector<InertialStepForecast> flows;  ///< those that are expected to be resolved
  std::optional<double> unresolved;         ///< the first Reynolds number that is not

  double steps() const;
  double seconds() const;  ///< of all, with the creeping flow through the longer image
};

/// Gives the forecast from `estimate`, that of the creeping flow, and from the creeping flow itself where it is
/// `solved`. The head of inertia_forecast.cpp says how near it comes. Collective.
InertiaForecast forecast_inertia(const RunEstimate& estimate, const FlowOptions& options, const InertiaRequest& request,
                                 const Communicator& processes = {}, const FlowResult* solved = nullptr);

}  // namespace perm
