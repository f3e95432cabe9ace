// SPDX-License-Identifier: Apache-2.0
// The headline of a flow (darcy/evaluation/headline.hpp) in the words that every road shows: terminal, page, tables and
// Python take them from here or from result.json.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/trade_units.hpp"
#include "darcy/evaluation/headline.hpp"
#include "run/run_report.hpp"

namespace perm {

/// A headline in one unit: millidarcy, or darcy from ten of them on, or voxel^2 without a voxel size, or what --units
/// asks for. Numbers have the digits that the interval allows.
struct HeadlineWords {
  std::string label;     ///< "permeability", or what a number in the unit asked for is
  std::string unit;      ///< "mD"
  std::string value;     ///< "590"
  std::string interval;  ///< "360 to 940"; empty where there is none
  std::string causes;    ///< "faces 50 %, voxels 17 %, iteration 0.096 %": by how much each alone may raise K
  std::string unknown;   ///< "segmentation": what is not in the interval; empty where nothing is

  /// Gives "590 mD, 360 to 940".
  std::string text() const { return value + " " + unit + (interval.empty() ? "" : ", " + interval); }
};

/// Puts the headline of a flow along `direction` into words.
HeadlineWords headline_in_words(const Headline& headline, const ImageReport& image, Axis direction,
                                const std::optional<TradeUnitChoice>& units);

/// Gives the interval alone, in mD or voxel^2, as tables have it: "360 to 940", or "-" where there is none.
std::string interval_in_table(const std::optional<Headline>& headline, const std::optional<double>& voxel_size_m);

/// Gives the lines of the summary.
std::string format_headline(const HeadlineWords& words);

/// Gives the object "headline" of a flow in result.json.
nlohmann::ordered_json describe_headline(const Headline& headline, const ImageReport& image,
                                         const HeadlineWords& words);

}  // namespace perm
