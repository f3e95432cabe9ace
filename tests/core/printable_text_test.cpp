// SPDX-License-Identifier: Apache-2.0
#include "core/printable_text.hpp"

#include <gtest/gtest.h>

namespace perm {
namespace {

TEST(PrintableText, keeps_what_can_be_read) {
  const std::string text = "rock.tif\t5 \u00b5m, k\u00b2 \u4e2d\U0001f600\n";
  EXPECT_EQ(printable(text), text);
}

TEST(PrintableText, writes_out_what_plays_with_the_terminal) {
  EXPECT_EQ(printable("a\033[31mb\rc\ad\x7f"), "a\\x1b[31mb\\x0dc\\x07d\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m") << "a control character of two bytes";
  EXPECT_EQ(printable("\u202egnp"), "\\xe2\\x80\\xaegnp") << "turns the direction of writing";
}

TEST(PrintableText, writes_out_what_is_no_utf_8) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xc3("), "\\xc3(") << "its second byte is missing";
  EXPECT_EQ(printable("\xe4\xb8"), "\\xe4\\xb8") << "its third byte is missing";
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "written longer than need be";
  EXPECT_EQ(printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b") << "written longer than need be";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80") << "beyond the last character";
}

TEST(PrintableText, of_a_line_has_no_ends_of_lines) {
  EXPECT_EQ(printable_line("a\nb"), "a\\x0ab");
  EXPECT_EQ(printable("a\nb"), "a\nb");
}

TEST(PrintableText, that_is_long_keeps_its_beginning_and_its_end) {
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("abcdefgh", 6), "abc [...] fgh");
  EXPECT_EQ(shorten("ab\u00b5\u00b5\u00b5\u00b5\u00b5gh", 6), "ab [...] gh") << "no half characters";
  EXPECT_EQ(shorten(std::string(100'000, 'a'), 800).size(), 807U);
}

}  // namespace
}  // namespace perm
