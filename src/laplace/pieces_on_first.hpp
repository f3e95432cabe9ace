// SPDX-License-Identifier: Apache-2.0
// Brings values of pieces to the first of several processes, which solves for all, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/communicator.hpp"
#include "core/stop_check.hpp"
#include "laplace/laplace_solver.hpp"
#include "laplace/shared_pieces.hpp"

namespace perm {

class PiecesOnFirst {
 public:
  virtual ~PiecesOnFirst() = default;

  /// Gives the first process the values of all pieces, as it solves for them, from those of the own pieces of each
  /// process. `all` is empty on the others. Collective.
  virtual void gather(std::span<const float> own, std::span<float> all) = 0;
  /// Gives each process the values of its own pieces and then of those of its halo. Collective.
  virtual void scatter(std::span<const float> all, std::span<float> local) = 0;
};

/// Makes it for values in the memory of the host. The first process solves for them in the order of the image:
/// `number_in_image` says which that is for each of all pieces; on other processes it is empty.
std::unique_ptr<PiecesOnFirst> make_pieces_on_first(const Communicator& processes, SharedPieces pieces,
                                                    std::vector<std::uint32_t> number_in_image);

/// Solves for the pieces of a process alone, or of all processes. Solvers and lists are those of the host or of a GPU.
template <class Solver, class List>
class SharedSolver {
 public:
  /// The process is alone.
  explicit SharedSolver(Solver solver) : solver_(std::move(solver)) {}
  /// `solver` is there on the first process only.
  SharedSolver(Communicator processes, std::unique_ptr<PiecesOnFirst> pieces, std::optional<Solver> solver)
      : processes_(std::move(processes)),
        pieces_(std::move(pieces)),
        solver_(std::move(solver)),
        flux_(solver_ ? solver_->pieces() : 0),
        potential_(flux_.size()) {}

  /// Does what LaplaceSolver::solve does; `flux` is that of the own pieces, and `potential` is found for those of the
  /// halo too. Throws, on all processes alike, what check_for_stop throws. Collective.
  LaplaceSolution solve(std::span<const float> flux, std::span<float> potential, double share) {
    const LaplaceSolution solution =
        pieces_ ? solve_on_first(flux, potential, share) : solver_->solve(flux, potential, share);
    stop_for(solution.stopped_by);
    return solution;
  }
  /// Gives the pieces of the halo, which come after `own` ones, the values that they have where they are own ones.
  /// Collective.
  void fill_halo(std::span<float> values, std::size_t own) {
    if (!pieces_) return;
    pieces_->gather(values.first(own), {potential_.data(), potential_.size()});
    pieces_->scatter({potential_.data(), potential_.size()}, values);
  }

 private:
  LaplaceSolution solve_on_first(std::span<const float> flux, std::span<float> potential, double share) {
    pieces_->gather(flux, {flux_.data(), flux_.size()});
    LaplaceSolution solution;
    if (solver_) solution = solver_->solve({flux_.data(), flux_.size()}, {potential_.data(), potential_.size()}, share);
    processes_.sleep_until_all();
    pieces_->scatter({potential_.data(), potential_.size()}, potential);
    processes_.broadcast(std::span(&solution, 1));
    return solution;
  }

  Communicator processes_;
  std::unique_ptr<PiecesOnFirst> pieces_;  ///< null where the process is alone
  std::optional<Solver> solver_;
  List flux_{0};  ///< of all pieces
  List potential_{0};
};

}  // namespace perm
