// SPDX-License-Identifier: Apache-2.0
// The processes of an MPI job, over the calls of core/mpi. A failure becomes a DeviceError that names rank and call.
#include <cstdlib>
#include <exception>
#include <utility>

#include "core/errors.hpp"
#include "core/mpi/mpi_library.hpp"
#include "core/process_group.hpp"

namespace perm::mpi {
namespace {

const perm_mpi_calls& calls() {
  const Library& library = mpi::library();
  if (library.calls == nullptr)
    throw DeviceError("This program cannot work in several processes", library.why_none, library.remedy);
  return *library.calls;
}

void check(const char* failure) {
  if (failure == nullptr) return;
  throw DeviceError("MPI failed on rank " + std::to_string(calls().rank_in_job()), failure,
                    "See that every process and node of the job is still there");
}

struct Requests final : Messages::OnTheirWay {
  perm_mpi_messages* const messages = calls().make_messages();
  Requests() {
    if (messages == nullptr) check("there is no memory for a few bytes");
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  /// Does not wait after a failure: the messages may never arrive.
  ~Requests() override { calls().free_messages(messages, std::uncaught_exceptions() == 0 ? 1 : 0); }
  void wait() override { check(calls().wait(messages)); }
};

perm_mpi_messages* requests_of(Messages& messages) {
  if (!messages.on_their_way()) messages.on_their_way() = std::make_unique<Requests>();
  return static_cast<Requests&>(*messages.on_their_way()).messages;
}

class Processes final : public Communicator::Group {
 public:
  /// Takes the group, and frees it at its end.
  explicit Processes(perm_mpi_group* all) : all_(all) {}
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes() override { calls_.free_group(all_); }
  void know_node(std::shared_ptr<const Communicator::Group> node) { node_ = std::move(node); }

  int rank() const override { return calls_.rank(all_); }
  int size() const override { return calls_.size(all_); }
  std::shared_ptr<const Communicator::Group> on_node() const override { return node_; }

  std::shared_ptr<const Communicator::Group> first(int count) const override;

  void wait_for_all() const override { check(calls_.wait_for_all(all_)); }
  void sleep_until_all() const override { check(calls_.sleep_until_all(all_)); }
  void sum(std::span<std::int64_t> values) const override {
    check(calls_.sum_int64(all_, values.data(), values.size()));
  }
  void sum(std::span<__int128> values) const override { check(calls_.sum_int128(all_, values.data(), values.size())); }
  double max(double value) const override {
    check(calls_.max_double(all_, &value));
    return value;
  }
  std::int64_t max(std::int64_t value) const override {
    check(calls_.max_int64(all_, &value));
    return value;
  }
  void broadcast(std::span<std::byte> bytes, int from) const override {
    check(calls_.broadcast(all_, bytes.data(), bytes.size(), from));
  }
  void exchange(std::span<const std::int64_t> to, std::span<std::int64_t> from) const override {
    check(calls_.exchange(all_, to.data(), from.data()));
  }
  void start_to_send(int to, int tag, std::span<const std::byte> bytes, Messages& messages) const override {
    check(calls_.start_to_send(all_, to, tag, bytes.data(), bytes.size(), requests_of(messages)));
  }
  void start_to_receive(int from, int tag, std::span<std::byte> bytes, Messages& messages) const override {
    check(calls_.start_to_receive(all_, from, tag, bytes.data(), bytes.size(), requests_of(messages)));
  }

 private:
  const perm_mpi_calls& calls_{mpi::calls()};
  perm_mpi_group* all_;
  std::shared_ptr<const Communicator::Group> node_;
};

/// Makes the group of the processes of `all`, with those of each node.
std::shared_ptr<const Communicator::Group> group_of(perm_mpi_group* all) {
  const auto group = std::make_shared<Processes>(all);
  perm_mpi_group* node = nullptr;
  check(calls().on_node(all, &node));
  group->know_node(std::make_shared<const Processes>(node));
  return group;
}

std::shared_ptr<const Communicator::Group> Processes::first(int count) const {
  perm_mpi_group* few = nullptr;
  check(calls_.first(all_, count, &few));
  return few == nullptr ? nullptr : group_of(few);
}

}  // namespace

bool is_there() { return library().calls != nullptr; }

std::shared_ptr<const Communicator::Group> start() {
  perm_mpi_group* all = nullptr;
  check(calls().start(&all));
  return group_of(all);
}

void stop() {
  if (loaded() != nullptr) loaded()->stop();
}

bool knows_cuda() { return loaded() != nullptr && loaded()->knows_cuda() != 0; }

void abort(int exit_code) {
  if (loaded() != nullptr) loaded()->abort(exit_code);
  std::_Exit(exit_code);
}

}  // namespace perm::mpi
