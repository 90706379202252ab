// SPDX-License-Identifier: Apache-2.0
//
// Sections that objects get beside what the compiler makes of a file.
#ifndef HPCC_FRONTEND_ASM_SECTION_H
#define HPCC_FRONTEND_ASM_SECTION_H

#include "llvm/ADT/StringRef.h"

#include <string>

// C text that makes the compiler write the bytes into a section of its object, which has these flags (of the
// assembler's, "e": left out of programs; without "a" it takes no memory when the program runs).
std::string asm_section(llvm::StringRef name, llvm::StringRef flags, llvm::StringRef bytes);

#endif
