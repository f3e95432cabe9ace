// SPDX-License-Identifier: Apache-2.0
#include "core/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <locale>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/run_inputs.hpp"

namespace perm {
namespace {

class TextFile {
 public:
  TextFile(const std::filesystem::path& path, const std::string& what)
      : problem_(fmt::format("Cannot read {}{}'{}'", what, what.empty() ? "" : " ", path.string())),
        // What is no regular file is refused below, and opening it does not wait.
        descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (descriptor_ < 0) refuse(std::generic_category().message(errno), "Check the path and its permissions");
  }
  ~TextFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  std::string read() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) refuse_to_fail();
    if (S_ISDIR(status.st_mode)) refuse("it is a folder", "Name a text file");
    if (!S_ISREG(status.st_mode)) refuse("it is a pipe or a device", "Name a text file on a disk");
    std::string text;
    std::vector<char> part(1U << 16U);
    for (;;) {
      const ssize_t got = ::read(descriptor_, part.data(), part.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) refuse_to_fail();
      if (got == 0) break;
      text.append(part.data(), static_cast<std::size_t>(got));
      if (static_cast<std::int64_t>(text.size()) > most_text_bytes)
        refuse(fmt::format("it has more than {} MiB", most_text_bytes >> 20), "Name a text file");
    }
    if (static_cast<std::int64_t>(text.size()) < status.st_size)
      refuse(fmt::format("it ended at byte {}, and had {} when it was opened", text.size(),
                         static_cast<std::int64_t>(status.st_size)),
             "See that nothing writes to it");
    if (text.find('\0') != std::string::npos) refuse("it holds bytes that are no text", "Save it as plain text, UTF-8");
    return text;
  }

 private:
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy) const {
    throw InputError(problem_, why, remedy);
  }
  [[noreturn]] void refuse_to_fail() const {
    refuse(std::generic_category().message(errno), "See that it is a file on a disk that works");
  }

  std::string problem_;
  int descriptor_;
};

}  // namespace

std::string read_text_file(const std::filesystem::path& path, const std::string& what) {
  constexpr const char* mark = "\xEF\xBB\xBF";
  std::string text = TextFile(path, what).read();
  note_input(path);
  if (text.starts_with(mark)) text.erase(0, 3);
  return text;
}

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

const char* behind_digits(const char* at, const char* last) { return std::find_if_not(at, last, is_digit); }

/// Gives the place behind the number at `first`, or `first` where there is none.
const char* behind_number(const char* first, const char* last) {
  const char* at = first;
  if (at != last && *at == '-') ++at;
  const char* const whole = at;
  at = behind_digits(at, last);
  auto digits = at - whole;
  if (at != last && *at == '.') {
    const char* const fraction = at + 1;
    at = behind_digits(fraction, last);
    digits += at - fraction;
  }
  if (digits == 0) return first;
  if (at != last && (*at == 'e' || *at == 'E')) {
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (const char* const end = behind_digits(exponent, last); end != exponent) at = end;
  }
  return at;
}

/// Gives the place behind the name of a value that is no finite number, and the value.
template <class Number>
std::pair<const char*, Number> read_name(const char* first, const char* last) {
  using Limits = std::numeric_limits<Number>;
  const bool negative = first != last && *first == '-';
  const std::string_view text(first + (negative ? 1 : 0), last);
  for (const auto& [name, value] : {std::pair<std::string_view, Number>{"infinity", Limits::infinity()},
                                    {"inf", Limits::infinity()},
                                    {"nan", Limits::quiet_NaN()}}) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    if (std::ranges::equal(text.substr(0, name.size()), name, same))
      return {text.data() + name.size(), negative ? -value : value};
  }
  return {first, 0};
}

}  // namespace

template <std::floating_point Number>
std::from_chars_result scan_number_by_stream(const char* first, const char* last, Number& number) {
  const char* const end = behind_number(first, last);
  if (end == first) {
    const auto [end_of_name, value] = read_name<Number>(first, last);
    if (end_of_name == first) return {first, std::errc::invalid_argument};
    number = value;
    return {end_of_name, std::errc{}};
  }
  TextStream stream(std::string(first, end));
  stream.imbue(std::locale::classic());
  Number value = 0;
  stream >> value;  // some libraries report numbers that are subnormal
  const auto is_positive_digit = [](char letter) { return letter >= '1' && letter <= '9'; };
  const bool is_zero =
      std::none_of(first, std::find_if(first, end, [](char c) { return c == 'e' || c == 'E'; }), is_positive_digit);
  if ((stream.fail() && std::abs(value) >= 1) || (value == 0 && !is_zero)) return {end, std::errc::result_out_of_range};
  number = value;
  return {end, std::errc{}};
}

template std::from_chars_result scan_number_by_stream(const char*, const char*, float&);
template std::from_chars_result scan_number_by_stream(const char*, const char*, double&);
template std::from_chars_result scan_number_by_stream(const char*, const char*, long double&);

}  // namespace perm
