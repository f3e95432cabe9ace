# SPDX-License-Identifier: Apache-2.0
# Tests what tools/commit.cmake finds in repositories that are made for this test:
#   cmake -DSCRIPT=FILE -DFOLDER=EMPTY_FOLDER -P commit_test.cmake
set(header ${FOLDER}/build/commit.hpp)
set(source ${FOLDER}/source)
find_program(GIT git)

function(expect what pattern) # OPTION...
  execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DHEADER=${header} ${ARGN} -P ${SCRIPT}
    RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0 OR NOT out STREQUAL "")
    message(SEND_ERROR "${what}: ends with ${status} and says '${out}'")
  endif()
  file(READ ${header} text)
  if(NOT text MATCHES "\nnamespace perm {\n\ninline constexpr const char\\* built_from_commit = \"${pattern}\";\n\n}")
    message(SEND_ERROR "${what}: expected ${pattern} in:\n${text}")
  endif()
endfunction()

function(run_git)
  execute_process(COMMAND ${GIT} -c user.name=Test -c user.email=test@localhost ${ARGN} WORKING_DIRECTORY ${source}
    RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "git ${ARGN}: ${out}")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${source}/file.txt "first\n")
expect("outside git" "")
expect("without git" "" -DGIT=${FOLDER}/absent/git)
if(NOT GIT)
  message("No git here: the rest is left out")
  return()
endif()

run_git(init --quiet)
expect("before the first commit" "")
run_git(add file.txt)
run_git(commit --quiet --no-gpg-sign -m first)
set(clean "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")
expect("a commit" "${clean}")
file(WRITE ${source}/untracked.txt "")
expect("a file that git does not track" "${clean}")

file(TIMESTAMP ${header} before "%s")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
file(TOUCH ${source}/file.txt)
expect("the same commit" "${clean}")
file(TIMESTAMP ${header} after "%s")
if(NOT before STREQUAL after)
  message(SEND_ERROR "the same commit: the header was written again")
endif()

file(WRITE ${source}/file.txt "second\n")
expect("a file that has changed" "${clean}, modified")
expect("git taken away" "" -DGIT=${FOLDER}/absent/git)

set(ENV{GIT_TEST_ASSUME_DIFFERENT_OWNER} 1) # git's own way to test this case
expect("a folder of another user" "${clean}, modified")
unset(ENV{GIT_TEST_ASSUME_DIFFERENT_OWNER})

set(source ${FOLDER}/source/unpacked)
file(WRITE ${source}/file.txt "")
expect("a folder within another repository" "")
file(REMOVE_RECURSE ${FOLDER})
