# SPDX-License-Identifier: Apache-2.0
# What packages hold besides the program, and how CPack makes them: a .tgz that is unpacked anywhere
# (PERMEABILITY_PORTABLE), or .deb packages for the distribution that this is, one for each of
#   program    the program alone, which needs few libraries
#   report     the maker of reports, which needs Python
#   images     the reader of the formats that libpng, ITK and HDF5 know
#   mpi        the part for the distribution's MPI
#   dev        the C++ library with its headers
#   studies    permeability-studies: the full validation, schemes of papers
#   python     the Python package
if(SKBUILD) # a wheel has only the Python package
  return()
endif()
install(FILES LICENSE CHANGELOG.md README.md tools/packaging/THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/permeability)
install(DIRECTORY geometries/ DESTINATION ${CMAKE_INSTALL_DATADIR}/permeability/geometries
  FILES_MATCHING PATTERN "*.ini" PATTERN "*.txt" PATTERN "*.dat")
install(DIRECTORY tools/pipelines/ DESTINATION ${CMAKE_INSTALL_DATADIR}/permeability/pipelines USE_SOURCE_PERMISSIONS)

set(CPACK_PACKAGE_NAME permeability)
set(CPACK_PACKAGE_VENDOR "the permeability project")
set(CPACK_PACKAGE_CONTACT "the permeability project <permeability@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "flow through porous media from voxel images")
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Solves creeping flow through a segmented image of rock, fibres or packings by
the lattice Boltzmann method, on CPUs and NVIDIA GPUs, and gives the
permeability with a bound on its error.")
set(CPACK_COMPONENT_REPORT_DESCRIPTION "Makes HTML pages of the results of permeability.")
set(CPACK_COMPONENT_IMAGES_DESCRIPTION "Lets permeability read PNG, HDF5, DICOM and other formats of images.")
set(CPACK_COMPONENT_MPI_DESCRIPTION "Lets permeability share one flow among processes, with Open MPI.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "The solver of permeability as a C++ library.")
set(CPACK_COMPONENT_STUDIES_DESCRIPTION "Holds permeability against flows that are known, and measures schemes of papers.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The solver of permeability for Python and NumPy.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME permeability-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

if(PERMEABILITY_PORTABLE)
  set(CPACK_GENERATOR TGZ)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_COMPONENTS_ALL program report)
else()
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL program report dev)
  if(TARGET permeability-read-image)
    list(APPEND CPACK_COMPONENTS_ALL images)
  endif()
  if(PERM_MPI_FOUND)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
  endif()
  if(PERMEABILITY_STUDIES)
    list(APPEND CPACK_COMPONENTS_ALL studies)
  endif()
  if(PERMEABILITY_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
  endif()
endif()
include(CPack)
