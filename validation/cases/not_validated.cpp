// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/case_list.hpp"

namespace perm::validation {

std::vector<std::string> not_validated() {
  std::vector<std::string> sentences;
  sentences.emplace_back(
      "Rock and other scanned media: no exact value exists; programs differ there by 20 to 50 % on one image, mostly "
      "by their boundaries and the voxels across a throat. permeability-studies validate --images shows how far K is "
      "from "
      "some of them.");
  sentences.emplace_back("Segmentation: the image is taken as it is.");
  sentences.emplace_back("Boundaries other than periodic: tests hold them against images with their mirror images.");
  sentences.emplace_back(
      "Off-diagonal terms of the permeability tensor, except that a slow step of the same scheme gives the same on one "
      "small medium; slip at walls.");
  sentences.emplace_back(
      "Flow with inertia, unless permeability-studies validate --cases inertia is run: those flows are judged by "
      "themselves.");
  sentences.emplace_back("Float16 storage, except that its results are finished in float32.");
  sentences.emplace_back("Random packings beyond a sanity band: correlations differ by 20 % among themselves.");
  return sentences;
}

}  // namespace perm::validation
