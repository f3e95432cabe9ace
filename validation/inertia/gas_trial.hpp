// SPDX-License-Identifier: Apache-2.0
// A gas in a small box, for cases: every process steps the whole of it.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "streaming/thermal/make_gas.hpp"
#include "validation/inertia/inertia_case.hpp"

namespace perm::validation {

std::unique_ptr<thermal::GasLattice> make_gas(const thermal::GasBox& box, const InertiaMachine& machine);

/// Density, velocity and temperature of a site.
using Site = std::array<double, thermal::field_count>;

/// Begins a gas with fields of x and y, in sites from the left and the lower wall.
void begin(thermal::GasLattice& gas, const thermal::GasBox& box, const std::function<Site(double, double)>& site_at);

/// Gives the amplitudes of sin kx and cos kx, k of one wave along x, of something that a site has, in row y.
std::array<double, 2> amplitudes(const std::vector<double>& fields, const thermal::GasBox& box, std::int64_t y,
                                 const std::function<double(const double*)>& of_site);

InertiaCase gas_case(std::string name, std::string title, const char* source,
                     std::function<InertiaOutcome(const InertiaMachine&)> run);

/// Gives the growth of a wave on a diffuse layer, cold gas above hot gas.
InertiaCase rayleigh_taylor_case(std::int64_t sites);
/// Gives the onset of convection in a layer that is heated from below, at two heights.
InertiaCase rayleigh_benard_case(std::int64_t coarse, std::int64_t fine);

}  // namespace perm::validation
