// SPDX-License-Identifier: Apache-2.0
// Says which program this is, for --version and for the record of a run.
#pragma once

#include <string>

namespace perm {

/// Gives "0.1.0".
std::string version();

/// Gives the commit that this program was built from: "02e351b", or "02e351b, modified" when files that git tracks had
/// changed since; it is empty when the program was built outside a git repository or without git.
std::string commit();

/// Gives "permeability 0.1.0 (commit 02e351b)", without the brackets when the commit is not known.
std::string describe_program();

}  // namespace perm
