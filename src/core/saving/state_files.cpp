// SPDX-License-Identifier: Apache-2.0
#include "core/saving/state_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/saving/checked_file.hpp"

namespace perm {
namespace detail {

void refuse_state() {
  throw InputError("A saved state cannot be read", "it ends elsewhere than it should",
                   "Start the run anew, without this state");
}

}  // namespace detail

namespace {

namespace fs = std::filesystem;

constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

std::uint64_t rows_of(const ListEntry& entry) { return static_cast<std::uint64_t>(entry.y.size() * entry.z.size()); }

/// Gives the rows of the list in a file.
ListRows read_table(const CheckedFile& file, const ListEntry& entry) {
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
    const CheckedFile opened(path, CheckedFile::Use::read);
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
  const CheckedFile opened(path, CheckedFile::Use::read);
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
  CheckedFile file(path, CheckedFile::Use::write_new);
  file.write(std::as_bytes(std::span(&sum, 1)));
  file.write(bytes);
  file.close();
}

StateIndex read_index(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) fail_with_file("read", path, error.message());
  std::uint64_t sum = 0;
  if (size < sizeof(sum)) detail::refuse_state();
  std::vector<std::byte> bytes(size - sizeof(sum));
  const CheckedFile file(path, CheckedFile::Use::read);
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
