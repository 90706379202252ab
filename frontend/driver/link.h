// SPDX-License-Identifier: Apache-2.0
//
// The link of a translated program, and what its linker's complaints mean.
#ifndef HPCC_FRONTEND_LINK_H
#define HPCC_FRONTEND_LINK_H

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Job.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

// Runs the linker by `run`. What it says is repeated, unless all of it is that files should have been translated or
// have directives, which is told instead, each reason once.
bool link_program(clang::driver::Compilation &compilation, clang::driver::Command command,
        llvm::function_ref<bool(clang::driver::Compilation &, clang::driver::Command)> run);

// For a link without -fdist, with all of its arguments: whether one of its objects was compiled with -fdist (an error,
// which has been printed), and no library of hpcc's is among them.
bool link_lacks_dist(const std::vector<std::string> &command);

#endif
