# SPDX-License-Identifier: Apache-2.0
#
# What an installed hpcc has besides the compiler, the runtime and the headers: the files by which pkg-config and
# CMake find it, and the manual page. All of them find the rest relative to themselves, so the prefix may move.
include(CMakePackageConfigHelpers)

set(HPCC_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hpcc)
# From the folder of hpcc.pc, and of hpccConfig.cmake, up to the prefix.
file(RELATIVE_PATH HPCC_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(RELATIVE_PATH HPCC_CMAKE_TO_PREFIX /${HPCC_CMAKE_DIR} /)

# The MPI that hpcc takes where nobody says which.
if(HPCC_OPENMPI_WRAPPER)
  set(HPCC_PC_MPI openmpi)
  set(HPCC_PC_LINK "${HPCC_OPENMPI_LINK}")
else()
  set(HPCC_PC_MPI mpich)
  set(HPCC_PC_LINK "${HPCC_MPICH_LINK}")
endif()

string(REGEX REPLACE "/$" "" HPCC_PC_TO_PREFIX "${HPCC_PC_TO_PREFIX}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/hpcc.pc.in ${CMAKE_BINARY_DIR}/hpcc.pc @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/hpcc-launch.in ${CMAKE_BINARY_DIR}/hpcc-launch @ONLY)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hpccConfig.cmake.in ${CMAKE_BINARY_DIR}/hpccConfig.cmake
                              INSTALL_DESTINATION ${HPCC_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hpccConfigVersion.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)

install(FILES ${CMAKE_BINARY_DIR}/hpcc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${CMAKE_BINARY_DIR}/hpccConfig.cmake ${CMAKE_BINARY_DIR}/hpccConfigVersion.cmake
        DESTINATION ${HPCC_CMAKE_DIR})
install(PROGRAMS ${CMAKE_BINARY_DIR}/hpcc-launch DESTINATION ${HPCC_CMAKE_DIR})
install(FILES ${PROJECT_SOURCE_DIR}/docs/man/hpcc.1 ${PROJECT_SOURCE_DIR}/docs/man/hpcc-compare.1
        ${PROJECT_SOURCE_DIR}/docs/man/hpcc-graph.1
        ${PROJECT_SOURCE_DIR}/docs/man/hpcc-machine.1 ${PROJECT_SOURCE_DIR}/docs/man/hpcc-run.1
        ${PROJECT_SOURCE_DIR}/docs/man/hpcc-probe.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
