// SPDX-License-Identifier: Apache-2.0
// The processes that work together on one image, and the messages between them. A program that has no part for MPI
// (core/mpi), and one that was not started by mpirun, has one process, for which every call below does nothing or
// copies. A call is collective when every process must make it, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "core/range.hpp"

namespace perm {

/// Messages on their way. The memory that they come from and go to must stay until they have arrived.
class Messages {
 public:
  /// Waits until every message has been sent and received. Throws DeviceError when one fails.
  void wait() {
    if (on_their_way_) on_their_way_->wait();
  }

  /// The messages that have not arrived yet; MPI calls them requests.
  struct OnTheirWay {
    virtual ~OnTheirWay() = default;
    virtual void wait() = 0;
  };
  std::unique_ptr<OnTheirWay>& on_their_way() { return on_their_way_; }

 private:
  std::unique_ptr<OnTheirWay> on_their_way_;
};

/// A group of processes, seen by one of them. Cheap to copy. Failures of MPI are DeviceErrors that name rank and call.
class Communicator {
 public:
  /// Stands for this process alone.
  Communicator() = default;
  /// Gives all processes of the job (see Job).
  static Communicator world();

  int rank() const;  ///< 0 .. size() - 1
  int size() const;
  bool is_first() const { return rank() == 0; }
  bool is_alone() const { return size() == 1; }
  Communicator on_node() const;  ///< the processes of this group that share memory with this one
  int rank_on_node() const;
  int size_of_node() const;
  /// Gives the first `count` processes of this group to those that belong to them; the others get themselves alone.
  /// Collective.
  Communicator first(int count) const;

  // The following calls are collective.
  void wait_for_all() const;
  /// Does the same for work that takes long, and leaves the processor to others meanwhile.
  void sleep_until_all() const;
  void sum(std::span<std::int64_t> values) const;  ///< sums each element over all processes; all get the sums
  void sum(std::span<__int128> values) const;
  std::int64_t sum(std::int64_t value) const;
  double max(double value) const;
  std::int64_t max(std::int64_t value) const;
  bool any(bool value) const { return max(std::int64_t{value ? 1 : 0}) != 0; }
  /// Copies the values of process `from` to all processes. All processes give the same size.
  template <class T>
  void broadcast(std::span<T> values, int from = 0) const {
    broadcast_bytes(std::as_writable_bytes(values), from);
  }
  /// Gives the text of process `from` to all.
  std::string share_text(std::string text, int from = 0) const;
  /// Copies the values of each process to all: element r of the result is from process r. Sizes may differ.
  template <class T>
  std::vector<std::vector<T>> gather_to_all(std::span<const T> own) const {
    if (is_alone()) return {{own.begin(), own.end()}};
    return send_and_receive(std::vector<std::span<const T>>(static_cast<std::size_t>(size()), own));
  }
  /// Element r of the argument goes to process r; element r of the result came from process r. Sizes may differ.
  template <class T>
  std::vector<std::vector<T>> exchange(const std::vector<std::vector<T>>& to) const {
    if (is_alone()) return to;
    return send_and_receive(std::vector<std::span<const T>>(to.begin(), to.end()));
  }

  /// Gives the first process all values, of which process r has the part parts[r]: `values` are all of them in the
  /// first process, which has its own already, and the own ones in the others. Collective.
  template <class T>
  void gather_to_first(std::span<T> values, std::span<const Range> parts) const {
    Messages messages;
    if (!is_first()) start_to_send(0, 0, std::as_bytes(values), messages);
    for (int r = 1; is_first() && r < size(); ++r) {
      const Range& part = parts[static_cast<std::size_t>(r)];
      const auto first = static_cast<std::size_t>(part.first);
      start_to_receive(r, 0, std::as_writable_bytes(values.subspan(first, static_cast<std::size_t>(part.size()))),
                       messages);
    }
    messages.wait();
  }

  // These two are not collective, and a process that is alone must not call them. A message is received with the size
  // and the tag with which it was sent. A process may send to itself when it has asked to receive before.
  void start_to_send(int to, int tag, std::span<const std::byte> bytes, Messages& messages) const;
  void start_to_receive(int from, int tag, std::span<std::byte> bytes, Messages& messages) const;

  /// Gives the T that belongs to this group: make() makes it at the first call, collectively where it sends messages,
  /// and it ends with the group, or later where somebody still holds it. A process alone keeps none.
  template <class T, class Make>
  std::shared_ptr<T> belonging(const Make& make) const {
    if (!group_) return make();
    std::shared_ptr<void>& place = place_of_belonging(typeid(T));
    if (!place) place = make();
    return std::static_pointer_cast<T>(place);
  }

  /// Says whether MPI takes addresses of GPU memory.
  static bool knows_cuda();

  class Group;

 private:
  explicit Communicator(std::shared_ptr<const Group> group) : group_(std::move(group)) {}
  std::shared_ptr<void>& place_of_belonging(std::type_index type) const;
  void broadcast_bytes(std::span<std::byte> bytes, int from) const;
  std::vector<std::int64_t> exchange_one(const std::vector<std::int64_t>& to) const;
  /// Does what exchange does, with values that stay where they are.
  template <class T>
  std::vector<std::vector<T>> send_and_receive(const std::vector<std::span<const T>>& to) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::int64_t> sizes;
    for (const auto& values : to) sizes.push_back(static_cast<std::int64_t>(values.size()));
    sizes = exchange_one(sizes);
    std::vector<std::vector<T>> from;
    for (int r = 0; r < size(); ++r)
      from.emplace_back(r == rank() ? 0 : static_cast<std::size_t>(sizes[static_cast<std::size_t>(r)]));
    Messages messages;
    for (int r = 0; r < size(); ++r) {
      if (r == rank()) continue;
      start_to_receive(r, 0, std::as_writable_bytes(std::span(from[static_cast<std::size_t>(r)])), messages);
      start_to_send(r, 0, std::as_bytes(to[static_cast<std::size_t>(r)]), messages);
    }
    const std::span<const T> own = to[static_cast<std::size_t>(rank())];
    from[static_cast<std::size_t>(rank())].assign(own.begin(), own.end());
    messages.wait();
    return from;
  }

  std::shared_ptr<const Group> group_;  ///< null: alone
};

/// When mpirun or srun has started this program, MPI runs as long as this object lives.
class Job {
 public:
  /// Throws DeviceError when more than one process was started and there is no part for MPI, or it is one for another
  /// MPI than that of the launcher.
  Job();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Gives "rank 3 on node7", for messages; it is empty in a job of one process. It takes no memory.
  static std::string_view who() noexcept;
  /// Returns at once in the first process and after two to three seconds in the others; a lower rank returns sooner. So
  /// the first process alone reports an error that all have, and the lowest rank reports one that only some have.
  static void let_the_first_speak();
  /// Ends all processes of a job of several at once with this exit code; in a job of one process it only returns.
  static void end_all(int exit_code);
};

}  // namespace perm
