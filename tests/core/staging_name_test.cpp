// SPDX-License-Identifier: Apache-2.0
#include "core/staging_name.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace perm {
namespace {

/// Gives the name that a process of this computer gives which is dead now.
std::string name_of_dead_process() {
  std::array<int, 2> pipe{};
  EXPECT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string name = new_staging_name();
    ::_exit(::write(pipe[1], name.data(), name.size()) > 0 ? 0 : 1);
  }
  std::array<char, 256> name{};
  const ssize_t got = ::read(pipe[0], name.data(), name.size());
  ::waitpid(child, nullptr, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
  return {name.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

/// Gives `name` with its part number `part` replaced; the parts are ".partial", process, place, tag, number, host.
std::string with_part(const std::string& name, int part, const std::string& text) {
  std::size_t begin = 0;
  for (int i = 0; i < part; ++i) begin = name.find('-', begin) + 1;
  return name.substr(0, begin) + text + name.substr(name.find('-', begin));
}

TEST(StagingName, is_a_new_one_each_time) { EXPECT_NE(new_staging_name(), new_staging_name()); }

TEST(StagingName, of_a_living_process_is_not_abandoned) {
  EXPECT_FALSE(is_abandoned_staging(new_staging_name()));
  EXPECT_FALSE(is_abandoned_staging(with_part(new_staging_name(), 1, std::to_string(::getppid()))));
}

TEST(StagingName, of_a_dead_process_of_this_computer_is_abandoned) {
  EXPECT_TRUE(is_abandoned_staging(name_of_dead_process()));
}

TEST(StagingName, of_a_dead_process_whose_parent_has_not_noted_it_is_abandoned) {
  const pid_t process = ::fork();
  if (process == 0) ::_exit(0);
  siginfo_t end{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(process), &end, WEXITED | WNOWAIT), 0);  // it stays a zombie
  EXPECT_TRUE(is_abandoned_staging(with_part(new_staging_name(), 1, std::to_string(process))));
  ASSERT_EQ(::waitpid(process, nullptr, 0), process);
}

TEST(StagingName, of_an_earlier_process_that_had_our_number_is_abandoned) {
  EXPECT_TRUE(is_abandoned_staging(with_part(new_staging_name(), 3, "0123456789abcdef")));
}

TEST(StagingName, of_a_dead_process_proves_nothing_on_another_computer_or_in_another_container) {
  EXPECT_FALSE(is_abandoned_staging(with_part(name_of_dead_process(), 2, "0123456789abcdef")));
  EXPECT_FALSE(is_abandoned_staging(with_part(name_of_dead_process(), 2, "0000000000000000")));
}

TEST(StagingName, is_never_what_a_user_names_a_folder) {
  const std::string dead = name_of_dead_process();
  for (const std::string& name :
       {std::string(".partial-results"), std::string(".partial-notes.txt"), std::string(".partial-"),
        std::string(".partial-999999999"), std::string(".partial-12-34-56-78-host"), "x" + dead, dead.substr(1),
        with_part(dead, 1, "0"), with_part(dead, 1, "99999999999"), with_part(dead, 1, "+5")})
    EXPECT_FALSE(is_abandoned_staging(name)) << name;
}

}  // namespace
}  // namespace perm
