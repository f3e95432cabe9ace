// SPDX-License-Identifier: Apache-2.0
// Saves a flow while it is stepped, so that it can go on another time, and restores it: the distributions of all cells,
// the last changes of pressure, and all that decides what comes next. The flow that goes on has the same bits as one
// that was never stopped, also where other processes or another device go on with it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/saving/checkpoint.hpp"
#include "core/saving/saved_list.hpp"
#include "core/saving/state_bytes.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"

namespace perm {

class RunningFlow;

/// Says where states of a flow go, and what it is called among the flows of its run.
struct FlowSaving {
  Checkpoint* checkpoint{nullptr};  ///< null: nothing is saved
  std::string flow;
};

/// Gives the rows of the own cells of a domain, and those of the pieces of blocks of 2^3 voxels.
ListRows rows_of_cells(const Domain& domain, const PoreSpace& pores);
ListRows rows_of_pieces(const Domain& domain, const PoreSpace& pores);

/// Gives the distributions of a lattice as a list of its cells, in a precision that holds them as they are.
SavedList list_distributions(Backend& backend, const ListRows& cells, Precision precision);

class FlowKeeper {
 public:
  /// `pores` are those of the domain. Reads what was saved of this flow.
  FlowKeeper(const FlowSaving& saving, const Domain& domain, const PoreSpace& pores);
  ~FlowKeeper();
  FlowKeeper(const FlowKeeper&) = delete;
  FlowKeeper& operator=(const FlowKeeper&) = delete;

  /// Gives the rows of the cells of this process; empty where nothing is saved.
  const ListRows& cells() const { return cells_; }
  /// Says whether a state of this flow was found.
  bool has_found() const { return found_ != nullptr; }
  /// Gives the precision of its lattice.
  Precision precision() const;
  /// Restores it. Collective.
  void restore(RunningFlow& flow) const;
  /// Restores what a search knew. Does nothing where no state was found, or a search was restored already.
  void restore(const std::function<void(StateReader&)>& read);

  /// Says what else is saved.
  void save_by(std::function<void(StateWriter&)> write) { write_search_ = std::move(write); }
  /// Collective, as save_end is.
  void save_if_due(RunningFlow& flow);
  /// Saves the state where the flow is stopped.
  void save_end(RunningFlow& flow);

 private:
  struct Found;

  void save(RunningFlow& flow, Checkpoint::When when) const;
  std::vector<SavedList> lists_of(RunningFlow& flow) const;

  FlowSaving saving_;
  ListRows cells_;
  ListRows pieces_;
  std::unique_ptr<Found> found_;
  std::function<void(StateWriter&)> write_search_;
};

}  // namespace perm
