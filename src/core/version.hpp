// SPDX-License-Identifier: Apache-2.0
// Says which program this is, for --version and for the record of a run.
#pragma once

#include <string>

namespace perm {

/// "0.1.0".
std::string version();

/// The commit that this was built from: "02e351b", or "02e351b, modified" where files that git tracks had changed
/// since; empty when it was built outside a git repository or without git.
std::string commit();

/// "permeability 0.1.0 (commit 02e351b)", without the brackets when the commit is not known.
std::string describe_program();

}  // namespace perm
