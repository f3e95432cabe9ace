// SPDX-License-Identifier: Apache-2.0
// The calls of MPI that a Communicator needs. mpi_group.cpp makes them through the part for MPI (core/mpi).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <typeindex>

#include "core/communicator.hpp"

namespace perm {

class Communicator::Group {
 public:
  virtual ~Group() = default;
  /// Gives the place of the one thing of this type that belongs to the group and ends with it.
  std::shared_ptr<void>& belonging(std::type_index type) const { return belongings_[type]; }
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual std::shared_ptr<const Group> on_node() const = 0;  ///< null: this group is of one node
  /// Gives the first `count` processes; null to the others.
  virtual std::shared_ptr<const Group> first(int count) const = 0;
  virtual void wait_for_all() const = 0;
  virtual void sleep_until_all() const = 0;
  virtual void sum(std::span<std::int64_t> values) const = 0;
  virtual void sum(std::span<__int128> values) const = 0;
  virtual double max(double value) const = 0;
  virtual std::int64_t max(std::int64_t value) const = 0;
  virtual void broadcast(std::span<std::byte> bytes, int from) const = 0;
  virtual void exchange(std::span<const std::int64_t> to, std::span<std::int64_t> from) const = 0;
  virtual void start_to_send(int to, int tag, std::span<const std::byte> bytes, Messages& messages) const = 0;
  virtual void start_to_receive(int from, int tag, std::span<std::byte> bytes, Messages& messages) const = 0;

 private:
  mutable std::map<std::type_index, std::shared_ptr<void>> belongings_;
};

namespace mpi {
/// Says whether there is a part for MPI.
bool is_there();
/// Starts MPI and gives the processes of the job. Throws DeviceError when there is no part for MPI.
std::shared_ptr<const Communicator::Group> start();
void stop();
bool knows_cuda();
/// Ends every process of the job.
[[noreturn]] void abort(int exit_code);
}  // namespace mpi

}  // namespace perm
