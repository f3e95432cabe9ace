# SPDX-License-Identifier: Apache-2.0
# How files are made that run on Linux since glibc 2.28 (PERMEABILITY_PORTABLE): the libraries are in them, but for glibc
# and libgcc_s, which every Linux has, and lower_glibc lets them take what an older glibc has. Without that option the
# functions here do nothing.
set(PERM_PORTABLE_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(perm_make_portable target) # a program, or the module of Python
  if(NOT PERMEABILITY_PORTABLE)
    return()
  endif()
  get_target_property(type ${target} TYPE)
  set(start "")
  if(type STREQUAL EXECUTABLE)
    set(start ${PERM_PORTABLE_FOLDER}/older_start.c)
    target_link_options(${target} PRIVATE LINKER:--wrap=__libc_start_main)
  endif()
  # As an object, not a library: it comes before the libraries whose functions it takes the place of.
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:perm_older_glibc> ${start})
  set_source_files_properties(${start} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  # Since glibc 2.34 these are parts of libc; before, they had functions that nothing would name.
  target_link_options(${target} PRIVATE LINKER:--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -l:librt.so.1 LINKER:--as-needed
    LINKER:--gc-sections)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM COMMAND ${PERM_PORTABLE_FOLDER}/lower_glibc $<TARGET_FILE:${target}>)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${PERM_PORTABLE_FOLDER}/lower_glibc)
endfunction()

# Gives a copy of a static library that may be part of a shared one: it asks for the data of glibc by names of older_glibc.c.
function(perm_static_library result file)
  get_filename_component(name ${file} NAME)
  set(copy ${PROJECT_BINARY_DIR}/portable/${name})
  if(NOT EXISTS ${copy})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/portable)
    set(names "")
    foreach(datum stderr stdout environ)
      list(APPEND names --redefine-sym ${datum}=perm_${datum})
    endforeach()
    execute_process(COMMAND ${CMAKE_OBJCOPY} ${names} ${file} ${copy} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  set(${result} ${copy} PARENT_SCOPE)
endfunction()

function(perm_use_static_copy target) # of an imported one
  foreach(property IMPORTED_LOCATION IMPORTED_LOCATION_RELEASE)
    get_target_property(file ${target} ${property})
    if(PERMEABILITY_PORTABLE AND file MATCHES "\\.a$")
      perm_static_library(copy ${file})
      set_property(TARGET ${target} PROPERTY ${property} ${copy})
    endif()
  endforeach()
endfunction()

if(PERMEABILITY_PORTABLE)
  set(Boost_USE_STATIC_LIBS ON)
  set(HDF5_USE_STATIC_LIBRARIES ON)
  if(PERMEABILITY_PYTHON) # libgomp has data of each thread, which only a program can have in itself
    find_package(OpenMP REQUIRED COMPONENTS CXX)
  endif()
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
  target_compile_definitions(perm_language INTERFACE FMT_HEADER_ONLY)
  target_link_options(perm_language INTERFACE -static-libstdc++ LINKER:--as-needed)
  add_library(perm_older_glibc OBJECT ${PERM_PORTABLE_FOLDER}/older_glibc.c)
  target_link_libraries(perm_older_glibc PRIVATE perm_hardening)
  set_target_properties(perm_older_glibc PROPERTIES UNITY_BUILD OFF C_STANDARD 11)
endif()
