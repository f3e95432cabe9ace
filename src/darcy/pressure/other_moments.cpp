// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/other_moments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "darcy/pressure/squares_in_forces.hpp"
#include "geometry/bit_count.hpp"
#include "lattice/d3q19.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_cells = 1 << 16;  // that are measured, about
constexpr std::int64_t rows_together = 64;    // each reading of a device takes as long as some rows
constexpr double of_some = 1.5;               // where only some rows are measured, they count so much more

/// A pair of opposite directions.
struct Pair {
  int first;
  int second;
  double weight;
  double x, y, z;
};

constexpr std::array<Pair, d3q19::pairs.size()> list_pairs() {
  std::array<Pair, d3q19::pairs.size()> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const int q = d3q19::pairs[i];
    const d3q19::Velocity c = d3q19::velocity(q);
    pairs[i] = {q,
                d3q19::opposite(q),
                d3q19::weight(q),
                static_cast<double>(c.x),
                static_cast<double>(c.y),
                static_cast<double>(c.z)};
  }
  return pairs;
}

constexpr std::array<Pair, d3q19::pairs.size()> pairs = list_pairs();

/// Gives the sum over q of delta_q^2 / (w_q Y) of what is neither density nor momentum.
double power_of(const double (&delta)[d3q19::directions], double plus, double minus) {
  double density = delta[0];
  double momentum[3] = {0, 0, 0};
  for (const Pair& pair : pairs) {
    density += delta[pair.first] + delta[pair.second];
    const double difference = delta[pair.first] - delta[pair.second];
    momentum[0] += pair.x * difference;
    momentum[1] += pair.y * difference;
    momentum[2] += pair.z * difference;
  }
  constexpr double weight_at_rest = d3q19::weight(0);
  const double rest = delta[0] - weight_at_rest * density;
  double even = rest * rest / weight_at_rest;
  double odd = 0;
  for (const Pair& pair : pairs) {
    const double along = pair.x * momentum[0] + pair.y * momentum[1] + pair.z * momentum[2];
    const double sum = delta[pair.first] + delta[pair.second] - 2 * pair.weight * density;
    const double difference = delta[pair.first] - delta[pair.second] - 6 * pair.weight * along;
    even += sum * sum / (2 * pair.weight);
    odd += difference * difference / (2 * pair.weight);
  }
  return even * 2 * plus + odd / (2 * minus);
}

}  // namespace

OtherMoments::OtherMoments(const Domain& domain, const PoreSpace& pores) {
  std::int64_t own = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) own += static_cast<std::int64_t>(count_bits(pores.row(y, z)));
  const std::int64_t all = domain.processes().sum(own);
  const std::int64_t stride = (all + most_cells - 1) / most_cells;
  std::int64_t first = 0;
  std::int64_t measured = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      const auto count = static_cast<std::int64_t>(count_bits(pores.row(y, z)));
      const std::int64_t row = domain.image_z(z) * domain.image().ny + domain.image_y(y);
      if (count > 0 && row / rows_together % stride == 0) {
        if (!cells_.empty() && cells_.back().last == first)
          cells_.back().last += count;
        else
          cells_.push_back({first, first + count});
        measured += count;
      }
      first += count;
    }
  measured = domain.processes().sum(measured);
  if (stride > 1)
    cells_for_each_ = of_some * static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, measured));
}

std::vector<double> OtherMoments::read(const Backend& backend) const {
  std::size_t cells = 0;
  for (const Range& range : cells_) cells += static_cast<std::size_t>(range.size());
  std::vector<double> f(cells * d3q19::directions);
  std::size_t place = 0;
  for (const Range& range : cells_) {
    const std::size_t values = static_cast<std::size_t>(range.size()) * d3q19::directions;
    backend.read_distributions(range.first, std::span(f).subspan(place, values));
    place += values;
  }
  return f;
}

void OtherMoments::keep(const Backend& backend) { before_ = read(backend); }

double OtherMoments::power_since(const Backend& backend, int steps) {
  const std::vector<double> after = read(backend);
  const SolverSettings& settings = backend.settings();
  const double plus = settings.tau - 0.5;
  const double minus = settings.collision == Collision::bgk ? plus : settings.magic / plus;
  const SquaresInForces squares(settings);
  __int128 sum = 0;
  for (std::size_t first = 0; first < after.size(); first += d3q19::directions) {
    double delta[d3q19::directions];
    for (std::size_t q = 0; q < d3q19::directions; ++q) delta[q] = (after[first + q] - before_[first + q]) / steps;
    sum += squares.quanta_of(viscosity(settings.tau) / 6 * power_of(delta, plus, minus));
  }
  before_ = {};
  return SquaresInForces::sum_over(backend.domain().processes(), sum) * cells_for_each_;
}

}  // namespace perm
