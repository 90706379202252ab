// SPDX-License-Identifier: Apache-2.0
//
// What an object file says of the source that it was made from: enough to read that source once more when the program
// is linked. It stands in a section that linkers leave out of programs.
#ifndef HPCC_FRONTEND_OBJECT_NOTE_H
#define HPCC_FRONTEND_OBJECT_NOTE_H

#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

struct ObjectNote {
	std::string folder;           // absolute: where the compiler ran
	std::string input;            // the source, as it was named there
	bool maps = false;            // a directive that the file sees maps an array
	std::vector<std::string> own; // hpcc's own options
	std::vector<std::string> cc1; // the compiler's command line, as backend_is_compile takes it
	std::vector<std::pair<std::string, uint64_t>>
	        files; // all that was read, by absolute names: hashes of what was in them

	// Notes a file as it is now; false: it cannot be read.
	bool add_file(const std::string &path);
	// Whether all files are as they were.
	bool is_up_to_date() const;
};

// A path of the folder where the compiler ran, as an absolute one.
std::string object_note_path(const ObjectNote &note, const std::string &path);

// C text that makes the compiler write the note into its object.
std::string object_note_text(const ObjectNote &note);

// The note in an object file. False: there is none, or several, or one of another version of hpcc.
bool object_note_read(llvm::MemoryBufferRef object, ObjectNote &note);

#endif
