// SPDX-License-Identifier: Apache-2.0
#include "core/saving/folder_use.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "core/errors.hpp"

namespace perm {

FolderUse::FolderUse(const std::filesystem::path& folder)
    : file_(folder / ".in-use"), number_(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  constexpr int most_turns = 100;
  for (int turn = 0; number_ >= 0; ++turn) {
    if (::flock(number_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    if (turn == most_turns) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  if (number_ < 0) return;  // a folder that cannot be written: saving will say so
  ::close(number_);
  throw InputError(fmt::format("The states in '{}' are in use", folder.string()), "another run works with them",
                   "Wait for its end, or give another folder with --checkpoint");
}

FolderUse::~FolderUse() {
  if (number_ < 0) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
  ::close(number_);
}

}  // namespace perm
