// SPDX-License-Identifier: Apache-2.0
// What tests of commands that go on look at: the states that a folder has, and results without what differs each time.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program.hpp"

namespace perm::cli {

inline constexpr int to_be_continued = 75;

/// Gives the folders of the tasks that have states in `states`.
inline std::vector<std::filesystem::path> tasks_with_states(const std::filesystem::path& states) {
  std::vector<std::filesystem::path> tasks;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(states, none))
    if (entry.path().filename().string().starts_with("task-")) tasks.push_back(entry.path());
  return tasks;
}

/// Leaves out times, the command line and the number of processes.
inline nlohmann::json without_moment(const nlohmann::json& value) {
  nlohmann::json left = value;
  if (!value.is_structured()) return left;
  for (auto entry = left.begin(); entry != left.end();) {
    const std::string key = left.is_object() ? entry.key() : "";
    const bool is_of_moment = key.find("seconds") != std::string::npos || key.find("command") != std::string::npos ||
                              key == "date" || key == "ranks";
    if (is_of_moment) {
      entry = left.erase(entry);
      continue;
    }
    *entry = without_moment(*entry);
    ++entry;
  }
  return left;
}

/// Gives the sweep of a folder.
inline nlohmann::json sweep_in(const std::filesystem::path& folder) {
  return without_moment(nlohmann::json::parse(read_text(folder / "sweep.json")));
}

/// Expects that a command which is complete has left no states and no hidden folder.
inline void expect_nothing_left(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_FALSE(name.starts_with(".partial") || name.starts_with("checkpoint") || name.starts_with("task-") ||
                 name.starts_with("state-"))
        << entry.path();
  }
}

}  // namespace perm::cli
