// SPDX-License-Identifier: Apache-2.0
// Points that others have published, for a sweep to be drawn beside: read from a table as spreadsheets save them
// (input/csv_table.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace perm::validation {

/// The points of one source: equally many porosities and permeabilities over the square of the grains' diameter.
struct PublishedPoints {
  std::string name;
  std::vector<double> porosity;
  std::vector<double> over_diameter2;
};

/// Reads a file whose first line names its columns, in any order: porosity (or solid_fraction), permeability_over_d2,
/// and, if there is one, name, which says where a point is from; without it the name of the file does. Lines that are
/// empty or begin with # count for nothing, and other columns are passed over. Points of one name are one element of
/// the result, in the order of the file. Throws InputError, which names the line, for a column that is missing, a value
/// that is no number, a porosity that does not lie between 0 and 1, and a permeability that is not above 0.
std::vector<PublishedPoints> read_published_points(const std::filesystem::path& file);

}  // namespace perm::validation
