// SPDX-License-Identifier: Apache-2.0
// Names the members of a plain struct, so that code can go through all of them: PERM_MEMBERS(Point, x, y) behind the
// struct. A struct that gets a member which the list lacks does not compile, so that none is forgotten.
#pragma once

#include <tuple>

#define PERM_MEMBERS(Type, ...)                     \
  inline auto members_of(Type& all_of_its_values) { \
    auto& [__VA_ARGS__] = all_of_its_values;        \
    return std::tie(__VA_ARGS__);                   \
  }
