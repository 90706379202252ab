// SPDX-License-Identifier: Apache-2.0
//
// Several source files of one command as one text, so that the analysis sees what their functions do to each other's
// memory. The files stand one after the other, `#line` says which lines are whose. What C keeps apart between files is
// kept apart here: names that only one file knows get another name where they are those of other files, too, and a
// file's macros end with it. Whether the text says what the files do is not concluded from how it was made: its model
// is compared with theirs.
#ifndef HPCC_FRONTEND_WHOLE_H
#define HPCC_FRONTEND_WHOLE_H

#include "../../analysis/model/model.h"

#include <clang/Basic/FileEntry.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>

#include <llvm/ADT/StringMap.h>

#include <map>
#include <string>
#include <vector>

// What the main file includes, and how often every file was read.
struct SourceNotes {
	struct Include {
		unsigned hash, name_begin, name_end; // of the directive, and of the file's name in it
		bool is_angled;
		clang::OptionalFileEntryRef file;
	};
	std::vector<Include> includes;
	std::map<llvm::sys::fs::UniqueID, int> entered;
};
void note_sources(clang::Preprocessor &preprocessor, SourceNotes &notes);

// One of the files, parsed by itself.
struct WholePart {
	std::string input, named; // where it is; another name than that stands in its text, by whole_line
	prog_unit *unit;
	clang::CompilerInstance *compiler;
	const SourceNotes *notes;
	llvm::StringMap<std::string> renamed; // by whole_text: names of this file in the text
};

// The line that gives the text behind it a file's name.
std::string whole_line(llvm::StringRef name);

// The text; empty where these files cannot be one: `why` says then what is in the way.
std::string whole_text(std::vector<WholePart> &parts, std::string &why);

// What one of the parts says and the text's unit does not, in words; empty: it says all that they say.
std::string whole_difference(
        const prog_unit *whole, clang::CompilerInstance &compiler, const std::vector<WholePart> &parts);

#endif
