// SPDX-License-Identifier: Apache-2.0
//
// What a linker's command line makes it take: the objects that it names, and the members of libraries which define what
// these and others of them need.
#ifndef HPCC_FRONTEND_LINK_INPUTS_H
#define HPCC_FRONTEND_LINK_INPUTS_H

#include "object_note.h"

#include <string>
#include <vector>

struct LinkInput {
	std::string name; // of an object: as on the command line; of a member: library(member)
	bool is_member = false;
	ObjectNote note;
};

struct LinkInputs {
	// Those that say what they were made from: objects in the order of the command line, then members.
	std::vector<LinkInput> noted;
	int n_named = 0; // that many objects and libraries of the command line hold nothing else that is taken
};

LinkInputs link_inputs(const std::vector<std::string> &command);

// An object of a command line, or a member of a library there: what it defines for others, and what it needs of them.
struct LinkSymbols {
	std::string name; // of the object or of the library
	std::vector<std::string> defined, needed;

	bool defines(const std::string &symbol) const;
	bool needs(const std::string &symbol) const;
	// It was compiled with -fdist: it needs the runtime. (What was, and needs nothing of it, is as the compiler
	// would make it.)
	bool is_translated() const;
};
std::vector<LinkSymbols> link_symbols(const std::vector<std::string> &command);

#endif
