// SPDX-License-Identifier: Apache-2.0
// Says when and where the program runs, for the record of a run. Nothing may be decided by either.
#pragma once

#include <string>

namespace perm {

/// Gives the present date and time in UTC, as ISO 8601 has them: "2026-11-21T08:15:30Z".
std::string utc_now();

/// Gives the name of this computer; empty where it has none.
std::string host_name();

}  // namespace perm
