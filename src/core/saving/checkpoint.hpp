// SPDX-License-Identifier: Apache-2.0
// What a run saves to go on another time. A state has small parts with names, which every process has alike, and long
// lists, of which each process writes its own rows into a file of its own. A state appears whole or not at all: it is
// written beside and then renamed, and the one before it is kept. Every file has a checksum; where the newest state is
// torn or was altered, the one before is taken.
//
//   DIR/state-12/index        the small parts, and which rows of which lists lie in which file
//   DIR/state-12/rank-0       the rows of one process
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/saving/folder_use.hpp"
#include "core/saving/saved_list.hpp"
#include "core/saving/state_bytes.hpp"

namespace perm {

struct StateIndex;  // state_files.hpp

class Checkpoint {
 public:
  /// Says what becomes of states of another run, and of torn ones: an error, or the run begins anew, and they go when
  /// it saves a state or is complete.
  enum class Unfit { refused, passed_over };
  /// Says when a run that begins anew, and saves on the way, saves its first state: at once, so that it can be gone on
  /// with from the start, or when one is due.
  enum class First { at_once, when_due };

  struct Settings {
    std::filesystem::path folder;
    double every_s{600};  ///< between two states; infinite: one is saved only when the run ends early
    Unfit unfit{Unfit::refused};
    First first{First::at_once};
  };

  enum class When { due, at_the_end };

  /// Finds the newest whole state in the folder, which need not be there. Throws InputError where no state is whole.
  /// Collective.
  Checkpoint(Communicator processes, Settings settings);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  const std::filesystem::path& folder() const { return settings_.folder; }

  /// Says which run this is, in lines such as "image: 1f0c...". Throws InputError where the state that was found is one
  /// of another run, and says which line differs. To be called before anything is saved or restored. Collective.
  void begin(const std::string& identity);
  /// Says whether a state of this run was found.
  bool goes_on() const { return found_ != nullptr; }

  /// Gives a small part of the state that was found; null where it has none. Whoever restores it notes it again.
  const StateBytes* find(const std::string& name) const;
  /// Fills a list from the state that was found. Throws InputError where its rows differ. Collective.
  void restore(const SavedList& list) const;

  /// Sets a small part of the states to come; the parts that were found are not among these.
  void note(const std::string& name, StateBytes bytes);
  void forget(const std::string& name);
  /// Is called before each state is written, to note what is known then. Files that the first process puts into
  /// `folder`, which is empty in the others, belong to the state; it may link those of the last state, if there is one.
  using BeforeSaving = std::function<void(const std::filesystem::path& folder)>;
  void do_before_saving(BeforeSaving work) { before_saving_ = std::move(work); }
  /// Gives the folder of the last state, found or saved; empty where there is none.
  const std::filesystem::path& last_state() const { return last_state_; }

  /// Says whether it is time to save a state. Collective.
  bool is_due() const;
  /// Saves the small parts with these lists, because it is due or because the run ends here. A run that ends before it
  /// has restored all that was found saves nothing: that state is the better one. A disk that is full ends no run:
  /// why_not_saved() tells. Collective.
  void save(std::span<const SavedList> lists, When when = When::due);
  /// Says whether a state holds all that is known at the end of the run.
  bool has_saved_end() const { return has_saved_end_; }
  /// Says whether there is a state to go on from.
  bool has_state() const { return saved_ > 0 || found_ != nullptr; }
  /// Tells why the last state could not be saved; empty where it was.
  const std::string& why_not_saved() const { return why_not_; }
  std::int64_t states_saved() const { return saved_; }

  /// Removes all states, and the folder where nothing else is in it: the run is complete. Collective.
  void remove();

 private:
  /// Gives why it was not possible; empty where it was.
  std::string write(std::span<const SavedList> lists);

  Communicator processes_;
  Settings settings_;
  std::string identity_;
  std::map<std::string, StateBytes> parts_;
  std::unique_ptr<const StateIndex> found_;
  std::optional<FolderUse> use_;  ///< in the first process, where the folder is there
  std::filesystem::path found_in_;
  std::filesystem::path last_state_;
  std::set<std::string> not_restored_;  ///< parts that were found
  std::vector<std::int64_t> torn_;      ///< numbers of states that are newer than the one found
  BeforeSaving before_saving_;
  bool has_saved_end_{false};
  std::int64_t next_number_{1};
  std::int64_t saved_{0};
  std::string why_not_;
  std::chrono::steady_clock::time_point last_{std::chrono::steady_clock::now()};
};

/// Gives a small part of the newest state in a folder whose index is whole.
std::optional<StateBytes> find_saved_part(const std::filesystem::path& folder, const std::string& name);

}  // namespace perm
