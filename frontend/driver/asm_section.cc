// SPDX-License-Identifier: Apache-2.0
#include "asm_section.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdio>

using llvm::StringRef;

// A character in a string of the assembler's, which is in one of C's. Question marks may begin trigraphs.
static void add_character(std::string &to, char c)
{
	char octal[8];
	bool plain = llvm::isPrint(c) && c != '"' && c != '\\' && c != '?';
	snprintf(octal, sizeof octal, "\\\\%03o", static_cast<unsigned char>(c));
	to += plain ? std::string(1, c) : std::string(octal);
}

std::string asm_section(StringRef name, StringRef flags, StringRef bytes)
{
	enum { LINE = 100 };
	std::string result = "__asm__(\".pushsection " + name.str() + ",\\\"" + flags.str() + "\\\",@progbits\\n\"";
	for (size_t i = 0; i < bytes.size(); i += LINE) {
		result += "\n\".ascii \\\"";
		for (char c : bytes.substr(i, LINE)) add_character(result, c);
		result += "\\\"\\n\"";
	}
	return result + "\n\".popsection\");\n";
}
