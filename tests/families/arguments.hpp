// SPDX-License-Identifier: Apache-2.0
// The words that write_family and family_truth are started with, and how both end.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "families/family.hpp"

namespace perm::families {

// Each function throws UsageError when the word is not what it must be.
Family read_family(const std::string& word);
std::uint64_t read_seed(const std::string& word);
/// Gives a number above 0 and below 1.
double read_residual(const std::string& word);

/// Runs a command with its words. An error becomes one line on the error stream, and the exit code.
int run_command(const char* name, const std::vector<std::string>& words,
                const std::function<void(const std::vector<std::string>&)>& run);

}  // namespace perm::families
