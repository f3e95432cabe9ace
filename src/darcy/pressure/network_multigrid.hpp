// SPDX-License-Identifier: Apache-2.0
// Solves the Laplacian of a network of pores roughly: one cycle of algebraic multigrid, the preconditioner of
// conjugate gradients. Each coarser level joins bodies in pairs, by the widest throats (Notay 2010, "An
// aggregation-based algebraic multigrid method"). Throats differ by a factor of a million, and such a cycle needs about
// as many iterations for them, and for any number of bodies, as for a uniform network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "darcy/pressure/network_laplacian.hpp"

namespace perm {

class NetworkMultigrid {
 public:
  /// Keeps a reference to the network.
  explicit NetworkMultigrid(const NetworkLaplacian& network);

  /// What a cycle works on. One serves any number of cycles, one after another.
  class Workspace {
   public:
    explicit Workspace(const NetworkMultigrid& of);

   private:
    friend NetworkMultigrid;
    struct Level {
      LargeArray<double> flux;      ///< on coarser levels
      LargeArray<double> pressure;  ///< the same
      LargeArray<double> before;
    };
    std::vector<Level> levels_;
  };

  /// Gives a pressure that drives about this flux: a symmetric, positive function of it.
  void solve_roughly(std::span<const double> flux, std::span<double> pressure, Workspace& workspace) const;
  std::int64_t bytes_of_coarser_levels() const;
  std::size_t count_levels() const { return coarser_.size() + 1; }

 private:
  struct Level {
    Aggregates aggregates;  ///< of the bodies of the finer level
    NetworkLaplacian laplacian;
  };
  const NetworkLaplacian& laplacian(std::size_t level) const {
    return level == 0 ? *network_ : coarser_[level - 1].laplacian;
  }
  void cycle(std::size_t level, std::span<const double> flux, std::span<double> pressure, Workspace& workspace) const;

  const NetworkLaplacian* network_;
  std::vector<Level> coarser_;
};

}  // namespace perm
