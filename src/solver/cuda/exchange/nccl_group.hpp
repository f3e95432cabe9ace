// SPDX-License-Identifier: Apache-2.0
// NCCL's counterpart of a group of processes. Making it takes up to a second, so all lattices of a group share one; the
// processes of another group, for instance the few that a small image is cut for, have another. No line here needs
// CUDA, so that tests can pretend NCCL.
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <string>

#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "solver/cuda/exchange/nccl_library.hpp"

namespace perm::nccl {

/// Throws DeviceError where a call has failed.
inline void check(const Functions& nccl, Result result, const char* call) {
  if (result != 0)
    throw DeviceError("NCCL failed", std::string(call) + ": " + nccl.error_string(result),
                      "Set NCCL_DEBUG=WARN to see why, or use --transport host");
}

class GroupCommunicator {
 public:
  /// Gives the one of this group, which ends with the group and with the last that holds it; collective.
  static std::shared_ptr<const GroupCommunicator> of(const Functions& nccl, const perm::Communicator& processes) {
    return processes.belonging<GroupCommunicator>([&] { return std::make_shared<GroupCommunicator>(nccl, processes); });
  }

  GroupCommunicator(const Functions& nccl, const perm::Communicator& processes) : nccl_(&nccl) {
    UniqueId id{};
    if (processes.is_first()) check(nccl, nccl.get_unique_id(&id), "ncclGetUniqueId");
    processes.broadcast(std::span<char>(id.internal));
    check(nccl, nccl.init_rank(&all_, processes.size(), id, processes.rank()), "ncclCommInitRank");
  }
  GroupCommunicator(const GroupCommunicator&) = delete;
  GroupCommunicator& operator=(const GroupCommunicator&) = delete;
  /// After a failure the others may not come to this end, for which NCCL would wait.
  ~GroupCommunicator() {
    if (std::uncaught_exceptions() == 0) nccl_->destroy(all_);
  }

  Communicator get() const { return all_; }

 private:
  const Functions* nccl_;
  Communicator all_{nullptr};
};

}  // namespace perm::nccl
