# SPDX-License-Identifier: Apache-2.0
# Installs the build in BUILD into FOLDER, builds the project CONSUMER against it with COMPILER, and runs its program. Makes
# the part for MPI anew with MPICC, where that is given, and starts the installed program with MPIEXEC. Where BINARIES is
# given, it looks at every binary that was installed.
# The duct's permeability is known: mean velocity over all voxels times nu/g = (8^4 / 144) * 0.035144 (White, Viscous
# Fluid Flow, eq. 3-48, square duct). With half-way walls on voxel faces and 8 voxels across it may differ by 2 %.
function(run_or_fail what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${what} failed:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Looks for search paths that lead to the current folder, and for protections that are missing, in all that is installed.
function(check_binaries)
  find_program(python python3)
  find_program(readelf readelf)
  if(BINARIES AND NOT SANITIZE AND python AND readelf)
    run_or_fail("tools/check_binaries" ${python} -B ${BINARIES} ${FOLDER}/prefix)
    message("${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
run_or_fail("cmake --install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
check_binaries()
if(SANITIZE) # a program without sanitizers cannot load a library that has them
  set(sanitized "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")
endif()
run_or_fail("configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER} -B ${FOLDER}/build -DCMAKE_BUILD_TYPE=Release ${sanitized}
  -DCMAKE_PREFIX_PATH=${FOLDER}/prefix -DCMAKE_CXX_COMPILER=${COMPILER})
run_or_fail("building the consumer" ${CMAKE_COMMAND} --build ${FOLDER}/build)
set(program ${FOLDER}/prefix/bin/permeability)
run_or_fail("generate" ${program} generate packing --size 24 --porosity 0.5 --radius 5 --voxel-size 2um -o ${FOLDER}/bed.tif)
run_or_fail("the consumer's program" ${FOLDER}/build/consumer ${FOLDER}/bed.tif)

if(NOT output MATCHES "K along x: ([0-9.e+-]+) voxel\\^2, converged")
  message(FATAL_ERROR "the consumer's program gave no permeability along x:\n${output}")
endif()
set(permeability ${CMAKE_MATCH_1})
if(permeability LESS 0.98 OR permeability GREATER 1.04)
  message(FATAL_ERROR "K of the duct is ${permeability} voxel^2, but 1.0 was to be expected:\n${output}")
endif()
if(NOT output MATCHES "K along y: 0 voxel\\^2, not_percolating")
  message(FATAL_ERROR "the duct conducts along y:\n${output}")
endif()
foreach(wanted "warning: along x: throats of about 1.0 voxels" "warning: along y: throats of about 1.0 voxels"
    "principal values: 0[.]0[0-9]+ 0[.]0[0-9]+ 0 voxel" "viscous share: ")
  if(NOT output MATCHES "${wanted}")
    message(FATAL_ERROR "the library does not tell the program \"${wanted}\":\n${output}")
  endif()
endforeach()
message("${output}")

# The library reads the file as `solve` does, and finds the same K to the last bit.
if(NOT output MATCHES "K of [^\n]*TIFF[^\n]*: ([0-9.]+) voxel")
  message(FATAL_ERROR "the library does not read a TIFF:\n${output}")
endif()
set(permeability ${CMAKE_MATCH_1})
run_or_fail("solve" ${program} solve ${FOLDER}/bed.tif --voxel-size 2um --pore 0 --tolerance 1e-4 -o ${FOLDER}/solved)
file(READ ${FOLDER}/solved/result.json result)
if(NOT result MATCHES "\"permeability_voxel2\": ${permeability},")
  message(FATAL_ERROR "the library finds K = ${permeability} voxel^2, and solve finds another one:\n${result}")
endif()

if(MPICC)
  file(REMOVE ${FOLDER}/prefix/libexec/permeability/permeability-mpi.so)
  execute_process(COMMAND ${MPIEXEC} -n 2 ${program} --version RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(NOT failed OR NOT output MATCHES "permeability-mpi-build")
    message(FATAL_ERROR "without its part for MPI the program does not say what makes it:\n${output}")
  endif()
  run_or_fail("permeability-mpi-build" ${CMAKE_COMMAND} -E env MPICC=${MPICC} ${FOLDER}/prefix/bin/permeability-mpi-build)
  check_binaries() # the part that was made anew too
  run_or_fail("the installed program on two ranks" ${MPIEXEC} -n 2 ${program} bench --size 32 --seconds 0.01)
  if(NOT output MATCHES "2 ranks|ranks +2")
    message(FATAL_ERROR "the installed program does not work on two ranks:\n${output}")
  endif()
endif()
