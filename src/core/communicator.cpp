// SPDX-License-Identifier: Apache-2.0
#include "core/communicator.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "core/errors.hpp"
#include "core/process_group.hpp"
#include "core/time_and_place.hpp"

namespace perm {
namespace {

std::shared_ptr<const Communicator::Group>& world_group() {
  static std::shared_ptr<const Communicator::Group> group;
  return group;
}

std::array<char, 256> name_in_job{};
volatile std::sig_atomic_t code_of_end = 0;

int number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::atoi(text);
}

/// Looks for the variables that launchers set for the processes that they start. Open MPI and PRRTE set the first two;
/// MPICH, Intel MPI and srun --mpi=pmi2 set the third; srun sets the last.
bool was_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return number_in_environment("SLURM_STEP_NUM_TASKS") > 1;
}

int processes_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const int processes = number_in_environment(name); processes > 0) return processes;
  return 1;
}

/// Says whether a variable of the launcher shows other processes: a rank above 0, or more than one process on this
/// node.
bool is_one_of_several() {
  return number_in_environment("OMPI_COMM_WORLD_LOCAL_SIZE") > 1 ||
         std::ranges::any_of(std::array{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"},
                             [](const char* name) { return number_in_environment(name) > 0; });
}

/// Says whether the launcher started this process alone, so that it can do without MPI. The variable of SLURM may be
/// that of a step around a launcher that says no number of its own, so it counts only where there is no MPI to ask.
bool was_launched_alone() {
  if (is_one_of_several()) return false;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const int processes = number_in_environment(name); processes > 0) return processes == 1;
  return number_in_environment("SLURM_STEP_NUM_TASKS") == 1 && !mpi::is_there();
}

}  // namespace

Communicator Communicator::world() { return Communicator(world_group()); }

int Communicator::rank() const { return group_ ? group_->rank() : 0; }
int Communicator::size() const { return group_ ? group_->size() : 1; }
Communicator Communicator::on_node() const {
  auto node = group_ ? group_->on_node() : nullptr;
  return node ? Communicator(std::move(node)) : *this;
}
int Communicator::rank_on_node() const { return on_node().rank(); }
int Communicator::size_of_node() const { return on_node().size(); }

Communicator Communicator::first(int count) const {
  if (count >= size()) return *this;
  if (count <= 1) return {};
  auto first = group_->first(count);
  return first ? Communicator(std::move(first)) : Communicator();
}

void Communicator::wait_for_all() const {
  if (group_) group_->wait_for_all();
}
void Communicator::sleep_until_all() const {
  if (group_) group_->sleep_until_all();
}
void Communicator::sum(std::span<std::int64_t> values) const {
  if (group_) group_->sum(values);
}
void Communicator::sum(std::span<__int128> values) const {
  if (group_) group_->sum(values);
}
std::int64_t Communicator::sum(std::int64_t value) const {
  sum(std::span(&value, 1));
  return value;
}
double Communicator::max(double value) const { return group_ ? group_->max(value) : value; }
std::int64_t Communicator::max(std::int64_t value) const { return group_ ? group_->max(value) : value; }

std::shared_ptr<void>& Communicator::place_of_belonging(std::type_index type) const { return group_->belonging(type); }

void Communicator::broadcast_bytes(std::span<std::byte> bytes, int from) const {
  if (group_) group_->broadcast(bytes, from);
}

std::string Communicator::share_text(std::string text, int from) const {
  auto size = static_cast<std::int64_t>(text.size());
  broadcast(std::span(&size, 1), from);
  text.resize(static_cast<std::size_t>(size));
  broadcast(std::span(text.data(), text.size()), from);
  return text;
}

std::vector<std::int64_t> Communicator::exchange_one(const std::vector<std::int64_t>& to) const {
  std::vector<std::int64_t> from(to.size());
  group_->exchange(to, from);
  return from;
}

void Communicator::start_to_send(int to, int tag, std::span<const std::byte> bytes, Messages& messages) const {
  if (!group_) throw std::logic_error("one process alone sends no messages");
  group_->start_to_send(to, tag, bytes, messages);
}

void Communicator::start_to_receive(int from, int tag, std::span<std::byte> bytes, Messages& messages) const {
  if (!group_) throw std::logic_error("one process alone receives no messages");
  group_->start_to_receive(from, tag, bytes, messages);
}

bool Communicator::knows_cuda() { return world_group() != nullptr && mpi::knows_cuda(); }

Job::Job() {
  if (!was_launched() || was_launched_alone()) return;
  world_group() = mpi::start();
  const int launched = processes_launched();
  if (launched > 1 && Communicator::world().size() == 1)
    throw DeviceError("The " + std::to_string(launched) + " processes that were started do not find each other",
                      "the launcher and the MPI library of this program do not fit together",
                      "Start it with the mpirun of that library, or with srun --mpi=pmix");
  if (Communicator::world().is_alone()) {
    world_group().reset();
    return;
  }
  const std::string name = "rank " + std::to_string(Communicator::world().rank()) + " on " + host_name();
  std::copy_n(name.begin(), std::min(name.size(), name_in_job.size() - 1), name_in_job.begin());
}

Job::~Job() {
  world_group().reset();
  mpi::stop();
}

std::string_view Job::who() noexcept { return name_in_job.data(); }

void Job::let_the_first_speak() {
  const int rank = Communicator::world().rank();
  if (rank == 0) return;
  // The limit is there because a launcher that has asked processes to end kills them about a second later.
  constexpr int most_turns = 50;
  std::this_thread::sleep_for(std::chrono::seconds(2) + std::min(rank - 1, most_turns) * std::chrono::milliseconds(20));
}

void Job::end_all(int exit_code) {
  if (Communicator::world().is_alone()) return;
  code_of_end = exit_code;
  // An MPI library that gets no memory may wait for ever. The launcher ends the others when this process has ended.
  constexpr unsigned patience = 3;  // seconds
  std::signal(SIGALRM, [](int) { std::_Exit(code_of_end); });
  ::alarm(patience);
  mpi::abort(exit_code);
}

}  // namespace perm
