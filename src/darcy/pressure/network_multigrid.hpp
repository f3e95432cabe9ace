// SPDX-License-Identifier: Apache-2.0
// Solves the Laplacian of a network of pores roughly: one cycle of algebraic multigrid, the preconditioner of
// conjugate gradients. Each coarser level joins bodies in fours, each to the neighbour that the widest throat leads to
// (Notay 2010, "An aggregation-based algebraic multigrid method"). Throats differ by a factor of a million, and such a
// cycle needs about as many iterations for them, and for any number of bodies, as for a uniform network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "geometry/network/pore_network.hpp"

namespace perm {

/// The matrix with the sum of a body's conductances on its diagonal and minus each conductance beside it.
class NetworkLaplacian {
 public:
  NetworkLaplacian() = default;
  /// `throats` join bodies below `bodies`; one to PoreNetwork::outside counts on the diagonal only.
  NetworkLaplacian(std::size_t bodies, std::span<const Throat> throats);

  std::size_t size() const { return diagonal_.size(); }
  std::int64_t bytes() const;
  double diagonal(std::size_t body) const { return diagonal_[body]; }
  void apply(std::span<const double> pressure, std::vector<double>& flux) const;
  /// Calls visit(other body, conductance) for every throat of a body, those to the outside left out.
  template <class Visit>
  void for_each_neighbour(std::size_t body, const Visit& visit) const {
    for (const Neighbour& neighbour : neighbours(body))
      visit(neighbour.body, static_cast<double>(neighbour.conductance));
  }
  // These improve the pressure that drives `flux`, body by body within blocks of bodies, and all blocks at once; each
  // is the transpose of the other. The diagonal is never less than what leads to other blocks, so the error falls.
  void smooth_forwards(std::span<const double> flux, std::vector<double>& pressure) const;
  void smooth_backwards(std::span<const double> flux, std::vector<double>& pressure) const;
  /// Gives the aggregate of each body: the widest throat of a body that is still alone joins it to another one. Sets
  /// `count`.
  std::vector<std::uint32_t> pair_up(std::size_t& count) const;
  /// Gives the throats between the aggregates, without those inside of one.
  std::vector<Throat> throats_between(std::span<const std::uint32_t> aggregate) const;

 private:
  struct Neighbour {
    std::uint32_t body;
    float conductance;  ///< as the diagonal sums it
  };
  void relax(std::size_t body, const Range& block, std::span<const double> flux, std::span<const double> before,
             std::vector<double>& pressure) const;
  std::span<const Neighbour> neighbours(std::size_t body) const {
    return std::span(neighbours_).subspan(first_[body], first_[body + 1] - first_[body]);
  }

  std::vector<double> diagonal_;
  std::vector<double> inverse_;     ///< of the diagonal; 0 where it is 0
  std::vector<double> outside_;     ///< what throats to the outside add to the diagonal
  std::vector<std::size_t> first_;  ///< neighbour of each body; one number more at the end
  std::vector<Neighbour> neighbours_;
};

/// Gives the sum of the products of two lists that have a number for each body.
double dot(std::span<const double> a, std::span<const double> b);

class NetworkMultigrid {
 public:
  /// Keeps a reference to the network.
  explicit NetworkMultigrid(const NetworkLaplacian& network);

  /// Gives a pressure that drives about this flux: a symmetric, positive function of it.
  std::vector<double> solve_roughly(std::span<const double> flux) const { return cycle(0, flux); }
  std::int64_t bytes_of_coarser_levels() const;

 private:
  struct Level {
    std::vector<std::uint32_t> aggregate;  ///< of each body of the finer level
    NetworkLaplacian laplacian;
  };
  const NetworkLaplacian& laplacian(std::size_t level) const {
    return level == 0 ? *network_ : coarser_[level - 1].laplacian;
  }
  std::vector<double> cycle(std::size_t level, std::span<const double> flux) const;

  const NetworkLaplacian* network_;
  std::vector<Level> coarser_;
};

}  // namespace perm
