# SPDX-License-Identifier: Apache-2.0
# What CPack puts into the control files of the Debian packages, and the files that every Debian package has.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # for the shared library in dev
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(same_version "permeability (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME permeability)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "permeability-report, permeability-images, permeability-mpi")
set(CPACK_DEBIAN_REPORT_PACKAGE_NAME permeability-report)
set(CPACK_DEBIAN_REPORT_PACKAGE_DEPENDS "${same_version}, python3:any, python3-matplotlib, python3-jinja2")
set(CPACK_DEBIAN_IMAGES_PACKAGE_NAME permeability-images)
set(CPACK_DEBIAN_IMAGES_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME permeability-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "openmpi-bin")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libpermeability-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(triggers ${PROJECT_BINARY_DIR}/packaging/triggers)
file(WRITE ${triggers} "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_DEV_PACKAGE_CONTROL_EXTRA ${triggers})
set(CPACK_DEBIAN_STUDIES_PACKAGE_NAME permeability-studies)
set(CPACK_DEBIAN_STUDIES_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-permeability)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")

# The history is CHANGELOG.md; this file, which Debian wants, leads there. Its date is that of the commit, so that the
# same sources give the same package.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD OUTPUT_VARIABLE committed
  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
if(NOT failed)
  set(date ${committed})
endif()
set(changelog ${PROJECT_BINARY_DIR}/packaging/changelog)
file(WRITE ${changelog} "permeability (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * See CHANGELOG.md in the package permeability.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND gzip -9nf ${changelog})

foreach(pair program=permeability report=permeability-report images=permeability-images mpi=permeability-mpi dev=libpermeability-dev studies=permeability-studies python=python3-permeability)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES ${changelog}.gz tools/packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()
