// SPDX-License-Identifier: Apache-2.0
// The program permeability-studies.
#include "app/program.hpp"
#include "studies/study_list.hpp"

int main(int argc, char** argv) { return perm::run_program(argc, argv, perm::all_studies); }
