// SPDX-License-Identifier: Apache-2.0
#include "input/options/suggestion.hpp"

#include <algorithm>

namespace perm {
namespace {

/// Counts the letters that are added, left out, changed or swapped with the next one (optimal string alignment).
std::size_t count_edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) edits[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) edits[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      edits[i][j] = std::min({edits[i - 1][j - 1] + change, edits[i - 1][j] + 1, edits[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  return edits[a.size()][b.size()];
}

}  // namespace

std::string closest_word(std::string_view typed, const std::vector<std::string>& known) {
  std::string closest;
  std::size_t fewest = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& word : known) {
    const bool begins_alike = typed.size() >= 3 && word.starts_with(typed);
    const std::size_t edits = begins_alike ? 1 : count_edits(typed, word);
    if (edits >= fewest) continue;
    fewest = edits;
    closest = word;
  }
  return closest;
}

}  // namespace perm
