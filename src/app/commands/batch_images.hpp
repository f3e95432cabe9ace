// SPDX-License-Identifier: Apache-2.0
// The images that a batch is given: the lines of a table, the images in a folder, or the names that a pattern fits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "input/options/option_values.hpp"

namespace perm {

struct BatchImage {
  std::string name;                   ///< of the column `name`
  std::string input;                  ///< as it is listed
  std::filesystem::path path;         ///< a relative one of a table counts from the folder of the table
  GivenOptions options;               ///< of its line
  std::optional<InputError> problem;  ///< what is wrong with its line
};

/// Gives the images of `list` in its order; those of a folder or a pattern by their names. Throws InputError where
/// there is none, and for a table that cannot be read; UsageError for a column that is no option.
std::vector<BatchImage> find_batch_images(const std::string& list);

}  // namespace perm
