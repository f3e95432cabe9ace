// SPDX-License-Identifier: Apache-2.0
// The images of `validate --images`: which of them are there, and how their pores are read.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/commands/flow_tasks.hpp"
#include "report/validation/validation_report.hpp"
#include "validation/cases/validation_case.hpp"

namespace perm {

/// Says whether a case needs an image.
bool has_image(const validation::Case& one);

/// Takes the cases out of `cases` whose image is not in `folder`, or all with an image where no folder is given, and
/// says which and why.
std::vector<SkippedCases> take_out_missing_images(std::vector<validation::Case>& cases,
                                                  const std::optional<std::filesystem::path>& folder);

/// Gives the pores of a part of an image in `folder`. Reading throws what read_input throws.
PoreSource source_of(const validation::ImagePart& image, const std::filesystem::path& folder);

}  // namespace perm
