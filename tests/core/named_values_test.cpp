// SPDX-License-Identifier: Apache-2.0
#include "core/named_values.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/boundary.hpp"

namespace perm {

enum class Colour { red, green, blue };
template <>
inline constexpr std::array names_of<Colour>{NamedValue{Colour::green, "green"}, NamedValue{Colour::red, "dark-red"}};

namespace {

TEST(NamedValues, are_written_and_read_by_one_table) {
  EXPECT_EQ(to_string(Colour::red), "dark-red");
  EXPECT_EQ(value_named<Colour>("dark-red"), Colour::red);
  EXPECT_EQ(value_named<Colour>("red"), std::nullopt);
  EXPECT_EQ(value_named<Colour>(""), std::nullopt);
}

TEST(NamedValues, are_listed_in_the_order_of_the_table) {
  EXPECT_EQ(join_names<Colour>("|"), "green|dark-red");
  EXPECT_EQ(join_names<Axis>(", "), "x, y, z");
}

TEST(NamedValues, a_value_that_the_table_leaves_out_is_a_fault_of_the_program) {
  EXPECT_THROW(to_string(Colour::blue), std::logic_error);
}

/// Expects that every value from the first enumerator on has a name, and that no two have the same.
template <class Enum>
void expect_a_name_for_each_value() {
  std::set<std::string> names;
  for (std::size_t i = 0; i < names_of<Enum>.size(); ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_TRUE(names.insert(to_string(value)).second);
    EXPECT_EQ(value_named<Enum>(to_string(value)), value);
  }
}

TEST(NamedValues, of_axes_and_boundaries_are_complete) {
  expect_a_name_for_each_value<Axis>();
  expect_a_name_for_each_value<Boundary>();
  expect_a_name_for_each_value<Sides>();
  EXPECT_EQ(axis_letter(Axis::z), 'z');
}

}  // namespace
}  // namespace perm
