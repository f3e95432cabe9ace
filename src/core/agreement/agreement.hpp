// SPDX-License-Identifier: Apache-2.0
// Processes that work on one thing must know the same of it: with other options or another file on one of them, they
// would wait for each other for ever, or mix two results. So they compare before they begin, and end with one line that
// names what differs.
#pragma once

#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace perm {

/// A value that all processes must have alike.
struct SharedValue {
  std::string name;   ///< in words, as an error names it: "--tolerance", "the extent"
  std::string value;  ///< in words too
};

/// Throws InputError, on all processes alike, unless all have the names and values of the first one. The message begins
/// with `problem`, names the first value that differs on the lowest rank where one does, and ends with `remedy`.
/// Collective.
void require_agreement(const Communicator& processes, const std::string& problem, const std::vector<SharedValue>& own,
                       const std::string& remedy);

}  // namespace perm
