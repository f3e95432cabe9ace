// SPDX-License-Identifier: Apache-2.0
#include "core/saving/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/saving/state_files.hpp"
#include "core/staging_name.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view state_prefix = "state-";
constexpr std::size_t states_kept = 2;
constexpr const char* index_file = "index";

/// Gives the number of a state by the name of its folder.
std::optional<std::int64_t> number_of(const std::string& name) {
  if (!name.starts_with(state_prefix)) return {};
  std::int64_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data() + state_prefix.size(), end, number);
  if (error != std::errc() || at != end || number < 1) return {};
  return number;
}

std::string name_of_state(std::int64_t number) { return fmt::format("{}{}", state_prefix, number); }

/// Gives the numbers of the states in a folder, the newest first.
std::vector<std::int64_t> list_states(const fs::path& folder) {
  std::vector<std::int64_t> numbers;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::end(entry); entry.increment(error))
    if (const auto number = number_of(entry->path().filename().string());
        number && fs::exists(entry->path() / index_file, error))
      numbers.push_back(*number);
  std::ranges::sort(numbers, std::greater<>());
  return numbers;
}

/// Removes a state at once: none is seen that lacks files.
void remove_state(const fs::path& folder, std::int64_t number) {
  std::error_code ignored;
  const fs::path hidden = folder / new_staging_name();
  std::error_code error;
  fs::rename(folder / name_of_state(number), hidden, error);
  fs::remove_all(error ? folder / name_of_state(number) : hidden, ignored);
}

/// Gives the first line that `own` has in place of one of `other`, and that one.
std::pair<std::string, std::string> first_difference(const std::string& own, const std::string& other) {
  TextStream ours(own);
  TextStream theirs(other);
  for (std::string a, b;;) {
    const bool has_a = static_cast<bool>(std::getline(ours, a));
    const bool has_b = static_cast<bool>(std::getline(theirs, b));
    if (!has_a) a.clear();
    if (!has_b) b.clear();
    if (a != b || (!has_a && !has_b)) return {a, b};
  }
}

}  // namespace

Checkpoint::Checkpoint(Communicator processes, Settings settings)
    : processes_(std::move(processes)), settings_(std::move(settings)) {
  if (processes_.is_first() && fs::is_directory(settings_.folder)) {
    use_.emplace(settings_.folder);
    FileReplacement::settle(settings_.folder);
  }
  processes_.wait_for_all();
  const std::vector<std::int64_t> numbers = list_states(settings_.folder);
  if (!numbers.empty()) next_number_ = numbers.front() + 1;
  for (const std::int64_t number : numbers) {
    const fs::path state = settings_.folder / name_of_state(number);
    bool is_torn = false;
    try {
      auto index = std::make_unique<StateIndex>(read_index(state / index_file));
      // The files are shared out, so that none is read by all.
      for (auto rank = static_cast<std::size_t>(processes_.rank()); rank < index->files.size();
           rank += static_cast<std::size_t>(processes_.size()))
        is_torn = is_torn || !is_whole(rank_file_in(state, rank), index->files[rank]);
      found_ = std::move(index);
    } catch (const InputError&) {
      is_torn = true;
    }
    if (!processes_.any(is_torn)) {
      found_in_ = last_state_ = state;
      for (const auto& [name, bytes] : found_->parts) not_restored_.insert(name);
      return;
    }
    torn_.push_back(number);
    found_.reset();
  }
  if (!numbers.empty() && settings_.unfit == Unfit::refused)
    throw InputError(
        fmt::format("Cannot go on from '{}'", settings_.folder.string()),
        numbers.size() == 1 ? "the state in it is torn, or was altered" : "the states in it are torn, or were altered",
        "Remove that folder and start the run anew");
}

Checkpoint::~Checkpoint() = default;

void Checkpoint::begin(const std::string& identity) {
  identity_ = identity;
  if (!found_ || found_->identity == identity) {
    if (!found_ && std::isfinite(settings_.every_s) && settings_.first == First::at_once) save({});
    return;
  }
  if (settings_.unfit == Unfit::passed_over) {
    torn_ = list_states(settings_.folder);
    not_restored_.clear();
    found_.reset();
    last_state_.clear();
    return;
  }
  const auto [own, other] = first_difference(identity, found_->identity);
  throw InputError(fmt::format("Cannot go on from '{}'", settings_.folder.string()),
                   fmt::format("it is of another run, with \"{}\" in place of \"{}\"", other, own),
                   "Give the same image, options and program, or another folder with --checkpoint");
}

const StateBytes* Checkpoint::find(const std::string& name) const {
  if (!found_) return nullptr;
  const auto part = found_->parts.find(name);
  return part == found_->parts.end() ? nullptr : &part->second;
}

void Checkpoint::restore(const SavedList& list) const {
  std::int64_t rows = 0;
  for (std::size_t rank = 0; rank < found_->files.size(); ++rank)
    rows += read_rows(rank_file_in(found_in_, rank), found_->files[rank], list);
  if (rows != list.rows.y.size() * list.rows.z.size())
    throw InputError(fmt::format("Cannot go on from '{}'", found_in_.string()), "it is of an image of another size",
                     "Give the image that the run began with, or start the run anew without this state");
}

bool Checkpoint::is_due() const {
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_;
  return processes_.any(processes_.is_first() && since.count() >= settings_.every_s);
}

void Checkpoint::note(const std::string& name, StateBytes bytes) {
  parts_[name] = std::move(bytes);
  not_restored_.erase(name);
}

void Checkpoint::forget(const std::string& name) {
  parts_.erase(name);
  not_restored_.erase(name);
}

void Checkpoint::save(std::span<const SavedList> lists, When when) {
  if (when == When::at_the_end && !not_restored_.empty()) {
    has_saved_end_ = true;
    return;
  }
  const PhaseScope saving(Phase::saving);
  std::string why = write(lists);
  // One process may have failed alone.
  const int failed = static_cast<int>(processes_.max(std::int64_t{why.empty() ? -1 : processes_.rank()}));
  if (failed >= 0) why = processes_.share_text(std::move(why), failed);
  last_ = std::chrono::steady_clock::now();
  why_not_ = why;
  if (why.empty()) ++saved_;
  has_saved_end_ = when == When::at_the_end && why.empty();
}

/// Each step is done by all processes, also where one of them has failed, so that none waits for it.
std::string Checkpoint::write(std::span<const SavedList> lists) {
  std::optional<FileReplacement> files;
  std::string why;
  std::string folder;
  const auto attempt = [&](const auto& work) {
    if (!why.empty()) return;
    try {
      work();
    } catch (const Error& error) {
      why = error.what();
    } catch (const fs::filesystem_error& error) {
      why = error.code().message();
    }
  };
  const std::string name = name_of_state(next_number_);
  if (processes_.is_first())
    attempt([&] {
      files.emplace(settings_.folder);
      if (!use_) use_.emplace(settings_.folder);
      folder = files->stage(name).string();
      fs::create_directory(folder);
    });
  folder = processes_.share_text(std::move(folder));
  RankFile own;
  if (folder.empty()) return why;  // the first process tells why
  attempt([&] {
    if (before_saving_) before_saving_(processes_.is_first() ? fs::path(folder) : fs::path());
  });
  attempt([&] { own = write_rank_file(rank_file_in(folder, static_cast<std::size_t>(processes_.rank())), lists); });
  StateWriter writer;
  writer << own;
  const auto of_all = processes_.gather_to_all(std::span<const std::byte>(writer.take()));
  const bool failed = processes_.any(!why.empty());
  if (failed || !processes_.is_first()) return why;
  attempt([&] {
    StateIndex index{identity_, parts_, {}};
    for (const auto& bytes : of_all) StateReader(bytes) >> index.files.emplace_back();
    write_index(fs::path(folder) / index_file, index);
    files->commit();
    ++next_number_;
    for (const std::int64_t torn : torn_) remove_state(settings_.folder, torn);
    torn_.clear();
    const std::vector<std::int64_t> numbers = list_states(settings_.folder);
    for (std::size_t i = states_kept; i < numbers.size(); ++i) remove_state(settings_.folder, numbers[i]);
    last_state_ = settings_.folder / name;
  });
  return why;
}

void Checkpoint::remove() {
  processes_.wait_for_all();
  if (!processes_.is_first()) return;
  std::error_code ignored;
  for (const std::int64_t number : list_states(settings_.folder)) remove_state(settings_.folder, number);
  use_.reset();
  if (fs::is_empty(settings_.folder, ignored)) fs::remove(settings_.folder, ignored);
}

std::optional<StateBytes> find_saved_part(const fs::path& folder, const std::string& name) {
  for (const std::int64_t number : list_states(folder)) {
    try {
      const StateIndex index = read_index(folder / name_of_state(number) / index_file);
      if (const auto part = index.parts.find(name); part != index.parts.end()) return part->second;
    } catch (const InputError&) {  // torn: the one before may be whole
    }
  }
  return {};
}

}  // namespace perm
