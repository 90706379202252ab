// SPDX-License-Identifier: Apache-2.0
//
// The link of a translated program, and what its linker's complaints mean.
#ifndef HPCC_FRONTEND_LINK_H
#define HPCC_FRONTEND_LINK_H

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Job.h"
#include "llvm/ADT/STLFunctionalExtras.h"

// Runs the linker by `run`, repeats what it says, and explains which files should have been translated.
bool link_program(clang::driver::Compilation &compilation, clang::driver::Command command,
        llvm::function_ref<bool(clang::driver::Compilation &, clang::driver::Command)> run);

#endif
