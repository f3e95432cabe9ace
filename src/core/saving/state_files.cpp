// SPDX-License-Identifier: Apache-2.0
#include "core/saving/state_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/hashes.hpp"

namespace perm {

PERM_MEMBERS(ListEntry, name, y, z, item_bytes, items, data_at, rows_at)
PERM_MEMBERS(RankFile, bytes, checksum, lists)
PERM_MEMBERS(StateIndex, identity, parts, files)

namespace detail {

void refuse_state() {
  throw InputError("A saved state cannot be read", "it ends elsewhere than it should",
                   "Start the run anew, without this state");
}

}  // namespace detail

namespace {

namespace fs = std::filesystem;

constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

[[noreturn]] void fail(const char* what, const fs::path& path, const std::string& why) {
  throw InputError(fmt::format("Cannot {} '{}'", what, path.string()), why,
                   "Free some space, or choose another folder with --checkpoint");
}

[[noreturn]] void fail(const char* what, const fs::path& path) {
  fail(what, path, std::generic_category().message(errno));
}

/// Tells bytes apart, and protects against nothing. Each of four lanes takes every fourth word.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    length_ += bytes.size();
    while (!bytes.empty()) {
      if (waiting_ == 0)
        for (; bytes.size() >= block; bytes = bytes.subspan(block)) take(bytes.data());
      const std::size_t more = std::min(bytes.size(), block - waiting_);
      std::copy_n(bytes.begin(), more, tail_.begin() + static_cast<std::ptrdiff_t>(waiting_));
      bytes = bytes.subspan(more);
      waiting_ = (waiting_ + more) % block;
      if (waiting_ == 0 && more > 0) take(tail_.data());
    }
  }
  std::uint64_t value() const {
    Checksum last = *this;
    if (waiting_ > 0) {
      std::fill(last.tail_.begin() + static_cast<std::ptrdiff_t>(waiting_), last.tail_.end(), std::byte{0});
      last.take(last.tail_.data());
    }
    std::uint64_t sum = mix_bits(length_);
    for (const std::uint64_t lane : last.lanes_) sum = mix_bits(sum ^ lane);
    return sum;
  }

 private:
  static constexpr std::size_t block = 32;

  void take(const std::byte* bytes) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + 8 * lane, 8);
      const std::uint64_t mixed = (lanes_[lane] ^ word) * 0x9fb21c651e98df25U;
      lanes_[lane] = mixed << 29 | mixed >> 35;
    }
  }

  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
  std::array<std::byte, block> tail_{};
  std::size_t waiting_{0};
  std::uint64_t length_{0};
};

class File {
 public:
  File(fs::path path, int flags) : path_(std::move(path)), number_(::open(path_.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail("open", path_);
  }
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t done = ::write(number_, bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("write", path_);
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }
  /// Ends the file: it is on the disk where this returns.
  void close() {
    const bool is_synced = ::fsync(number_) == 0 || errno == EINVAL || errno == ENOTSUP;
    if (!is_synced) fail("write", path_);
    if (::close(std::exchange(number_, -1)) != 0) fail("write", path_);
  }
  void read(std::uint64_t at, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t done = ::pread(number_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("read", path_);
      if (done == 0) fail("read", path_, "it ends too early");
      bytes = bytes.subspan(static_cast<std::size_t>(done));
      at += static_cast<std::uint64_t>(done);
    }
  }

 private:
  fs::path path_;
  int number_;
};

/// Writes a file from its begin to its end, piece after piece, while the next piece is made.
class FileWriter {
 public:
  explicit FileWriter(const fs::path& path) : file_(path, O_WRONLY | O_CREAT | O_EXCL) {}

  /// Writes what fill(bytes) fills.
  template <class Fill>
  void add(std::size_t bytes, const Fill& fill) {
    std::vector<std::byte>& piece = pieces_[next_];
    next_ = 1 - next_;
    piece.resize(bytes);
    fill(std::span<std::byte>(piece));
    wait();
    written_ = std::async(std::launch::async, [this, &piece] {
      checksum_.add(piece);
      file_.write(piece);
    });
    bytes_ += bytes;
  }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t close() {
    wait();
    file_.close();
    return checksum_.value();
  }

 private:
  void wait() {
    if (written_.valid()) written_.get();
  }

  File file_;
  Checksum checksum_;
  std::array<std::vector<std::byte>, 2> pieces_;
  std::size_t next_{0};
  std::uint64_t bytes_{0};
  std::future<void> written_;  ///< the last one here, so that it ends before the rest does
};

std::uint64_t rows_of(const ListEntry& entry) { return static_cast<std::uint64_t>(entry.y.size() * entry.z.size()); }

/// Gives the rows of the list in a file.
ListRows read_table(const File& file, const ListEntry& entry) {
  std::vector<std::uint32_t> counts(rows_of(entry));
  file.read(entry.rows_at, std::as_writable_bytes(std::span(counts)));
  ListRows rows{entry.y, entry.z, {0}};
  rows.first.reserve(counts.size() + 1);
  for (const std::uint32_t count : counts) rows.first.push_back(rows.first.back() + count);
  return rows;
}

/// Items that follow one another both in a file and in a list.
struct Run {
  std::uint64_t in_file;
  std::uint64_t in_list;
  std::uint64_t items;
};

std::vector<Run> common_runs(const ListRows& file, const ListRows& list) {
  std::vector<Run> runs;
  const Range ys = common(file.y, list.y);
  const Range zs = common(file.z, list.z);
  if (ys.size() == 0) return runs;
  for (std::int64_t z = zs.first; z < zs.last; ++z)
    for (std::int64_t y = ys.first; y < ys.last; ++y) {
      const Run row{file.first_of(y, z), list.first_of(y, z), file.end_of(y, z) - file.first_of(y, z)};
      if (row.items != list.end_of(y, z) - row.in_list)
        throw InputError("A saved state is of another image", "a row has other numbers of pores there",
                         "Give the image that the run began with, or start the run anew without this state");
      if (!runs.empty() && runs.back().in_file + runs.back().items == row.in_file &&
          runs.back().in_list + runs.back().items == row.in_list)
        runs.back().items += row.items;
      else
        runs.push_back(row);
    }
  return runs;
}

}  // namespace

RankFile write_rank_file(const fs::path& path, std::span<const SavedList> lists) {
  FileWriter writer(path);
  RankFile file;
  for (const SavedList& list : lists) {
    ListEntry entry{list.name, list.rows.y, list.rows.z, list.item_bytes, list.rows.items(), writer.bytes(), 0};
    const std::uint64_t at_once = std::max<std::uint64_t>(1, bytes_at_once / list.item_bytes);
    for (std::uint64_t first = 0; first < entry.items; first += at_once) {
      const std::uint64_t end = std::min(entry.items, first + at_once);
      writer.add((end - first) * list.item_bytes, [&](std::span<std::byte> bytes) {
        list.read({static_cast<std::int64_t>(first), static_cast<std::int64_t>(end)}, bytes);
      });
    }
    entry.rows_at = writer.bytes();
    const std::uint64_t rows = rows_of(entry);
    constexpr std::uint64_t rows_at_once = bytes_at_once / sizeof(std::uint32_t);
    for (std::uint64_t first = 0; first < rows; first += rows_at_once) {
      const std::uint64_t count = std::min(rows - first, rows_at_once);
      writer.add(count * sizeof(std::uint32_t), [&](std::span<std::byte> bytes) {
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto items = static_cast<std::uint32_t>(list.rows.first[first + i + 1] - list.rows.first[first + i]);
          std::memcpy(bytes.data() + i * sizeof(items), &items, sizeof(items));
        }
      });
    }
    file.lists.push_back(std::move(entry));
  }
  file.bytes = writer.bytes();
  file.checksum = writer.close();
  return file;
}

bool is_whole(const fs::path& path, const RankFile& file) {
  std::error_code error;
  if (fs::file_size(path, error) != file.bytes || error) return false;
  try {
    const File opened(path, O_RDONLY);
    Checksum checksum;
    std::vector<std::byte> piece(std::min<std::uint64_t>(bytes_at_once, file.bytes));
    for (std::uint64_t at = 0; at < file.bytes; at += bytes_at_once) {
      const auto bytes = std::span(piece).first(std::min<std::uint64_t>(bytes_at_once, file.bytes - at));
      opened.read(at, bytes);
      checksum.add(bytes);
    }
    return checksum.value() == file.checksum;
  } catch (const InputError&) {
    return false;
  }
}

std::int64_t read_rows(const fs::path& path, const RankFile& file, const SavedList& list) {
  const auto entry = std::ranges::find(file.lists, list.name, &ListEntry::name);
  if (entry == file.lists.end() || entry->item_bytes != list.item_bytes)
    throw InputError("A saved state cannot be read", "it lacks the list " + list.name,
                     "Start the run anew, without this state");
  const std::int64_t rows = common(entry->y, list.rows.y).size() * common(entry->z, list.rows.z).size();
  if (rows == 0) return 0;
  const File opened(path, O_RDONLY);
  std::vector<std::byte> piece;
  const std::uint64_t at_once = std::max<std::uint64_t>(1, bytes_at_once / list.item_bytes);
  for (const Run& run : common_runs(read_table(opened, *entry), list.rows))
    for (std::uint64_t done = 0; done < run.items; done += at_once) {
      const std::uint64_t count = std::min(at_once, run.items - done);
      piece.resize(count * list.item_bytes);
      opened.read(entry->data_at + (run.in_file + done) * list.item_bytes, piece);
      const auto first = static_cast<std::int64_t>(run.in_list + done);
      list.write({first, first + static_cast<std::int64_t>(count)}, piece);
    }
  return rows;
}

void write_index(const fs::path& path, const StateIndex& index) {
  StateWriter writer;
  writer << index;
  const StateBytes bytes = writer.take();
  Checksum checksum;
  checksum.add(bytes);
  const std::uint64_t sum = checksum.value();
  File file(path, O_WRONLY | O_CREAT | O_EXCL);
  file.write(std::as_bytes(std::span(&sum, 1)));
  file.write(bytes);
  file.close();
}

StateIndex read_index(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) fail("read", path, error.message());
  std::uint64_t sum = 0;
  if (size < sizeof(sum)) detail::refuse_state();
  std::vector<std::byte> bytes(size - sizeof(sum));
  const File file(path, O_RDONLY);
  file.read(0, std::as_writable_bytes(std::span(&sum, 1)));
  file.read(sizeof(sum), bytes);
  Checksum checksum;
  checksum.add(bytes);
  if (checksum.value() != sum) detail::refuse_state();
  StateIndex index;
  StateReader reader(bytes);
  reader >> index;
  reader.require_end();
  return index;
}

fs::path rank_file_in(const fs::path& folder, std::size_t rank) { return folder / fmt::format("rank-{}", rank); }

}  // namespace perm
