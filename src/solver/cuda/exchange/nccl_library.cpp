// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/exchange/nccl_library.hpp"

#include <dlfcn.h>

namespace perm::nccl {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

struct Library {
  Functions functions{};
  std::string why;
  Library() {
    void* library = ::dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      why = "libnccl.so.2 is not found";
      return;
    }
    Functions& f = functions;
    const bool whole =
        find(library, "ncclGetVersion", f.get_version) && find(library, "ncclGetUniqueId", f.get_unique_id) &&
        find(library, "ncclCommInitRank", f.init_rank) && find(library, "ncclGroupStart", f.group_start) &&
        find(library, "ncclGroupEnd", f.group_end) && find(library, "ncclSend", f.send) &&
        find(library, "ncclRecv", f.receive) && find(library, "ncclCommDestroy", f.destroy) &&
        find(library, "ncclGetErrorString", f.error_string);
    if (!whole) why = "libnccl.so.2 is older than 2.7";
  }
};

}  // namespace

const Functions* load(std::string& why) {
  static const Library library;
  why = library.why;
  return why.empty() ? &library.functions : nullptr;
}

}  // namespace perm::nccl
