// SPDX-License-Identifier: Apache-2.0
//
// The MPI that programs are built with, and where hpcc's own library and headers for it are.
#ifndef HPCC_FRONTEND_MPI_H
#define HPCC_FRONTEND_MPI_H

#include <string>
#include <vector>

struct mpi_choice {
	std::string name;    // openmpi, mpich, smpi
	std::string wrapper; // its mpicc
	bool named;          // the user named the wrapper: its flags are asked for, not those found when hpcc was built
};

// By HPCC_MPI and HPCC_MPICC, else the one that hpcc was built for. Returns false after an error, which has been
// printed.
bool mpi_choose(mpi_choice &mpi);

// The flags with which programs are compiled and linked, as the wrapper gives them.
bool mpi_flags(const mpi_choice &mpi, std::vector<std::string> &compile, std::vector<std::string> &link);

// What the MPI calls itself, "Open MPI 4.1.4"; its name and its wrapper where that does not say.
std::string mpi_version(const mpi_choice &mpi);

// What `program argument` prints to its output; false where it fails.
bool mpi_ask(const std::string &program, const std::string &argument, std::string &answer);

// Folder of hpcc's headers (that holds hpcc/runtime.h), and path of libhpcc.a. `executable` is hpcc's own path.
std::string install_include(const std::string &executable);
std::string install_library(const std::string &executable, const mpi_choice &mpi);

// Becomes `wrapper` with main's arguments, NULL behind the last. Returns only where that fails, with an exit status.
// `include`: folder of hpcc's headers, which are found, too.
int mpi_become(const mpi_choice &mpi, const std::string &include, char **argv);

#endif
