// SPDX-License-Identifier: Apache-2.0
#include "input/options/option_values.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

constexpr std::size_t longest_shown = 60;           // of a list, in a message
constexpr std::int64_t largest_extent = 1'000'000;  // keeps the number of voxels within 64 bits

template <typename Number>
bool read_whole(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// Reads an integer, which may also be written as 1e6.
bool read_integer(std::string_view text, std::int64_t& number) {
  if (read_whole(text, number)) return true;
  double real = 0;
  if (!read_whole(text, real) || real != std::floor(real) || std::abs(real) > 9e15) return false;
  number = static_cast<std::int64_t>(real);
  return true;
}

}  // namespace

std::string OptionValue::text() const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, value_);
}

std::optional<double> OptionValue::number() const {
  if (const auto whole = as<std::int64_t>()) return static_cast<double>(*whole);
  return as<double>();
}

std::optional<double> OptionValues::given_number(const std::string& name) const {
  const auto found = given_.find(name);
  return found != given_.end() ? found->second.number() : std::nullopt;
}

std::optional<std::string> OptionValues::text(const std::string& name) const {
  if (const auto found = given_.find(name); found != given_.end()) return found->second.text();
  if (const auto found = fallbacks_.find(name); found != fallbacks_.end()) return found->second;
  return {};
}

std::string OptionValues::fallback(const std::string& name) const {
  const auto found = fallbacks_.find(name);
  return found != fallbacks_.end() ? found->second : std::string();
}

bool OptionValues::is_on(const std::string& name) const {
  if (const auto found = given_.find(name); found != given_.end() && found->second.truth())
    return *found->second.truth();
  const std::optional<std::string> value = text(name);
  if (!value) return false;
  for (const char* yes : {"true", "yes", "on", "1"})
    if (*value == yes) return true;
  for (const char* no : {"false", "no", "off", "0"})
    if (*value == no) return false;
  throw InputError(fmt::format("--{} cannot be '{}'", name, *value), "it is a switch", "Give true or false");
}

std::optional<double> OptionValues::number(const std::string& name) const {
  if (const auto given = given_number(name); given && std::isfinite(*given)) return given;
  const std::optional<std::string> value = text(name);
  if (!value) return {};
  double number = 0;
  if (!read_whole(*value, number) || !std::isfinite(number))
    throw InputError(fmt::format("--{} cannot be '{}'", name, *value), "that is not a number",
                     "Give a number, for example 0.5 or 1e-3");
  return number;
}

std::optional<std::vector<double>> OptionValues::numbers(const std::string& name, const char* example) const {
  const std::optional<std::string> value = text(name);
  if (!value) return {};
  std::vector<double> numbers;
  for (std::string_view rest = *value;;) {
    const std::size_t cut = rest.find(',');
    if (!read_whole(rest.substr(0, cut), numbers.emplace_back()) || !std::isfinite(numbers.back())) {
      const std::string problem =
          value->size() <= longest_shown
              ? fmt::format("--{} cannot be '{}'", name, *value)
              : fmt::format("Number {} of --{} cannot be '{}'", numbers.size(), name, rest.substr(0, cut));
      throw InputError(problem, "these are not numbers",
                       fmt::format("Give numbers with commas between, for example {}", example));
    }
    if (cut == std::string_view::npos) return numbers;
    rest.remove_prefix(cut + 1);
  }
}

std::optional<std::int64_t> OptionValues::integer(const std::string& name) const {
  const std::optional<std::string> value = text(name);
  if (!value) return {};
  std::int64_t number = 0;
  if (!read_integer(*value, number))
    throw InputError(fmt::format("--{} cannot be '{}'", name, *value), "that is not a whole number",
                     "Give a whole number, for example 1000");
  return number;
}

std::optional<Extent> OptionValues::extent(const std::string& name) const {
  const std::optional<std::string> value = text(name);
  if (!value) return {};
  return parse_extent(name, *value);
}

double OptionValues::number_within(const std::string& name, std::pair<double, double> bounds) const {
  const double found = number(name).value_or(0);
  require_within(name, found, bounds);
  return found;
}

void OptionValues::require_within(const std::string& name, double number, std::pair<double, double> bounds) const {
  if (number > bounds.first && number <= bounds.second) return;
  throw InputError(fmt::format("--{} cannot be {}", name, number),
                   fmt::format("it must be above {} and at most {}", bounds.first, bounds.second),
                   fmt::format("The default is {}", fallback(name)));
}

void OptionValues::refuse_choice(const std::string& name, const std::string& choices) const {
  throw InputError(fmt::format("--{} cannot be '{}'", name, text(name).value_or("")), "no such choice",
                   fmt::format("Choose from: {}", choices));
}

std::int64_t parse_bytes(const std::string& option, std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 8> units{{{"KiB", 1024.0},
                                                                      {"MiB", 1048576.0},
                                                                      {"GiB", 1073741824.0},
                                                                      {"TiB", 1099511627776.0},
                                                                      {"kB", 1e3},
                                                                      {"MB", 1e6},
                                                                      {"GB", 1e9},
                                                                      {"TB", 1e12}}};
  std::string_view number_text = text;
  double unit = 1;
  for (const auto& [name, bytes] : units)
    if (text.ends_with(name)) {
      unit = bytes;
      number_text.remove_suffix(name.size());
    }
  while (number_text.ends_with(' ')) number_text.remove_suffix(1);
  double number = 0;
  if (read_whole(number_text, number) && number * unit >= 1 && number * unit < 1e18)
    return static_cast<std::int64_t>(number * unit);
  throw InputError(fmt::format("--{} cannot be '{}'", option, text), "that is not an amount of memory",
                   "Give a number and its unit, for example 16GiB or 800MB");
}

Extent parse_extent(const std::string& option, std::string_view text) {
  std::vector<std::int64_t> sizes;
  bool readable = true;
  for (std::string_view rest = text; readable;) {
    const std::size_t cut = rest.find_first_of("xX,");
    readable = read_integer(rest.substr(0, cut), sizes.emplace_back());
    if (cut == std::string_view::npos) break;
    rest.remove_prefix(cut + 1);
  }
  if (!readable || (sizes.size() != 1 && sizes.size() != 3))
    throw InputError(fmt::format("--{} cannot be '{}'", option, text), "that is not a size in voxels",
                     "Give one size or three, for example 64 or 400x400x100 (x, y, z)");
  for (const std::int64_t size : sizes)
    if (size < 1 || size > largest_extent)
      throw InputError(fmt::format("--{} cannot be '{}'", option, text),
                       fmt::format("a size lies between 1 and {} voxels", largest_extent), "Give sizes in that range");
  return sizes.size() == 1 ? Extent{sizes[0], sizes[0], sizes[0]} : Extent{sizes[0], sizes[1], sizes[2]};
}

}  // namespace perm
