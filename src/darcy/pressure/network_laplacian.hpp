// SPDX-License-Identifier: Apache-2.0
// The Laplacian of a network of pores: the fluxes out of bodies for given pressures in them, a way to improve pressures
// for given fluxes, and smaller networks of aggregates of bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "geometry/network/pore_network.hpp"

namespace perm {

/// Groups of bodies, each joined by throats.
struct Aggregates {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> of_body;  ///< `none` for bodies without throats to others
  std::vector<std::uint32_t> bodies;   ///< of all aggregates, one aggregate after another
  std::vector<std::uint32_t> first;    ///< of each aggregate in `bodies`; one number more at the end

  std::size_t count() const { return first.size() - 1; }
  std::span<const std::uint32_t> members(std::size_t aggregate) const {
    return std::span(bodies).subspan(first[aggregate], first[aggregate + 1] - first[aggregate]);
  }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>((of_body.size() + bodies.size() + first.size()) * sizeof(std::uint32_t));
  }
};

/// The matrix with the sum of a body's conductances on its diagonal and minus each conductance beside it.
class NetworkLaplacian {
 public:
  NetworkLaplacian() = default;
  /// `throats` join bodies below `bodies`; one to PoreNetwork::outside counts on the diagonal only.
  NetworkLaplacian(std::size_t bodies, std::span<const Throat> throats);

  std::size_t size() const { return diagonal_.size(); }
  std::int64_t bytes() const;
  double diagonal(std::size_t body) const { return diagonal_[body]; }
  /// Gives what flows out of a body.
  double flux_of(std::size_t body, std::span<const double> pressure) const {
    return diagonal_[body] * pressure[body] - sum(neighbours(body), pressure);
  }
  void apply(std::span<const double> pressure, std::span<double> flux) const;
  // These find a better pressure, which drives `flux`, body by body within blocks of bodies, and all blocks at once;
  // each is the transpose of the other. The diagonal is never less than what leads to other blocks, so the error falls.
  /// Begins from the pressure 0.
  void smooth_forwards(std::span<const double> flux, std::span<double> pressure) const;
  /// Begins from `pressure`, of which `before` is a copy.
  void smooth_backwards(std::span<const double> flux, std::span<const double> before, std::span<double> pressure) const;
  /// Gives what smooth_forwards has left of the flux of each body.
  void find_left(std::span<const double> pressure, std::span<double> left) const;
  /// Joins each body that has throats with at least one other.
  Aggregates pair_up() const;
  /// Gives the throats between the aggregates, without those inside of one.
  std::vector<Throat> throats_between(const Aggregates& aggregates) const;

 private:
  struct Neighbour {
    std::uint32_t body;
    float conductance;  ///< as the diagonal sums it
  };
  void sort_neighbours();
  std::span<const Neighbour> neighbours(std::size_t body) const {
    return std::span(neighbours_).subspan(first_[body], first_[body + 1] - first_[body]);
  }
  std::span<const Neighbour> lower(std::size_t body) const { return neighbours(body).first(lower_[body]); }
  std::span<const Neighbour> near(std::size_t body) const { return neighbours(body).first(near_[body]); }
  std::span<const Neighbour> far(std::size_t body) const { return neighbours(body).subspan(near_[body]); }
  static double sum(std::span<const Neighbour> neighbours, std::span<const double> pressure) {
    double sum = 0;
    for (const Neighbour& neighbour : neighbours)
      sum += static_cast<double>(neighbour.conductance) * pressure[neighbour.body];
    return sum;
  }

  std::vector<double> diagonal_;
  std::vector<double> inverse_;     ///< of the diagonal; 0 where it is 0
  std::vector<double> outside_;     ///< what throats to the outside add to the diagonal
  std::vector<std::size_t> first_;  ///< neighbour of each body; one number more at the end
  // Of each body first those neighbours of its block that come before it, then those of its block that come after it,
  // then those of other blocks: loops over some of them are simple, which halves the time of a cycle.
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> lower_;  ///< neighbours of each body in its block that come before it
  std::vector<std::uint32_t> near_;   ///< neighbours of each body in its block
};

}  // namespace perm
