// SPDX-License-Identifier: Apache-2.0
// Declares the part of NCCL that is used here. It is loaded when it is first asked for, so that the program needs NCCL
// neither to be built nor to start. Declarations follow NVIDIA's documentation of NCCL 2 (stable since 2.7, which
// brought ncclSend).
#pragma once

#include <cstddef>
#include <string>

namespace perm::nccl {

struct UniqueId {
  char internal[128];
};
using Communicator = struct NcclCommunicator*;
using Stream = void*;          // cudaStream_t, without the headers of CUDA, so that tests on the host can pretend
using Result = int;            // 0: success
constexpr int type_bytes = 0;  // ncclInt8

struct Functions {
  Result (*get_version)(int*);
  Result (*get_unique_id)(UniqueId*);
  Result (*init_rank)(Communicator*, int ranks, UniqueId, int rank);
  Result (*group_start)();
  Result (*group_end)();
  Result (*send)(const void*, std::size_t count, int type, int peer, Communicator, Stream);
  Result (*receive)(void*, std::size_t count, int type, int peer, Communicator, Stream);
  Result (*destroy)(Communicator);
  const char* (*error_string)(Result);
};

/// Gives null where the library is not there; `why` then says so.
const Functions* load(std::string& why);

}  // namespace perm::nccl
