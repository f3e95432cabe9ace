// SPDX-License-Identifier: Apache-2.0
// The text that `conduct` prints.
#pragma once

#include <string>

#include "report/conduct/conduct_words.hpp"
#include "run/conduct.hpp"

namespace perm {

std::string format_conduction(const ConductReport& report, const ConductWords& words);

}  // namespace perm
