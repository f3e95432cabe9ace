// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <system_error>
#include <thread>

#include "core/errors.hpp"
#include "core/run_inputs.hpp"
#include "core/staging_name.hpp"

namespace perm {
namespace fs = std::filesystem;

namespace {

// In the staging folder: the names that are moved, in their order, and the old files that they replace.
constexpr const char* list_of_names = ".names";
constexpr const char* replaced = ".replaced";

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(fs::symlink_status(path, none));
}

[[noreturn]] void fail(const fs::path& destination, const std::string& why) {
  throw InputError(fmt::format("Cannot write '{}'", destination.string()), why,
                   "Free some space or choose another place with --output");
}

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// Waits until a file or a folder is on the disk. Disks over a network say only now that they are full. Throws
/// InputError, in the name of `destination`.
void sync(const fs::path& path, const fs::path& destination) {
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW);
  if (file.number() < 0) {
    if (errno == EACCES || errno == ELOOP) return;  // written so that its writer may not read it, or a link
    fail(destination, std::generic_category().message(errno));
  }
  if (::fsync(file.number()) == 0) return;
  const bool cannot_sync = errno == EINVAL || errno == ENOTSUP || errno == EROFS;
  if (!cannot_sync) fail(destination, std::generic_category().message(errno));
}

/// Does the same with all that a folder holds.
void sync_all(const fs::path& path, const fs::path& destination) {
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(path, error)))
    for (fs::directory_iterator entry(path, error); !error && entry != fs::end(entry); entry.increment(error))
      sync_all(entry->path(), destination);
  sync(path, destination);
}

/// Keeps other jobs from moving files into a folder, for as long as this object lives. A disk that cannot lock, or a
/// job that holds its lock for long, is no reason to lose results.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) : folder_(folder, O_RDONLY | O_DIRECTORY) {
    constexpr int most_turns = 50;
    for (int turn = 0; turn < most_turns && folder_.number() >= 0; ++turn) {
      if (::flock(folder_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

 private:
  Descriptor folder_;
};

/// Gives the names that a dead process had begun to move, in their order.
std::vector<std::string> names_left_in(const fs::path& staging) {
  std::vector<std::string> names;
  std::ifstream list(staging / list_of_names);
  for (std::string name; std::getline(list, name, '\0');) names.push_back(name);
  return names;
}

/// Says whether files are being moved from `staging`, or a process died while it did: the last one is still there.
bool has_moves_left(const fs::path& staging) {
  const std::vector<std::string> names = names_left_in(staging);
  return !names.empty() && is_there(staging / names.back());
}

/// Moves what a dead process left to move. Where the file that vouches for the others is there, someone has written it
/// since then, or nothing was moved yet, and nothing is.
void end_moves(const fs::path& folder, const fs::path& staging) {
  if (!has_moves_left(staging)) return;
  const std::vector<std::string> names = names_left_in(staging);
  const FolderLock lock(folder);
  std::error_code error;
  if (is_there(folder / names.back())) return;
  for (const std::string& name : names)
    if (!error && is_there(staging / name)) fs::rename(staging / name, folder / name, error);
}

}  // namespace

void FileReplacement::settle(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> abandoned;
  for (fs::directory_iterator entry(folder, ignored); !ignored && entry != fs::end(entry); entry.increment(ignored))
    if (is_abandoned_staging(entry->path().filename().string())) abandoned.push_back(entry->path());
  for (const fs::path& staging : abandoned) {
    if (!fs::is_directory(fs::symlink_status(staging, ignored))) continue;
    end_moves(folder, staging);
    fs::remove_all(staging, ignored);
  }
}

bool FileReplacement::is_unsettled(const fs::path& folder) {
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored); !ignored && entry != fs::end(entry); entry.increment(ignored))
    if (is_staging(entry->path().filename().string()) && has_moves_left(entry->path())) return true;
  return false;
}

FileReplacement::FileReplacement(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) folder_ = ".";
  std::error_code error;
  created_folder_ = fs::create_directories(folder_, error);
  staging_ = folder_ / new_staging_name();
  if (!error) {
    settle(folder_);
    if (!fs::create_directory(staging_, error) && !error) error = std::make_error_code(std::errc::file_exists);
  }
  if (!error) return;
  if (created_folder_) remove(folder_, {{}, 1});
  throw InputError(fmt::format("Cannot write into '{}'", folder_.string()), error.message(),
                   "Choose another place with --output");
}

FileReplacement::~FileReplacement() {
  try {
    remove(folder_, traces());
  } catch (const std::exception&) {  // no memory for the paths: a later run removes the folder
  }
}

FileReplacement::Traces FileReplacement::traces() const {
  Traces traces{{}, created_folder_ ? 1 : 0};
  const std::string name = staging_.filename().string();
  std::copy_n(name.begin(), std::min(name.size(), traces.staging.size() - 1), traces.staging.begin());
  return traces;
}

void FileReplacement::remove(const fs::path& folder, const Traces& traces) {
  std::error_code ignored;
  const fs::path staging = folder / traces.staging.data();
  if (traces.staging.front() != '\0' && !has_moves_left(staging)) fs::remove_all(staging, ignored);
  if (traces.created_folder != 0 && fs::is_empty(folder, ignored)) fs::remove(folder, ignored);
}

fs::path FileReplacement::stage(const std::string& name) {
  claim_output(folder_ / name);
  if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
  return staging_ / name;
}

void FileReplacement::drop(const std::string& name) {
  std::error_code ignored;
  fs::remove_all(staging_ / name, ignored);
  std::erase(names_, name);
}

void FileReplacement::require_that_none_replaces_a_folder() const {
  std::error_code none;
  for (const std::string& name : names_)
    if (fs::is_directory(folder_ / name, none) && !fs::is_directory(staging_ / name, none))
      throw InputError(fmt::format("Cannot write '{}'", (folder_ / name).string()), "it is a folder",
                       "Choose another place with --output");
}

void FileReplacement::move_one(const std::string& name) {
  const fs::path staged = staging_ / name;
  const fs::path destination = folder_ / name;
  std::error_code error;
  std::error_code none;
  if (fs::is_directory(destination, none) && fs::is_directory(staged, none)) {
    // A folder takes the place of another one in one step, and the old one goes with the staging folder.
    if (::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, destination.c_str(), RENAME_EXCHANGE) == 0) return;
    fs::rename(destination, staging_ / (name + ".old"), error);  // the disk cannot exchange: in two steps
  }
  if (!error) fs::rename(staged, destination, error);
  if (error) fail(destination, error.message());
}

namespace {

/// Gives 0, or why the file could not be moved.
int move(const fs::path& from, const fs::path& to) { return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno; }

/// What happens to one file.
struct Move {
  fs::path staged;
  fs::path destination;
  fs::path replaced;  ///< where the old file goes

  int take_away() const { return is_there(destination) ? move(destination, replaced) : 0; }
  /// Puts the old file in its place again. Gives false where that fails.
  bool take_back() const {
    const bool is_off = is_there(staged) || move(destination, staged) == 0;
    return is_off && (!is_there(replaced) || move(replaced, destination) == 0);
  }
};

}  // namespace

void FileReplacement::move_all() {
  const fs::path old = staging_ / replaced;
  std::error_code error;
  fs::create_directory(old, error);
  if (error) fail(folder_ / names_.back(), error.message());
  errno = 0;
  std::ofstream list(staging_ / list_of_names, std::ios::binary);
  for (const std::string& name : names_) list << name << '\0';
  list.close();
  if (!list) fail(folder_ / names_.back(), std::generic_category().message(errno));
  sync(staging_ / list_of_names, folder_);
  sync(staging_, folder_);
  std::vector<Move> moves;
  for (const std::string& name : names_) moves.push_back({staging_ / name, folder_ / name, old / name});
  const Move& last = moves.back();
  // From here on no memory is taken, so that its lack cannot leave the half of it.
  const Move* current = &last;
  int why = last.take_away();
  for (std::size_t i = 0; i < moves.size() && why == 0; ++i) {
    current = &moves[i];
    if (current != &last) why = current->take_away();
    if (why == 0) why = move(current->staged, current->destination);
  }
  if (why == 0) return;
  bool is_back = true;
  for (const Move& one : moves) is_back = one.take_back() && is_back;
  const std::string reason = std::generic_category().message(why);
  if (!is_back)
    throw InputError(
        fmt::format("Cannot write '{}'", current->destination.string()),
        reason + ", and the files of before could not be put back either",
        fmt::format("All of them are in '{}'. The next run with this output moves the new ones to their places",
                    staging_.string()));
  fs::remove(staging_ / list_of_names, error);
  fail(current->destination, reason);
}

void FileReplacement::commit(const std::function<void()>& last_look) {
  require_that_none_replaces_a_folder();
  for (const std::string& name : names_) sync_all(staging_ / name, folder_ / name);
  sync(staging_, folder_);
  const FolderLock lock(folder_);
  if (last_look) last_look();
  for (const std::string& name : names_) claim_output(folder_ / name);
  if (names_.size() > 1) move_all();
  if (names_.size() == 1) move_one(names_.front());
  sync(folder_, folder_);
  names_.clear();
}

}  // namespace perm
