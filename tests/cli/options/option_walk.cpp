// SPDX-License-Identifier: Apache-2.0
#include "cli/options/option_walk.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "cli/batch_table.hpp"
#include "input/options/option_table.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::pair<std::string, std::string>>;

void apply(Words& words, const std::string& more) {
  const std::string input = words.empty() ? "" : words.front().first;
  std::string* open = nullptr;
  const auto set = [&](const std::string& name, const std::string& value) {
    if (std::ranges::find(words, name, &Words::value_type::first) == words.end()) words.emplace_back(name, "");
    open = &std::ranges::find(words, name, &Words::value_type::first)->second;
    *open = value;
  };
  for (const std::string& word : split_words(more)) {
    if (word.starts_with("no:"))
      std::erase_if(words, [&](const auto& option) { return option.first == "--" + word.substr(3); });
    else if (word.starts_with('@'))
      set(input, word.substr(1));
    else if (word.starts_with("--"))
      set(word, "");
    else
      *open += (open->empty() ? "" : " ") + word;
  }
}

std::string joined(const Words& words) {
  std::string text;
  for (const auto& [name, value] : words) text += " " + name + (value.empty() ? "" : " " + value);
  return text;
}

/// Gives a column of a table, its cells with blanks between; an empty text where there is none.
std::string column_of(const std::string& text, const std::string& column) {
  const BatchTable table(text);
  std::string cells;
  for (std::size_t row = 0; row < table.size(); ++row) cells += table.cell(row, column) + " ";
  const bool is_there = cells.find("no such column") == std::string::npos;
  return is_there && cells.find_first_not_of(' ') != std::string::npos ? cells : std::string();
}

}  // namespace

bool is_named(const std::string& names, const std::string& name) {
  const std::vector<std::string> all = split_words(names);
  return std::ranges::find(all, name) != all.end();
}

std::map<std::string, std::string> OptionWalk::files() const {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder()))
    if (entry.is_regular_file()) all[fs::relative(entry.path(), folder()).string()] = read_text(entry.path());
  return all;
}

void OptionWalk::make_folder_as_kept() {
  for (const auto& [file, text] : files())
    if (!kept_.contains(file)) fs::remove(path(file));
  for (const auto& [file, text] : kept_)  // a file that is written again is another one for a batch
    if (!fs::exists(path(file)) || read_text(path(file)) != text) write_text(path(file), text);
}

void OptionWalk::keep_files_of(const Start& start, const std::string& beside) {
  for (const auto& [file, text] : seen(start, beside).files) keep(file, text);
  seen_.clear();
}

OptionWalk::Words OptionWalk::words_of(const Start& start, const std::string& beside, const std::string& value) {
  Words words;
  for (const std::string& part : {start.words, beside, value}) apply(words, part);
  return words;
}

const OptionWalk::Seen& OptionWalk::seen(const Start& start, const std::string& beside, const std::string& value) {
  const std::string line = start.command + joined(words_of(start, beside, value));
  const auto [place, is_new] = seen_.try_emplace(line);
  if (!is_new) return place->second;
  make_folder_as_kept();
  Seen& now = place->second;
  now.outcome = run(line);
  for (const auto& [file, text] : files())
    if (const auto kept = kept_.find(file); kept == kept_.end() || kept->second != text) now.files[file] = text;
  return now;
}

std::string OptionWalk::value_at(const Start& start, const std::string& where, const Seen& of) {
  for (const auto& [name, place] :
       {std::pair{"k", start.k}, {"k_m2", start.k_m2}, {"steps", start.steps}, {"machine", start.machine}})
    if (where == name) return value_at(start, place, of);
  if (where.ends_with('/')) {
    std::string names;
    for (const auto& [name, text] : of.files) names += name.starts_with(where) ? name + " " : std::string();
    return names;
  }
  const std::size_t cut = where.find(':');
  const std::string file = where.substr(0, cut);
  const auto found = of.files.find(file);
  const std::string& text = file == "stdout" ? of.outcome.out : found != of.files.end() ? found->second : std::string();
  if (text.empty() || cut == std::string::npos) return text;
  const std::string place = where.substr(cut + 1);
  if (!place.starts_with('/')) return column_of(text, place);
  const bool has_lines = file.ends_with(".jsonl");
  const std::size_t first = has_lines ? text.find('{') : 0;  // of records, in front of each of which a line may end
  const auto json =
      nlohmann::json::parse(has_lines ? text.substr(first, text.find('\n', first) - first) : text, nullptr, false);
  const nlohmann::json::json_pointer pointer(place);
  return json.contains(pointer) && !json[pointer].is_null() ? json[pointer].dump() : std::string();
}

void OptionWalk::expect(const Start& start, const Expectation& expectation) {
  const auto& [starts, option, value, effect, beside] = expectation;
  SCOPED_TRACE(start.name + ": --" + option + " (" + beside + " | " + value + ")");
  using Kind = Effect::Kind;
  const Seen& without = seen(start, beside);
  const Seen& with = seen(start, beside, value);
  const bool is_refused = effect.kind == Kind::refused || (effect.kind == Kind::page && !why_no_report().empty()) ||
                          (effect.kind == Kind::computes && with.outcome.exit_code != 0);
  if (is_refused) {
    EXPECT_THAT(with.outcome.exit_code, testing::AnyOf(2, 3, 5, 75)) << with.outcome.out;
    expect_one_error_line(with.outcome.err);
    EXPECT_THAT(with.outcome.err, HasSubstr(effect.kind == Kind::page ? "report" : effect.what));
    return;
  }
  // Of a validation with another scheme cases fail, and --max-steps ends a flow: exit code 4.
  EXPECT_THAT(with.outcome.exit_code, testing::AnyOf(0, 4)) << with.outcome.err;
  switch (effect.kind) {
    case Kind::says:
      EXPECT_THAT(with.outcome.out, HasSubstr(effect.what));
      EXPECT_THAT(without.outcome.out, Not(HasSubstr(effect.what)));
      break;
    case Kind::silences:
      EXPECT_THAT(with.outcome.out, Not(HasSubstr(effect.what)));
      EXPECT_THAT(without.outcome.out, HasSubstr(effect.what));
      break;
    case Kind::allows:
      EXPECT_THAT(without.outcome.exit_code, testing::AnyOf(2, 3));
      expect_one_error_line(without.outcome.err);
      EXPECT_THAT(without.outcome.err, HasSubstr(effect.what));
      break;
    case Kind::changes:
    case Kind::page:
      EXPECT_NE(value_at(start, effect.what, with), "") << "nothing is there: " << effect.what;
      EXPECT_NE(value_at(start, effect.what, with), value_at(start, effect.what, without)) << effect.what;
      break;
    case Kind::refused:
    case Kind::computes:
      break;
  }
}

void OptionWalk::expect_all_named(const std::vector<Command>& commands, const std::vector<Start>& starts,
                                  const std::vector<Expectation>& expectations) {
  std::set<std::pair<std::string, std::string>> named;  // command and option
  for (const Expectation& one : expectations)
    for (const Start& start : starts)
      if (is_named(one.starts, start.name)) named.emplace(start.command, one.option);
  for (const Command& command : commands) {
    if (command.becomes) continue;  // its options are those of the commands that it becomes (stops/continue_test.cpp)
    for (const Option& option : all_options(command.groups))
      EXPECT_TRUE(named.erase({command.name, option.name}))
          << command.name << " has the option --" << option.name
          << ", and no expectation says what it does. Add one to the table of this test, with a value that changes "
             "something";
  }
  for (const auto& [command, option] : named) ADD_FAILURE() << command << " has no option --" << option;
}

}  // namespace perm::cli
