// SPDX-License-Identifier: Apache-2.0
// The files of one saved state (core/saving/checkpoint.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/saving/members.hpp"
#include "core/saving/saved_list.hpp"
#include "core/saving/state_bytes.hpp"

namespace perm {

/// Tells of one list in the file of a process.
struct ListEntry {
  std::string name;
  Range y;
  Range z;
  std::uint64_t item_bytes{0};
  std::uint64_t items{0};
  std::uint64_t data_at{0};  ///< place in the file
  std::uint64_t rows_at{0};  ///< place of the number of items of each row, 4 bytes each
};
PERM_MEMBERS(ListEntry, name, y, z, item_bytes, items, data_at, rows_at)

/// Tells of the file of a process.
struct RankFile {
  std::uint64_t bytes{0};
  std::uint64_t checksum{0};
  std::vector<ListEntry> lists;
};
PERM_MEMBERS(RankFile, bytes, checksum, lists)

struct StateIndex {
  std::string identity;
  std::map<std::string, StateBytes> parts;
  std::vector<RankFile> files;
};
PERM_MEMBERS(StateIndex, identity, parts, files)

/// Writes the rows of this process, and sees that they are on the disk. Throws InputError where that fails.
RankFile write_rank_file(const std::filesystem::path& path, std::span<const SavedList> lists);
/// Says whether the file is the one that `file` tells of.
bool is_whole(const std::filesystem::path& path, const RankFile& file);
/// Reads those rows of a list that the file has too. Gives how many rows that were. Throws InputError where rows have
/// other numbers of items, or the file cannot be read.
std::int64_t read_rows(const std::filesystem::path& path, const RankFile& file, const SavedList& list);

void write_index(const std::filesystem::path& path, const StateIndex& index);
/// Throws InputError where the index cannot be read, or is torn.
StateIndex read_index(const std::filesystem::path& path);

std::filesystem::path rank_file_in(const std::filesystem::path& folder, std::size_t rank);

}  // namespace perm
