// SPDX-License-Identifier: Apache-2.0
#include "core/installation/installed_files.hpp"

#include <gtest/gtest.h>

namespace perm {
namespace {

TEST(InstalledFiles, are_found_from_the_folder_of_a_file_whose_path_is_absolute) {
  EXPECT_EQ(installed_from("/opt/bin/permeability", "../libexec/part.so"), "/opt/libexec/part.so");
  EXPECT_EQ(installed_from("/permeability", "part.so"), "/part.so");
}

TEST(InstalledFiles, are_not_found_where_the_system_does_not_tell_the_place_of_the_program) {
  for (const char* file : {"", "permeability", "./permeability", "../bin/permeability", "(unreachable)/permeability"})
    EXPECT_EQ(installed_from(file, "../libexec/part.so"), "") << file;
}

TEST(InstalledFiles, are_sought_from_this_program) {
  if (!std::filesystem::exists("/proc/self/exe")) GTEST_SKIP() << "/proc is not mounted here";
  EXPECT_TRUE(program_file().is_absolute()) << program_file();
  EXPECT_EQ(own_file(), program_file());  // the code is not in a shared library here
}

}  // namespace
}  // namespace perm
