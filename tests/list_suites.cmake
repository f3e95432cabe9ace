# SPDX-License-Identifier: Apache-2.0
# Writes the file LIST, which tells ctest the GoogleTest suites of PROGRAM: a test <PREFIX><suite> for each, with the
# PROPERTIES of ctest, given as name,value,name,value. perm_add_suites of CMakeLists.txt runs this after each build.
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE result TIMEOUT 60)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} does not list its tests (it ended with ${result}): ${listed}")
endif()
string(REPLACE "," " " properties "${PROPERTIES}")
string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z0-9_/]*\\." suites "${listed}")
if(NOT suites)
  message(FATAL_ERROR "${PROGRAM} lists no tests")
endif()
set(text "")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "[\n.]" "" suite "${suite}")
  string(APPEND text "add_test(\"${PREFIX}${suite}\" \"${PROGRAM}\" \"--gtest_filter=${suite}.*\")\n"
    "set_tests_properties(\"${PREFIX}${suite}\" PROPERTIES ${properties})\n")
endforeach()
file(WRITE ${LIST} "${text}")
