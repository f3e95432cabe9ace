// SPDX-License-Identifier: Apache-2.0
// Walks through every row of the option tables of a program: each has an expectation, which says by words of a command
// line what the option changes beside words without it, or that it is refused. What only repeats the option, as
// result.json does with its settings, is no change.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/options/command.hpp"
#include "cli/program.hpp"

namespace perm::cli {

/// A command with words that do something in milliseconds, and where its results are. A command may have several.
struct Start {
  std::string name;
  std::string command;
  std::string words;      ///< options with their values; the first one names the input
  std::string k{};        ///< where K is, in lattice units; see Effect::what
  std::string k_m2{};     ///< where it is in metres
  std::string steps{};    ///< what changes with the number of steps
  std::string machine{};  ///< says in words by what the flow was solved
};

/// What an option does.
struct Effect {
  enum class Kind {
    changes,  ///< what is there: FILE, FOLDER/, FILE:/pointer/into/json, FILE:column, or k, k_m2, steps, machine of the
              ///< start
    says,     ///< stdout has these words, and without the option it has not
    silences,  ///< the other way round
    refused,   ///< the command ends with one line that has these words, at once or at its time limit
    allows,    ///< without the option it ends with one line that has these words
    computes,  ///< where there is a GPU nothing; else as refused
    page,      ///< this file is made; refused where no page can be made
  };
  Kind kind{Kind::changes};
  std::string what;
};
inline Effect changes(std::string where) { return {Effect::Kind::changes, std::move(where)}; }
inline Effect says(std::string words) { return {Effect::Kind::says, std::move(words)}; }
inline Effect silences(std::string words) { return {Effect::Kind::silences, std::move(words)}; }
inline Effect refused(std::string words) { return {Effect::Kind::refused, std::move(words)}; }
inline Effect allows(std::string words) { return {Effect::Kind::allows, std::move(words)}; }
inline Effect computes(std::string words) { return {Effect::Kind::computes, std::move(words)}; }
inline Effect page(std::string file) { return {Effect::Kind::page, std::move(file)}; }

/// Words replace those of the start that have the same name; "no:NAME" takes that option out, and "@FILE" is the input.
struct Expectation {
  std::string starts;  ///< names with blanks between
  std::string option;
  std::string value;  ///< the option with its value, and what has to go with it
  Effect effect;
  std::string beside{};  ///< words of the run without the option too
};

/// Says whether a list with blanks between has this name.
bool is_named(const std::string& names, const std::string& name);

class OptionWalk : public CliTest {
 protected:
  /// What a run did.
  struct Seen {
    Outcome outcome;
    std::map<std::string, std::string> files;  ///< that it made or changed
  };

  /// Files that every run finds as they are here.
  void keep(const std::string& file, const std::string& text) { kept_[file] = text; }
  /// Runs the start with these words, and keeps the files that it makes.
  void keep_files_of(const Start& start, const std::string& beside);

  /// Gives the options of the start with these words, each with the words behind its name.
  using Words = std::vector<std::pair<std::string, std::string>>;
  static Words words_of(const Start& start, const std::string& beside, const std::string& value = {});
  /// Runs the start with these words, or gives what that did before.
  const Seen& seen(const Start& start, const std::string& beside, const std::string& value = {});
  /// Gives what is at a place, see Effect::changes; an empty text where nothing is.
  static std::string value_at(const Start& start, const std::string& where, const Seen& of);

  void expect(const Start& start, const Expectation& expectation);
  /// Expects an expectation for each row of the table of each command, and a row for each expectation.
  static void expect_all_named(const std::vector<Command>& commands, const std::vector<Start>& starts,
                               const std::vector<Expectation>& expectations);

 private:
  void make_folder_as_kept();
  std::map<std::string, std::string> files() const;

  std::map<std::string, std::string> kept_;
  std::map<std::string, Seen> seen_;
};

}  // namespace perm::cli
