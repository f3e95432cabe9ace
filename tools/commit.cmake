# SPDX-License-Identifier: Apache-2.0
# Writes a header that says which commit is being built. An unchanged header is not written again, so that nothing is
# compiled again for the same commit. The build runs this script every time:
#   cmake -DSOURCE=FOLDER -DHEADER=FILE [-DGIT=PROGRAM] -P tools/commit.cmake
# The commit is seven digits, or more when they are needed, followed by ", modified" where files that git tracks have
# changed since. It is empty when there is no git, or when FOLDER is not the top of a repository.
set(commit "")
unset(ENV{GIT_DIR}) # git sets these when it runs the build itself, for example in a hook
unset(ENV{GIT_WORK_TREE})
unset(ENV{GIT_INDEX_FILE})

function(run_git result output) # ARGUMENTS...
  execute_process(
    # A user who builds this folder runs its code already, so the owner of the folder does not matter. git must not lock
    # the folder, because others may be using it.
    COMMAND "${GIT}" -c safe.directory=* -c core.fsmonitor=false --no-optional-locks ${ARGN}
    WORKING_DIRECTORY "${SOURCE}" RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${result} "${status}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

find_program(GIT git)
if(GIT AND EXISTS "${SOURCE}/.git")
  run_git(status commit rev-parse --short=7 HEAD)
  if(status EQUAL 0 AND commit MATCHES "^[0-9a-f]+$")
    run_git(status changes status --porcelain --untracked-files=no)
    if(status EQUAL 0 AND NOT changes STREQUAL "")
      string(APPEND commit ", modified")
    endif()
  else()
    set(commit "")
  endif()
endif()

file(CONFIGURE OUTPUT "${HEADER}" CONTENT [[// Written by tools/commit.cmake.
#pragma once

namespace perm {

inline constexpr const char* built_from_commit = "@commit@";

}  // namespace perm
]] @ONLY)
