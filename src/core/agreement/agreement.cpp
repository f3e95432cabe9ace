// SPDX-License-Identifier: Apache-2.0
#include "core/agreement/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/errors.hpp"
#include "core/printable_text.hpp"

namespace perm {
namespace {

constexpr std::size_t most_of_a_value = 120;  // in a message

/// Every name and value ends with a byte 0, which no option and no text file has.
std::string pack(const std::vector<SharedValue>& values) {
  std::string text;
  for (const SharedValue& value : values) {
    text += value.name;
    text += '\0';
    text += value.value;
    text += '\0';
  }
  return text;
}

std::vector<SharedValue> unpack(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<SharedValue> values;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) values.push_back({words[i], words[i + 1]});
  return values;
}

const SharedValue* find(const std::vector<SharedValue>& values, const std::string& name) {
  const auto found = std::ranges::find(values, name, &SharedValue::name);
  return found != values.end() ? &*found : nullptr;
}

std::string show(const SharedValue* value) {
  return value == nullptr ? "absent" : shorten(printable_line(value->value), most_of_a_value);
}

/// Gives "--tau is 0.8 on rank 1 on node7, and auto on rank 0".
std::string describe(const std::string& name, const SharedValue* own, const SharedValue* first) {
  return fmt::format("{} is {} on {}, and {} on rank 0", name, show(own), Job::who(), show(first));
}

/// Names the first place where the lists part. They may be long, so it looks for names from there on only.
std::string describe_difference(const std::vector<SharedValue>& own, const std::vector<SharedValue>& first) {
  std::size_t same = 0;
  while (same < own.size() && same < first.size() && own[same].name == first[same].name &&
         own[same].value == first[same].value)
    ++same;
  const bool is_more = same == first.size() || (same < own.size() && find(first, own[same].name) == nullptr);
  if (is_more) return describe(own[same].name, &own[same], nullptr);
  const SharedValue& expected = first[same];
  const SharedValue* value = find(own, expected.name);
  if (value == nullptr || value->value != expected.value) return describe(expected.name, value, &expected);
  return fmt::format("{} stands elsewhere in the list of {} than on rank 0", expected.name, Job::who());
}

}  // namespace

void require_agreement(const Communicator& processes, const std::string& problem, const std::vector<SharedValue>& own,
                       const std::string& remedy) {
  if (processes.is_alone()) return;
  const std::string text = pack(own);
  const std::string of_first = processes.share_text(text);
  const std::int64_t here = text == of_first ? processes.size() : processes.rank();
  const std::int64_t lowest = -processes.max(-here);
  if (lowest == processes.size()) return;
  const bool speaks = lowest == processes.rank();
  const std::string why =
      processes.share_text(speaks ? describe_difference(own, unpack(of_first)) : "", static_cast<int>(lowest));
  throw InputError(problem, why, remedy);
}

}  // namespace perm
