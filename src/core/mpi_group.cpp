// SPDX-License-Identifier: Apache-2.0
// The processes of an MPI job. Every call is checked: a failure becomes a DeviceError that names rank and call.
#define OMPI_SKIP_MPICXX 1  // the C++ bindings that MPI has given up
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/process_group.hpp"

namespace perm::mpi {
namespace {

constexpr std::int64_t most_bytes = 1 << 30;  // in one message: MPI counts in int; larger messages go in parts

void check(int result, const char* call) {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(result, text.data(), &length);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  throw DeviceError("MPI failed on rank " + std::to_string(rank), std::string(call) + ": " + text.data(),
                    "See that every process and node of the job is still there");
}

bool is_running() {
  int started = 0;
  int stopped = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&stopped);
  return started != 0 && stopped == 0;
}

struct Requests final : Messages::OnTheirWay {
  std::vector<MPI_Request> requests;
  /// Does not wait after a failure: the messages may never arrive.
  ~Requests() override {
    if (!requests.empty() && std::uncaught_exceptions() == 0)
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  void wait() override {
    std::vector<MPI_Request> waited_for;
    waited_for.swap(requests);
    check(MPI_Waitall(static_cast<int>(waited_for.size()), waited_for.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    requests.swap(waited_for);
    requests.clear();  // keeps its memory
  }
};

std::vector<MPI_Request>& requests_of(Messages& messages) {
  if (!messages.on_their_way()) messages.on_their_way() = std::make_unique<Requests>();
  return static_cast<Requests&>(*messages.on_their_way()).requests;
}

/// Calls visit(part of the bytes) for parts whose size MPI can count.
template <class Byte, class Visit>
void for_each_part(std::span<Byte> bytes, const Visit& visit) {
  for (std::size_t first = 0; first < bytes.size(); first += most_bytes)
    visit(bytes.subspan(first, std::min<std::size_t>(most_bytes, bytes.size() - first)));
}

void add_int128(void* values, void* to, int* count, MPI_Datatype*) {
  const auto* addends = static_cast<const __int128*>(values);
  auto* sums = static_cast<__int128*>(to);
  for (int i = 0; i < *count; ++i) sums[i] += addends[i];
}

class Processes final : public Communicator::Group {
 public:
  /// Takes the processes of `all`, which this object frees at its end.
  explicit Processes(MPI_Comm all) : all_(all) {
    check(MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(all_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(all_, &size_), "MPI_Comm_size");
    check(MPI_Type_contiguous(sizeof(__int128), MPI_BYTE, &int128_), "MPI_Type_contiguous");
    check(MPI_Type_commit(&int128_), "MPI_Type_commit");
    check(MPI_Op_create(add_int128, 1, &add_int128_), "MPI_Op_create");
  }
  ~Processes() override {
    if (!is_running()) return;
    MPI_Op_free(&add_int128_);
    MPI_Type_free(&int128_);
    MPI_Comm_free(&all_);
  }
  void know_node(std::shared_ptr<const Communicator::Group> node) { node_ = std::move(node); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::shared_ptr<const Communicator::Group> on_node() const override { return node_; }

  std::shared_ptr<const Communicator::Group> first(int count) const override;

  void wait_for_all() const override { check(MPI_Barrier(all_), "MPI_Barrier"); }
  void sum(std::span<std::int64_t> values) const override {
    reduce(values.data(), values.size(), MPI_INT64_T, MPI_SUM);
  }
  void sum(std::span<__int128> values) const override { reduce(values.data(), values.size(), int128_, add_int128_); }
  double max(double value) const override {
    reduce(&value, 1, MPI_DOUBLE, MPI_MAX);
    return value;
  }
  std::int64_t max(std::int64_t value) const override {
    reduce(&value, 1, MPI_INT64_T, MPI_MAX);
    return value;
  }
  void broadcast(std::span<std::byte> bytes, int from) const override {
    for_each_part(bytes, [&](std::span<std::byte> part) {
      check(MPI_Bcast(part.data(), static_cast<int>(part.size()), MPI_BYTE, from, all_), "MPI_Bcast");
    });
  }
  void exchange(std::span<const std::int64_t> to, std::span<std::int64_t> from) const override {
    check(MPI_Alltoall(to.data(), 1, MPI_INT64_T, from.data(), 1, MPI_INT64_T, all_), "MPI_Alltoall");
  }
  void start_to_send(int to, int tag, std::span<const std::byte> bytes, Messages& messages) const override {
    for_each_part(bytes, [&](std::span<const std::byte> part) {
      check(MPI_Isend(part.data(), static_cast<int>(part.size()), MPI_BYTE, to, tag, all_,
                      &requests_of(messages).emplace_back(MPI_REQUEST_NULL)),
            "MPI_Isend");
    });
  }
  void start_to_receive(int from, int tag, std::span<std::byte> bytes, Messages& messages) const override {
    for_each_part(bytes, [&](std::span<std::byte> part) {
      check(MPI_Irecv(part.data(), static_cast<int>(part.size()), MPI_BYTE, from, tag, all_,
                      &requests_of(messages).emplace_back(MPI_REQUEST_NULL)),
            "MPI_Irecv");
    });
  }

 private:
  void reduce(void* values, std::size_t count, MPI_Datatype type, MPI_Op operation) const {
    check(MPI_Allreduce(MPI_IN_PLACE, values, static_cast<int>(count), type, operation, all_), "MPI_Allreduce");
  }

  MPI_Comm all_{MPI_COMM_NULL};
  int rank_{0};
  int size_{1};
  std::shared_ptr<const Communicator::Group> node_;
  MPI_Datatype int128_{};
  MPI_Op add_int128_{};
};

/// Makes the group of the processes of `all`, with those of each node.
std::shared_ptr<const Communicator::Group> group_of(MPI_Comm all) {
  const auto group = std::make_shared<Processes>(all);
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, group->rank(), MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  group->know_node(std::make_shared<const Processes>(node));
  return group;
}

std::shared_ptr<const Communicator::Group> Processes::first(int count) const {
  MPI_Comm first = MPI_COMM_NULL;
  check(MPI_Comm_split(all_, rank_ < count ? 0 : MPI_UNDEFINED, rank_, &first), "MPI_Comm_split");
  return first == MPI_COMM_NULL ? nullptr : group_of(first);
}

}  // namespace

std::shared_ptr<const Communicator::Group> start() {
  int level = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level), "MPI_Init_thread");
  MPI_Comm all = MPI_COMM_NULL;
  check(MPI_Comm_dup(MPI_COMM_WORLD, &all), "MPI_Comm_dup");
  return group_of(all);
}

void stop() {
  if (is_running()) MPI_Finalize();
}

bool knows_cuda() {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

void abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

}  // namespace perm::mpi
