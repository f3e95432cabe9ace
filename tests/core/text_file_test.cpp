// SPDX-License-Identifier: Apache-2.0
#include "core/text_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/errors.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TextFile : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(path_); }
  fs::path write(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  static void expect_refusal(const fs::path& path, const std::string& why) {
    EXPECT_THAT([&] { read_text_file(path, "the list"); },
                testing::ThrowsMessage<InputError>(
                    testing::AllOf(HasSubstr("Cannot read the list '" + path.string() + "'"), HasSubstr(why))));
  }
  fs::path path_{fs::path(testing::TempDir()) / ("text_file_" + std::to_string(::getpid()))};
};

TEST_F(TextFile, is_read_whole) {
  const std::string text(200'000, 'x');
  EXPECT_EQ(read_text_file(write(text + "\r\nend")), text + "\r\nend");
  EXPECT_EQ(read_text_file(write("")), "");
}

TEST_F(TextFile, loses_the_mark_that_editors_put_before_utf_8) {
  EXPECT_EQ(read_text_file(write("\xEF\xBB\xBFkind = sc")), "kind = sc");
}

TEST_F(TextFile, is_refused_where_it_is_missing_or_holds_no_text) {
  expect_refusal(path_, "No such file");
  expect_refusal(write(std::string("a\0b", 3)), "no text");
  fs::resize_file(path_, static_cast<std::uintmax_t>(most_text_bytes) + 1);
  expect_refusal(path_, "more than 64 MiB");
}

TEST_F(TextFile, is_no_folder_pipe_or_device_and_nobody_waits_for_one) {
  expect_refusal(testing::TempDir(), "it is a folder");
  expect_refusal("/dev/zero", "a pipe or a device");
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  expect_refusal(path_, "a pipe or a device");
}

TEST_F(TextFile, whose_reading_fails_is_not_taken_as_empty) {
  if (!fs::exists("/proc/self/mem")) GTEST_SKIP() << "no /proc/self/mem here";
  expect_refusal("/proc/self/mem", "Input/output error");
}

TEST(TextStream, throws_where_a_stream_would_take_a_shortage_of_memory_for_its_end) {
  TextStream words("one two");
  std::string word;
  EXPECT_TRUE(words >> word);
  EXPECT_TRUE(words >> word);
  EXPECT_FALSE(words >> word) << "its end is no failure";
  TextStream lines("one");
  EXPECT_THROW(lines.setstate(std::ios::badbit), std::ios_base::failure);  // what a stream does for std::bad_alloc
}

template <class Number>
class NumberInText : public testing::Test {};
using Numbers = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(NumberInText, Numbers);

TYPED_TEST(NumberInText, is_read_by_a_stream_as_by_the_standard_library) {
  const auto by_the_library = [](const char* first, const char* last, auto& number) {
    if constexpr (requires { std::from_chars(first, last, number); })
      return std::optional(std::from_chars(first, last, number));
    else
      return std::optional<std::from_chars_result>();
  };
  for (const std::string text : {"0",
                                 "-0",
                                 "1",
                                 "-1.5",
                                 "1.",
                                 ".5",
                                 "-.5e3",
                                 "1e5",
                                 "1E-5x",
                                 "1e",
                                 "1e+",
                                 "2e+3",
                                 "5.345um",
                                 "0.1",
                                 "3,5",
                                 "1.2.3",
                                 "9007199254740993",
                                 "2.2250738585072011e-308",
                                 "1.7976931348623157e308",
                                 "3.4028235e38",
                                 "1e-45",
                                 "4.9e-324",
                                 "1e-310",
                                 "1e39",
                                 "1e400",
                                 "-1e5000",
                                 "1e-5000",
                                 "0e5000",
                                 "inf",
                                 "-Infinity",
                                 "infinit",
                                 "INF x",
                                 "nan",
                                 "NaNs",
                                 "na",
                                 "",
                                 "-",
                                 ".",
                                 "-.",
                                 "e5",
                                 "+1",
                                 " 1",
                                 "0x10",
                                 "--1",
                                 "-inf"}) {
    const char* const last = text.data() + text.size();
    TypeParam wanted = 7, number = 7;
    const auto expected = by_the_library(text.data(), last, wanted);
    if (!expected) GTEST_SKIP() << "this standard library reads no such numbers";
    const auto read = scan_number_by_stream(text.data(), last, number);
    EXPECT_EQ(read.ec, expected->ec) << text;
    EXPECT_EQ(read.ptr, expected->ptr) << text;
    EXPECT_EQ(std::signbit(number), std::signbit(wanted)) << text;
    EXPECT_TRUE(number == wanted || (std::isnan(number) && std::isnan(wanted))) << text << " is " << number;
  }
}

}  // namespace
}  // namespace perm
