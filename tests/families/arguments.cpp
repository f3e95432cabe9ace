// SPDX-License-Identifier: Apache-2.0
#include "families/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <exception>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm::families {
namespace {

/// Reads a number that fills the whole word.
template <class Number>
bool read_number(const std::string& word, Number& number) {
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

Family read_family(const std::string& word) {
  const auto family = value_named<Family>(word);
  if (!family)
    throw UsageError(fmt::format("There is no family '{}'", word), "", "The families are " + join_names<Family>(" "));
  return *family;
}

std::uint64_t read_seed(const std::string& word) {
  std::uint64_t seed = 0;
  if (!read_number(word, seed))
    throw UsageError(fmt::format("The seed is '{}'", word), "", "Give a whole number from 0 on");
  return seed;
}

double read_residual(const std::string& word) {
  double residual = 0;
  if (!read_number(word, residual) || !(residual > 0 && residual < 1))
    throw UsageError(fmt::format("The residual is '{}'", word), "", "Give a number above 0 and below 1");
  return residual;
}

int run_command(const char* name, const std::vector<std::string>& words,
                const std::function<void(const std::vector<std::string>&)>& run) {
  try {
    run(words);
    return static_cast<int>(ExitCode::ok);
  } catch (const Error& error) {
    fmt::print(stderr, "{}: error: {}\n", name, error.what());
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: error: {}\n", name, error.what());
    return static_cast<int>(ExitCode::failure);
  }
}

}  // namespace perm::families
