// SPDX-License-Identifier: Apache-2.0
// Grey values that count as pore or as solid, as a user gives them, and the conventions by which programs label voxels.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/named_values.hpp"

namespace perm {

/// Grey values from `low` to `high`, both included. A long double has every whole number of 64 bits.
struct GreyRange {
  long double low{0};
  long double high{0};
  friend bool operator==(const GreyRange&, const GreyRange&) = default;
};

/// Leaves one side of a range open.
inline constexpr long double unbounded_grey = std::numeric_limits<long double>::infinity();

/// Reads "0", "0:89" or "0,2,5:7" ("90:" and ":89" leave one side open). Throws InputError otherwise, and for a list of
/// more than 65536 parts.
std::vector<GreyRange> parse_grey_ranges(std::string_view text);
/// Gives "0, 2, 5 to 7", "up to 89", "90 and above".
std::string in_words(const std::vector<GreyRange>& ranges);

/// What a label stands for by the habit of a program or a group.
enum class LabelConvention {
  porespy,   ///< 0 is solid and every other value, as True, is pore
  imperial,  ///< 0 is pore and every other value is solid
  lbpm,      ///< values above 0 are pore (fluids), 0 and below are solid
  geodict,   ///< 0 is pore and the numbers of materials are solid
};

template <>
inline constexpr std::array<NamedValue<LabelConvention>, 4> names_of<LabelConvention>{
    {{LabelConvention::porespy, "porespy"},
     {LabelConvention::imperial, "imperial"},
     {LabelConvention::lbpm, "lbpm"},
     {LabelConvention::geodict, "geodict"}}};

}  // namespace perm
