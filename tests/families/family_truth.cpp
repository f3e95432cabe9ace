// SPDX-License-Identifier: Apache-2.0
// Prints K of an image of a family, found without the program, as one line of JSON for tools/hard_cases.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "families/arguments.hpp"
#include "families/family.hpp"
#include "families/known_permeability.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm::families {
namespace {

constexpr const char* usage =
    "family_truth FAMILY SEED [RESIDUAL]    RESIDUAL of the steady equations; 1e-8 unless given\n";

void run(const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"--help"}) {
    fmt::print("{}", usage);
    return;
  }
  if (words.size() != 2 && words.size() != 3)
    throw UsageError("The family and the seed are not given", "", "See family_truth --help");
  const HardImage image = make_image(read_family(words[0]), read_seed(words[1]));
  const KnownPermeability known = find_known_permeability(image, words.size() == 3 ? read_residual(words[2]) : 1e-8);
  const Extent& extent = image.pores.extent();
  fmt::print(
      R"({{"dims": [{}, {}, {}], "pore_space_hash": "{}", "permeability_voxel2": {}, "relative_error": {}, "how": "{}"}})"
      "\n",
      extent.nx, extent.ny, extent.nz, hash_of(image.pores), known.permeability_voxel2, known.relative_error,
      known.how);
}

}  // namespace
}  // namespace perm::families

int main(int count, char** words) {
  return perm::families::run_command("family_truth", {words + 1, words + count}, perm::families::run);
}
