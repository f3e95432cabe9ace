// SPDX-License-Identifier: Apache-2.0
// This is the only file that is compiled again when the commit changes.
#include "core/version.hpp"

#include <fmt/format.h>

#include "core/commit.hpp"  // written by the build

namespace perm {

std::string version() { return PERMEABILITY_VERSION; }

std::string commit() { return built_from_commit; }

std::string describe_program() {
  const std::string name = "permeability " + version();
  return commit().empty() ? name : fmt::format("{} (commit {})", name, commit());
}

}  // namespace perm
