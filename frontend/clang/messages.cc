// SPDX-License-Identifier: Apache-2.0
#include "messages.h"

#include <llvm/Support/WithColor.h>

void driver_error(const std::string &text) { llvm::WithColor::error(llvm::errs(), "hpcc") << text << "\n"; }

void driver_warning(const std::string &text) { llvm::WithColor::warning(llvm::errs(), "hpcc") << text << "\n"; }
